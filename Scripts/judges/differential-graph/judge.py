"""Feeds seeded random graphs to `graph-bench answer` and compares every answer with networkx."""
import heapq
import random
import subprocess
import sys

import networkx


def random_graph(generator):
    nodes = generator.choice([1, 2, 3, 5, 8, 13, 30, 60])
    edges = generator.randrange(0, int(nodes * generator.choice([0.8, 1.2, 2, 4])) + 1)
    shape = generator.choice(["any", "mostly down", "down"])
    pairs = []
    for _ in range(edges):
        a, b = generator.randrange(nodes), generator.randrange(nodes)
        if shape == "down" or shape == "mostly down" and generator.random() < 0.95:
            if a == b:
                continue
            a, b = max(a, b), min(a, b)
        pairs.append((a, b))
    places = list(range(nodes))
    if generator.random() < 0.7:
        generator.shuffle(places)
    return nodes, [(places[a], places[b]) for a, b in pairs]


def numbers(field):
    return [] if field == "-" else [int(number) for number in field.split()]


def expected_order(graph):
    """Of the nodes whose targets all stand, always the smallest; what leads to a cycle is left out."""
    missing = {node: graph.out_degree(node) for node in graph}
    ready = [node for node in graph if missing[node] == 0]
    heapq.heapify(ready)
    order = []
    while ready:
        node = heapq.heappop(ready)
        order.append(node)
        for user in graph.predecessors(node):
            missing[user] -= graph.number_of_edges(user, node)
            if missing[user] == 0:
                heapq.heappush(ready, user)
    return order


def shortest_cycle(graph, members):
    """The smallest, by nodes, of the shortest cycles among the members."""
    inner = networkx.DiGraph(graph.subgraph(members))
    best = None
    for start in sorted(inner):
        if inner.has_edge(start, start):
            candidates = [[start]]
        else:
            distances = networkx.single_source_shortest_path_length(inner, start)
            closing = [node for node in inner.predecessors(start) if node in distances]
            if not closing:
                continue
            nearest = min(distances[node] for node in closing)
            if best is not None and nearest + 1 >= len(best):
                continue
            candidates = [
                path
                for node in closing if distances[node] == nearest
                for path in networkx.all_shortest_paths(inner, start, node)
            ]
        smallest = min(candidates)
        if best is None or len(smallest) < len(best):
            best = smallest
    return best


def judge(nodes, pairs, answer):
    graph = networkx.MultiDiGraph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(pairs)
    components, order, cycles, distances, reached = answer.split("|")
    components = numbers(components)
    groups = {}
    for node, component in enumerate(components):
        groups.setdefault(component, set()).add(node)
    assert sorted(map(sorted, groups.values())) == sorted(map(sorted, networkx.strongly_connected_components(graph)))
    assert sorted(groups) == list(range(len(groups)))
    assert all(components[a] >= components[b] for a, b in pairs), "components do not stand dependencies first"
    order = numbers(order)
    assert order == expected_order(graph)
    assert (len(order) == nodes) == networkx.is_directed_acyclic_graph(graph)
    for component, cycle in enumerate(cycles.split(",")):
        expected = shortest_cycle(graph, groups[component])
        assert (numbers(cycle) or None) == expected, f"cycle {cycle}, expected {expected}"
    lengths = networkx.single_source_shortest_path_length(graph, 0)
    assert numbers(distances) == [lengths.get(node, -1) for node in range(nodes)]
    assert numbers(reached) == sorted(lengths)


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    graphs = [random_graph(random.Random(f"{seed}/{index}")) for index in range(count)]
    text = "".join(f"{nodes} {' '.join(f'{a} {b}' for a, b in pairs)}\n" for nodes, pairs in graphs)
    answers = subprocess.run([program, "answer"], input=text, capture_output=True, text=True, check=True).stdout
    answers = answers.splitlines()
    if len(answers) != count:
        sys.exit(f"{count} graphs, {len(answers)} answers")
    cyclic = 0
    for (nodes, pairs), answer in zip(graphs, answers):
        try:
            judge(nodes, pairs, answer)
        except AssertionError as error:
            sys.exit(f"disagreement: {error}\nnodes: {nodes}\nedges: {pairs}\nanswer: {answer}")
        cyclic += any(cycle != "-" for cycle in answer.split("|")[2].split(","))
    print(f"{count} graphs agree with networkx, {cyclic} of them with cycles")


main()
