"""The same graph as `graph-bench measure`, shuffled, through scipy and networkx: milliseconds, medians of three."""
import statistics
import sys
import time

import networkx
import numpy
import scipy.sparse
import scipy.sparse.csgraph

node_count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000


def median(what, body):
    times = []
    for _ in range(3):
        start = time.perf_counter()
        body()
        times.append((time.perf_counter() - start) * 1000)
    print(f"{what}\t{statistics.median(times):.0f} ms", flush=True)


nodes = numpy.repeat(numpy.arange(1, node_count), 3).reshape(-1, 3)
targets = numpy.stack([nodes[:, 0] - 1, nodes[:, 0] // 2, nodes[:, 0] // 3], axis=1)
sources, targets = nodes.ravel(), targets.ravel()
for name in ("in order", "shuffled"):
    if name == "shuffled":
        generator = numpy.random.default_rng(7)
        places = generator.permutation(node_count)
        order = generator.permutation(len(sources))
        sources, targets = places[sources][order], places[targets][order]
    matrix = scipy.sparse.csr_matrix(
        (numpy.ones(len(sources), dtype=numpy.int8), (sources, targets)), shape=(node_count, node_count))
    median(f"scipy, {name}: components", lambda: scipy.sparse.csgraph.connected_components(matrix, connection="strong"))
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(node_count))
    graph.add_edges_from(zip(sources.tolist(), targets.tolist()))
    median(f"networkx, {name}: components", lambda: sum(1 for _ in networkx.strongly_connected_components(graph)))
    median(f"networkx, {name}: order", lambda: list(networkx.topological_sort(graph)))
    del graph
