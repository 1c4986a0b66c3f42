"""Prints how long the server takes: the 95th percentile of completion, hover and definition, from the last key to the
findings, and what memory it holds after many edits. Beside each stands the processor time of the thread that answers,
for findings of all, which a busy machine hardly changes.

Usage: latency.py [SERVICES …], 1000 and 10000 by default; CONFIGDI_CHECK is the program, best in a release build;
CONFIGDI_EDITS, 2000 by default, the number of edits."""
import json
import os
import random
import sys
import tempfile
import time

from client import Client

PER_FILE = 50
# Of one entry.
LINES = 5


def write(root, count):
    """A workspace of `count` services in files of fifty; service i needs i - 1, i / 2 and i / 3."""
    factories = [{
        "name": f"make{size}", "role": "service", "provides": "App.Kind",
        "dependencies": [{"key": "App.Kind", "kind": "instance", "label": label} for label in "abc"[:size]],
        "settings": {"type": "S", "fields": [{"name": "size", "type": "int"}]},
    } for size in range(4)]
    catalog = {"configdiCatalog": 1, "keys": [{"name": f"service{i}", "type": "App.Kind"} for i in range(count)], "factories": factories}
    with open(os.path.join(root, "configdi.catalog.json"), "w") as file:
        json.dump(catalog, file)
    names = []
    for start in range(0, count, PER_FILE):
        name = f"part{start // PER_FILE}.yaml"
        names.append(name)
        with open(os.path.join(root, name), "w") as file:
            file.write("configdi: 1\nservices:\n")
            for i in range(start, min(start + PER_FILE, count)):
                needed = sorted({i - 1, i // 2, i // 3} - {-1, i})
                file.write(f"  service{i}:\n    factory: make{len(needed)}\n")
                file.write("    dependencies: { " + ", ".join(f"{label}: service{j}" for label, j in zip("abc", needed)) + " }\n")
                file.write(f"    settings: {{ size: \"${{size}}\" }}\n    description: the service of number {i}\n")
    with open(os.path.join(root, "app.yaml"), "w") as file:
        file.write("configdi: 1\nimports:\n" + "".join(f"  - {name}\n" for name in names))
        file.write("parameters:\n  size: 3\nroots:\n" + "".join(f"  - service{i}\n" for i in range(count)))
    return names


def percentile(times, part=0.95):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000


def measure(count):
    rng = random.Random(5)
    with tempfile.TemporaryDirectory() as root:
        root = os.path.realpath(root)
        os.mkdir(os.path.join(root, ".git"))
        names = write(root, count)
        name = names[len(names) // 2]
        uri = f"file://{root}/{name}"
        text = open(os.path.join(root, name)).read()
        begun = time.time()
        client = Client([os.environ["CONFIGDI_CHECK"], "lsp", "--log", os.path.join(root, "log")])
        client.start(root)
        client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}})
        while uri not in client.diagnostics:
            client.take(0.05)
        first = time.time() - begun
        lines = text.split("\n")
        times = {}
        version = 1

        def ask(what, method, uri, line, character):
            start, used = time.time(), client.processor()
            client.request("textDocument/" + method, {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
            times.setdefault(what, []).append((time.time() - start, client.processor() - used))

        for _ in range(60):
            entry = 2 + LINES * rng.randrange(len(lines) // LINES - 1)
            ask("completion of a factory", "completion", uri, entry + 1, 14)
            ask("completion of a dependency", "completion", uri, entry + 2, 24)
            ask("hover over a key", "hover", uri, entry, 6)
            ask("definition of a parameter", "definition", uri, entry + 3, 26)
        roots = f"file://{root}/app.yaml"
        app = open(os.path.join(root, "app.yaml")).read()
        client.notify("textDocument/didOpen", {"textDocument": {"uri": roots, "languageId": "yaml", "version": 1, "text": app}})
        client.request("workspace/symbol", {"query": "zz"})
        for _ in range(60):
            line = app.count("\n") - 1 - rng.randrange(count)
            ask("completion of a key", "completion", roots, line, 12)
            ask("definition of a key", "definition", roots, line, 8)
            ask("references to a key", "references", roots, line, 8)
        found = []
        for _ in range(30):
            version += 1
            line = 3 + LINES * rng.randrange(len(lines) // LINES - 1)
            client.diagnostics.pop(uri, None)
            start, used = time.time(), client.processor(all_threads=True)
            client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"range": {"start": {"line": line, "character": 13}, "end": {"line": line, "character": 13}}, "text": "x"}]})
            while client.diagnostics.get(uri, {}).get("version") != version:
                client.take(0.01)
            found.append((time.time() - start, client.processor(all_threads=True) - used))
            version += 1
            client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]})
            while client.diagnostics.get(uri, {}).get("version") != version:
                client.take(0.01)
        edits = int(os.environ.get("CONFIGDI_EDITS", "2000"))
        before = client.memory()
        for _ in range(edits):
            version += 1
            line = 3 + LINES * rng.randrange(len(lines) // LINES - 1)
            client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"range": {"start": {"line": line, "character": 13}, "end": {"line": line, "character": 13 + version % 2}}, "text": "y" * (version % 3)}]})
            while client.take(0.001):
                pass
        client.request("workspace/symbol", {"query": "zz"})
        after = client.memory()
        print(f"{count} services in {len(names)} files: first findings {first * 1000:.0f} ms")
        for method, taken in [("findings after a key", found), *times.items()]:
            wall, processor = (percentile([time[index] for time in taken]) for index in (0, 1))
            print(f"  {method}: p95 {wall:.1f} ms, of a processor {processor:.1f} ms")
        print(f"  memory: {before:.0f} MB, {after:.0f} MB after {edits} edits", flush=True)
        client.end()


for asked in [int(word) for word in sys.argv[1:]] or [1000, 10000]:
    measure(asked)
