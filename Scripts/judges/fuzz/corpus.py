"""fuzz-corpus.py FOLDER: what each target of Fuzz/ begins with, from the fixtures and the examples."""
import pathlib
import sys

out = pathlib.Path(sys.argv[1])
TARGETS = ["yaml", "check", "settings", "catalog", "configuration", "baseline", "arguments", "stack", "fix"]
for target in TARGETS:
    (out / target).mkdir(parents=True, exist_ok=True)


def seed(target, name, text):
    (out / target / name).write_text(text)


for folder in sorted(pathlib.Path("Tests/Fixtures").iterdir()):
    if not folder.is_dir():
        continue
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".yaml", ".json") and path.stat().st_size < 8_000)
    texts = []
    for path in files:
        try:
            texts.append((path.relative_to(folder).as_posix(), path.read_text()))
        except UnicodeDecodeError:
            continue
    # The entry first: it needs no name.
    texts.sort(key=lambda file: (file[0] != "app.yaml", file[0]))
    whole = "".join(text if name == "app.yaml" else f"=== {name}\n{text}" for name, text in texts)
    if whole:
        seed("check", folder.name, whole)
        seed("fix", folder.name, whole)
    for name, text in texts:
        target = "catalog" if name.endswith(".json") else "yaml"
        seed(target, f"{folder.name}-{name.replace('/', '-')}", text)

seed("settings", "all", "name: x\ncount: 1\nrate: 1.5\non: true\nwait: 5s\nsize: 64KiB\nmode: fast\nretry: { attempts: 1 }\nhosts: [a]\nby: { a: 1 }\ntoken: ${p}\n")
seed("configuration", "all", "fail-on: warning\nignore: [DI207]\nseverity: { DI301: note, DI203: off }\nroot: .\npaths: [app.yaml]\ncatalog: c.json\n")
seed("baseline", "all", '{ "configdiBaseline": 1, "findings": [{ "rule": "DI201", "path": "app.yaml", "symbol": "services.S.dependencies" }] }\n')
seed("arguments", "check", "check\napp.yaml\n--format\nsarif\n--stage=test\n--set\na=b\n--limit\nnodes=12\n--\n-x")
seed("arguments", "graph", "graph\napp.yaml\n--focus\nA\n--depth=2")
seed("stack", "two", "configdi: 1\nkind: overlay\nservices:\n  A: { factory: b }\n---\nconfigdi: 1\nkind: overlay\nparameters: { p: 1 }\n")
