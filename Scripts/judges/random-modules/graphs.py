"""graphs.py CHECKER COUNT SEED: see Scripts/judges/random-modules/run."""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import modules

checker, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
source = random.Random(seed)
EVIL = 'evilCode()'
STRINGS = [
    "../../../" + EVIL, f"M\nimport {EVIL}", f'"); {EVIL}; ("', f"`; {EVIL}; `", f"}}\n{EVIL}\n{{", f"\\({EVIL})", f"*/ {EVIL} /*",
    f"a\u2028{EVIL}", f"// {EVIL}\r{EVIL}", f"- Factory: x\n{EVIL}", f'- Factory: "\\"\n{EVIL}', f"- Provided: {EVIL}", "", ".", "/", "\0", "[" * 5000,
    "?" * 5000, "(" * 5000, "A<" * 5000, "s:8ConfigDI10InitializableP", "s:s8SendableP", "init(", "init()", "swift.init", "swift.struct",
    "swift.protocol", "swift.typealias", "Type", "any", "file:///dev/zero", "file:///etc/passwd", "é" * 300, f": {EVIL} = ",
]
NUMBERS = [0, -1, 2**63 - 1, -(2**63), 10**6]


def places(value, found):
    """Every container in the graph, with the keys or positions in it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for key, inner in items:
        found.append((value, key))
        places(inner, found)
    return found


def spoil(graph):
    """A copy with a few changes: texts, numbers, missing and doubled members, members of another place."""
    graph = json.loads(json.dumps(graph))
    for _ in range(source.randint(1, 6)):
        found = places(graph, [])
        container, key = source.choice(found)
        try:
            old = container[key]
        except (IndexError, KeyError):
            continue
        kind = source.random()
        if isinstance(old, str) and kind < 0.6:
            container[key] = source.choice(STRINGS)
        elif isinstance(old, str) and kind < 0.75:
            container[key] = old + source.choice(STRINGS)
        elif isinstance(old, int) and kind < 0.75:
            container[key] = source.choice(NUMBERS)
        elif isinstance(old, list) and old and kind < 0.6:
            old += [source.choice(old) for _ in range(source.choice([1, 3, 200]))]
        elif kind < 0.85:
            other, place = source.choice(found)
            try:
                container[key] = json.loads(json.dumps(other[place]))
            except (IndexError, KeyError):
                pass
        elif isinstance(container, dict):
            del container[key]
    if source.random() < 0.2:
        # Superclasses and aliases that lead to each other.
        symbols = graph.get("symbols")
        names = [symbol.get("identifier") for symbol in symbols if isinstance(symbol, dict)] if isinstance(symbols, list) else []
        ids = [name["precise"] for name in names if isinstance(name, dict) and "precise" in name]
        if ids and isinstance(graph.get("relationships"), list):
            graph["relationships"] += [
                {"kind": source.choice(["inheritsFrom", "conformsTo", "memberOf"]), "source": source.choice(ids), "target": source.choice(ids)}
                for _ in range(20)
            ]
    text = json.dumps(graph)
    if source.random() < 0.1:
        start = source.randrange(len(text))
        text = text[:start] + text[start + source.randint(1, 40) :]
    return text


def stray(text):
    """What is left of Swift without its literals, its names in backticks and its comments."""
    text = re.sub(r'"(?:[^"\\\n\r]|\\[^\n\r])*"', '""', text)
    text = re.sub(r"`[^`\n\r]*`", "name", text)
    return re.sub(r"//[^\n\r]*", "", text)


def graphs(folder):
    """The graphs of a few random modules."""
    made = []
    for module in [module for group in modules.groups(random.Random(seed), 6) for module in group]:
        module.lines = [line for line in module.lines if "ConfigDI" not in line]
        for other in module.earlier:
            module.lines = [line for line in module.lines if other.name not in line]
        place = folder / module.name
        place.mkdir()
        (place / "a.swift").write_text(module.text)
        subprocess.run(
            ["swiftc", "-parse-as-library", "-module-name", module.name, "-emit-module", "-o", "a.swiftmodule", "a.swift", "-emit-symbol-graph",
             "-emit-symbol-graph-dir", ".", "-symbol-graph-minimum-access-level", "private"], cwd=place, capture_output=True, timeout=300)
        path = place / f"{module.name}.symbols.json"
        if path.exists():
            made.append(json.loads(path.read_text()))
    return made


def state(folder):
    return sorted((str(path), path.read_bytes() if path.is_file() else None) for path in folder.rglob("*"))


start = time.time()
failures = 0
codes = {}
with tempfile.TemporaryDirectory() as temporary:
    seeds_folder = pathlib.Path(temporary, "seeds")
    seeds_folder.mkdir()
    seeds = graphs(seeds_folder)
    if not seeds:
        sys.exit("none of the generator's modules has a symbol graph")
    outside = pathlib.Path(temporary, "outside")
    for number in range(count):
        graph = source.choice(seeds)
        text = spoil(graph)
        root = outside / "a/b"
        inside = root / "inside"
        (inside / "Sources" / graph["module"]["name"]).mkdir(parents=True)
        (inside / ".git").mkdir()
        (inside / "graphs").mkdir()
        (inside / "graphs/M.symbols.json").write_text(text)
        before = [entry for entry in state(outside) if not entry[0].startswith(str(inside))]
        problem = None
        for options in (["--manifest", "app.yaml"], ["--check"], []):
            try:
                ended = subprocess.run([checker, "register", "--symbol-graph", "graphs", *options], cwd=inside, capture_output=True, timeout=20)
            except subprocess.TimeoutExpired:
                problem = "hangs"
                break
            codes[ended.returncode] = codes.get(ended.returncode, 0) + 1
            if ended.returncode not in (0, 1, 2):
                problem = f"ended with {ended.returncode}: {ended.stderr.decode(errors='replace')[-2000:]}"
                break
        if [entry for entry in state(outside) if not entry[0].startswith(str(inside))] != before:
            problem = "wrote outside its folder"
        for path in inside.rglob("*.swift"):
            if EVIL in stray(path.read_text()):
                problem = f"wrote the graph's code: {path.read_text()}"
        if problem:
            failures += 1
            kept = pathlib.Path(tempfile.mkdtemp(prefix="spoilt-graph-")) / "M.symbols.json"
            kept.write_text(text)
            print(f"graph {number}: {problem}\nkept as {kept}", file=sys.stderr)
        subprocess.run(["rm", "-rf", str(outside)], check=True)
print(f"{count} graphs, exit codes {dict(sorted(codes.items()))}, {failures} failures in {time.time() - start:.0f} s")
sys.exit(1 if failures or set(codes) == {2} else 0)
