"""judge.py BINARY COUNT SEED: see Scripts/judges/differential-checks/run."""
import json
import os
import random
import subprocess
import sys
import tempfile

import networkx

BATCH = 200
SCOPES = ["singleton", "singleton", "transient", "graph", "weak", "session", "request"]
# Which declared scopes something in a scope may hold.
MAY_HOLD = {"singleton": set(), "session": {"session"}, "request": {"session", "request"}}


def make(random_source):
    """A manifest: its services' scopes, edges (from, to, kind) and aliases."""
    count = random_source.randint(2, 14)
    names = [f"S{index:02}" for index in range(count)]
    scopes = {name: random_source.choice(SCOPES) for name in names}
    aliases = {}
    for index in range(random_source.randint(0, 3)):
        aliases[f"A{index}"] = random_source.choice(names)
    targets = names + list(aliases)
    edges = []
    for name in names:
        for target in random_source.sample(targets, min(len(targets), random_source.randint(0, 3))):
            if target != name and aliases.get(target) != name:
                edges.append((name, target, random_source.choice(["plain", "plain", "plain", "lazy", "provider"])))
    return names, scopes, edges, aliases


def text(names, scopes, edges, aliases):
    lines = ["configdi: 1", "scopes: { session: {}, request: { parent: session } }", "services:"]
    for name in names:
        dependencies = ", ".join(
            f"d{index}: {target if kind == 'plain' else '{ ' + kind + ': ' + target + ' }'}"
            for index, (_, target, kind) in enumerate(edge for edge in edges if edge[0] == name))
        lines.append(f"  {name}: {{ factory: f, scope: {scopes[name]}, dependencies: {{ {dependencies} }} }}")
    for alias, target in aliases.items():
        lines.append(f"  {alias}: {{ alias: {target} }}")
    return "\n".join(lines) + "\n"


def shortest_cycle(graph, component):
    """Its length, from the shortest ways back along each edge."""
    inner = graph.subgraph(component)
    return min(networkx.shortest_path_length(inner, target, source) + 1 for source, target in inner.edges)


def judge(names, scopes, edges, aliases):
    """The components that are cycles, the length of the shortest cycle of each, and the captive edges."""
    hard = networkx.DiGraph()
    hard.add_nodes_from(names)
    held = networkx.DiGraph()
    held.add_nodes_from(names)
    for source, target, kind in edges:
        target = aliases.get(target, target)
        if kind == "plain":
            hard.add_edge(source, target)
        if kind != "provider" and scopes[source] in ("transient", "graph", "weak"):
            held.add_edge(source, target)
    cycles = {}
    for component in networkx.strongly_connected_components(hard):
        if len(component) > 1:
            cycles[frozenset(component)] = shortest_cycle(hard, component)
    captive = set()
    for position, (source, target, kind) in enumerate(edges):
        if kind == "provider" or scopes[source] not in MAY_HOLD:
            continue
        target = aliases.get(target, target)
        reached = {target} | networkx.descendants(held, target)
        # What has a lifetime of its own is where the walk ends: it has no edges in `held`.
        if any(scopes[node] in ("session", "request") and scopes[node] not in MAY_HOLD[scopes[source]] for node in reached):
            label = sum(1 for edge in edges[:position] if edge[0] == source)
            captive.add((source, f"d{label}"))
    return cycles, captive


def main():
    binary, count, seed = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    random_source = random.Random(seed)
    failures = with_cycles = with_captives = 0
    for start in range(0, count, BATCH):
        cases = [make(random_source) for _ in range(min(BATCH, count - start))]
        with tempfile.TemporaryDirectory() as folder:
            for index, case in enumerate(cases):
                with open(os.path.join(folder, f"m{index:04}.yaml"), "w", encoding="utf-8") as file:
                    file.write(text(*case))
            run = subprocess.run([binary, "check", ".", "--format", "json", "--select", "DI202,DI301"], cwd=folder,
                                 capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"}, timeout=300)
            findings = json.loads(run.stdout)["diagnostics"]
        by_file = {}
        for finding in findings:
            by_file.setdefault(finding["location"]["path"], []).append(finding)
        for index, case in enumerate(cases):
            cycles, captive = judge(*case)
            with_cycles += bool(cycles)
            with_captives += bool(captive)
            lines = text(*case).split("\n")
            found_cycles, found_captive = {}, set()
            for finding in by_file.get(f"m{index:04}.yaml", []):
                if finding["code"] == "DI202":
                    names = finding["message"].split(": ", 1)[1].split(" -> ")
                    component = next((c for c in cycles if names[0] in c), frozenset(names))
                    closed = names[0] == names[-1] and names[0] == min(names) and set(names) <= component
                    found_cycles[component] = len(names) - 1 if closed else None
                else:
                    start_place = finding["location"]["start"]
                    line = lines[start_place["line"] - 1]
                    label = line[: start_place["column"] - 1].rsplit("d", 1)[1].split(":")[0]
                    found_captive.add((line.strip().split(":")[0], f"d{label}"))
            if found_cycles != cycles or found_captive != captive:
                failures += 1
                print(f"FAIL seed {seed}, manifest {start + index}:\n{text(*case)}"
                      f"cycles {sorted(map(sorted, cycles))} {sorted(map(sorted, found_cycles))}\n"
                      f"captive {sorted(captive)} found {sorted(found_captive)}")
    print(f"{count - failures} manifests agree with networkx, {failures} do not; "
          f"{with_cycles} have cycles, {with_captives} captive dependencies")
    sys.exit(1 if failures or not with_cycles or not with_captives else 0)


main()
