"""fuzz-corpus.py FOLDER: what each target of Fuzz/ begins with, from the fixtures and the examples."""
import json
import pathlib
import sys

out = pathlib.Path(sys.argv[1])
TARGETS = ["yaml", "check", "settings", "catalog", "configuration", "baseline", "arguments", "stack", "fix", "symbol-graph"]
for target in TARGETS:
    (out / target).mkdir(parents=True, exist_ok=True)


def seed(target, name, text):
    (out / target / name).write_text(text)


for folder in sorted(pathlib.Path("Tests/Data/Fixtures").iterdir()):
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


def piece(kind, spelling, precise=None):
    return {"kind": kind, "spelling": spelling} | ({"preciseIdentifier": precise} if precise else {})


def symbol(kind, path, declaration, **more):
    return {
        "kind": {"identifier": f"swift.{kind}"}, "identifier": {"precise": "s:1M" + ".".join(path)}, "pathComponents": path,
        "accessLevel": "internal", "declarationFragments": declaration, "location": {"uri": "file:///a.swift", "position": {"line": 1, "character": 7}},
    } | more


P = piece("typeIdentifier", "P", "s:1MP")
for name, kind, wanted in [
    ("plain", "struct", [piece("text", ": any "), P]), ("bare", "class", [piece("text", ": "), P, piece("text", "? = nil")]),
    ("closure", "struct", [piece("text", ": ("), piece("externalParam", "_"), piece("text", " a: Int) async -> Void = { _ in }")]),
    ("alias", "class", [piece("text", ": ["), piece("typeIdentifier", "A", "s:1MA"), piece("text", "]")]),
]:
    declaration = [piece("text", "init("), piece("externalParam", "p"), *wanted, piece("text", ") throws")]
    parameters = [{"name": "p", "declarationFragments": [piece("identifier", "p"), *wanted]}]
    symbols = [
        symbol("protocol", ["P"], [piece("text", "protocol P")]), symbol("typealias", ["A"], [piece("text", "= any "), P, piece("text", " & "), P]),
        symbol(kind, ["T"], [piece("text", f"{kind} T")], docComment={"lines": [{"text": "- Factory: t"}, {"text": "- Provided: P"}]} if name == "bare" else {}),
        symbol("init", ["T", "init(p:)"], declaration, functionSignature={"parameters": parameters}),
    ]
    relationships = [
        {"kind": "conformsTo", "source": "s:1MT", "target": "s:1MP"}, {"kind": "memberOf", "source": "s:1MT.init(p:)", "target": "s:1MT"},
        {"kind": "conformsTo", "source": "s:1MP", "target": "s:s8SendableP", "targetFallback": "Swift.Sendable"},
        {"kind": "inheritsFrom", "source": "s:1MT", "target": "s:1MT"},
    ]
    seed("symbol-graph", name, json.dumps({"module": {"name": "M"}, "symbols": symbols, "relationships": relationships}))
