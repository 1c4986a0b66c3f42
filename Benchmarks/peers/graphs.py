"""The graph of `graph-bench` through scipy and networkx: a hundred thousand nodes, three times as many edges; medians of three."""
import statistics
import time

import networkx
import numpy
import scipy.sparse
import scipy.sparse.csgraph

COUNT = 100_000


def median(work, who, body):
    times = []
    for _ in range(3):
        start = time.process_time()
        body()
        times.append((time.process_time() - start) * 1000)
    print(work, COUNT, who, statistics.median(times), sep="\t", flush=True)


nodes = numpy.repeat(numpy.arange(1, COUNT), 3).reshape(-1, 3)
targets = numpy.stack([nodes[:, 0] - 1, nodes[:, 0] // 2, nodes[:, 0] // 3], axis=1)
sources, targets = nodes.ravel(), targets.ravel()
for name in ("in order", "shuffled"):
    if name == "shuffled":
        generator = numpy.random.default_rng(7)
        places = generator.permutation(COUNT)
        order = generator.permutation(len(sources))
        sources, targets = places[sources][order], places[targets][order]
    matrix = scipy.sparse.csr_matrix(
        (numpy.ones(len(sources), dtype=numpy.int8), (sources, targets)), shape=(COUNT, COUNT))
    median(f"components, {name}", "scipy", lambda: scipy.sparse.csgraph.connected_components(matrix, connection="strong"))
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(COUNT))
    graph.add_edges_from(zip(sources.tolist(), targets.tolist()))
    median(f"components, {name}", "networkx", lambda: sum(1 for _ in networkx.strongly_connected_components(graph)))
    median(f"topological order, {name}", "networkx", lambda: list(networkx.topological_sort(graph)))
    del graph
