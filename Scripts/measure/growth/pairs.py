"""Two dimensions of growth in one input: the table of dimensions.py crossed with itself, every command and every
request of the language server over the result. See Scripts/measure/growth/run --pairs.

Dimensions whose manifests have sections in blocks are crossed by uniting those sections; their other files are united too.
In half of the pairs the second one's names are its own, in the other half both speak of the same services.
"""
import json
import random
import re

from dimensions import DIMENSIONS, catalog, manifest, needs, only

# A pair's parts have so many bytes each, about.
PART_BYTES = 24 << 10


def part(make):
    PARTS[make.__name__] = make
    return make


PARTS = {}


def head(*lines):
    return only("\n".join(["configdi: 1", *lines]) + "\n")


@part
def stages_that_change_nothing(n):
    return head("stages:", *(f"  s{i}: {{}}" for i in range(n)))


@part
def stages_that_change_each_service(n):
    return head("stages:", *(f"  s{i}: {{ services: {{ S{i}: {{ scope: transient }} }} }}" for i in range(n)))


@part
def stages_with_a_value_each(n):
    return head("parameters: { p: 1 }", "stages:", *(f"  s{i}: {{ parameters: {{ p: {i} }} }}" for i in range(n)))


@part
def stages_with_an_overlay(n):
    files, arguments = head("stages:", *(f"  s{i}: {{ overlays: [over.yaml] }}" for i in range(n)))
    files["over.yaml"] = "configdi: 1\nkind: overlay\nservices:\n" + "".join(f"  S{i}: {{ eager: true }}\n" for i in range(n))
    return files, arguments


@part
def settings_of_one_parameter(n):
    return only(manifest((f"S{i}: {{ factory: f, settings: {{ a: '${{p}}' }} }}" for i in range(n)), ["parameters: { p: 1 }"]))


@part
def settings_tree_of_aliases(n):
    """A tree of as many leaves as a manifest may have at most, for as many services as it is large."""
    depth = min(6, max(1, n // 16))
    tree = ["x-0: &a0 { a: '${p}' }"]
    for level in range(1, depth):
        tree.append(f"x-{level}: &a{level} {{ " + ", ".join(f"k{i}: *a{level - 1}" for i in range(9)) + " }")
    return only(manifest((f"S{i}: {{ factory: f, settings: *a{depth - 1} }}" for i in range(max(1, n // 16))),
                         [*tree, "parameters: { p: 1 }"]))


@part
def one_list_in_many_settings(n):
    return only(manifest(["S: { factory: f, settings: { a: [" + ", ".join(["'${p}'"] * n) + "] } }"],
                         ["parameters: { p: [" + ", ".join(map(str, range(n))) + "] }"]))


@part
def chain_of_selects(n):
    lines = [f"S{i}: {{ select: q, cases: {{ true: S{i + 1}, false: S{i + 2} }} }}" for i in range(n)]
    return only(manifest([*lines, f"S{n}: f", f"S{n + 1}: g"], ["parameters: { q: { type: bool, env: Q } }", "roots: [S0]"]))


@part
def misspelt_sections(n):
    return head(*(f"servces{i}: {{}}" for i in range(n)))


@part
def globs_over_folders(n):
    files, arguments = head("imports:", *(f"  - {{ path: '**/*{i}.yaml', optional: true }}" for i in range(n)))
    for i in range(min(n, 256)):
        files[f"parts/d{i % 16}/e{i // 16}/x.yml"] = "a: 1\n"
    return files, arguments


@part
def ignored_codes(n):
    return {"app.yaml": "configdi: 1\n", ".configdi-check.yml": "ignore: [" + ", ".join(["DI2"] * n) + "]\n"}, []


@part
def one_long_line(n):
    return only("configdi: 1\nservices: {" + ", ".join(f"S{i}: {{ alias: Quite/x{i} }}" for i in range(n)) + "}\n")


COMMANDS = [
    ["check", "app.yaml"], ["check", "app.yaml", "--verbose"], ["check", "."], ["check", "app.yaml", "--env", "current"],
    ["check", "app.yaml", "--stage", "s0"], ["check", "app.yaml", "--set", "p=2"], ["check", "app.yaml", "--write-baseline", "base.json"],
    *(["check", "app.yaml", "--format", name] for name in ["concise", "json", "github", "gitlab", "sarif", "junit", "rdjson"]),
    ["fix", "app.yaml", "--dry-run"], ["fix", "app.yaml"], ["plan", "app.yaml"], ["plan", "app.yaml", "--format", "json"], ["plan", "app.yaml", "S0"],
    ["why", "app.yaml", "S1"], ["why", "app.yaml", "S1", "--format", "json"], ["env", "app.yaml"], ["env", "app.yaml", "--format", "json"],
    ["env", "app.yaml", "--format", "markdown"],
    *(["graph", "app.yaml", "--format", name] for name in ["dot", "mermaid", "json", "html"]), ["graph", "app.yaml", "--focus", "S0", "--format", "json"],
    ["graph", "app.yaml", "--cycles-only"],
    *(["diff", "old.yaml", "app.yaml", "--format", name] for name in ["text", "json", "markdown", "html"]),
    ["compile", "app.yaml", "--output", "out.cdi"], ["compile", "app.yaml", "--output", "out.swift", "--swift", "App"],
    ["keys", "app.yaml", "--key", "S0"], ["schema", "--catalog", "configdi.catalog.json"], ["lsp"],
]


def sections(text):
    """The sections of a manifest in blocks: each key's lines. `None` if it is written otherwise."""
    found, name = {}, None
    for line in text.split("\n"):
        if not line or line.startswith("#"):
            if name and line:
                found[name][1].append(line)
            continue
        if line[0] in " \t-":
            if name is None:
                return None
            found[name][1].append(line)
            continue
        match = re.match(r"([A-Za-z0-9_-]+):(?: +(.*))?$", line)
        if not match or match[1] in found:
            return None
        name = match[1]
        found[name] = (match[2] or "", [])
    return found if "configdi" in found else None


def united(first, second):
    """One manifest with the sections of both; `None` if a section of both is written on one line."""
    a, b = sections(first), sections(second)
    if a is None or b is None:
        return None
    for name, (line, lines) in b.items():
        if name not in a:
            a[name] = (line, lines)
        elif name not in ("configdi", "kind"):
            if name == "parameters":
                a[name], line, lines = opened(*a[name]), *opened(line, lines)
                known = {l.strip().split(":")[0] for l in a[name][1]}
                lines = [l for l in lines if l.strip().split(":")[0] not in known]
                a[name] = ("", a[name][1] + lines)
            elif a[name][0] or line:
                return None
            else:
                a[name] = ("", a[name][1] + lines)
    return "\n".join(f"{name}:{' ' + line if line else ''}" + "".join("\n" + l for l in lines) for name, (line, lines) in a.items()) + "\n"


def opened(line, lines):
    """A section of one parameter, `{ p: … }`, as a block."""
    match = re.match(r"\{ (.*) \}$", line)
    return ("", ["  " + match[1]]) if match else (line, lines)


def renamed(text):
    return re.sub(r"\bS(\d+)\b", r"Z\1", text)


def with_own_names(files):
    return {path: renamed(text) if isinstance(text, str) else text for path, text in files.items()}


def both_catalogs(first, second):
    try:
        a, b = json.loads(first), json.loads(second)
    except ValueError:
        return None
    known = {factory.get("name") for factory in a["factories"]}
    return catalog([*a["factories"], *(f for f in b["factories"] if f.get("name") not in known)], [*a.get("keys", []), *b.get("keys", [])])


def sized(make, most=PART_BYTES):
    """The doubled sizes whose files have at most so many bytes."""
    number, sizes = 16, []
    while number <= 1 << 15:
        files, arguments = make(number)
        if sum(len(text) for text in files.values()) > most or len(files) > 600 or any(len(a) > 100_000 for a in arguments):
            break
        sizes.append((files, arguments))
        number *= 2
    return sizes


TABLE = {**DIMENSIONS, **PARTS}
_cache = {}


def crossable():
    """The dimensions with a manifest in blocks."""
    names = []
    for name, make in TABLE.items():
        if name not in _cache:
            _cache[name] = sized(make)
        sizes = _cache[name]
        if sizes and isinstance(sizes[-1][0].get("app.yaml"), str) and sections(sizes[-1][0]["app.yaml"]):
            names.append(name)
    return names


def pair(a, b, same_names):
    """The files of both; `None` if they cannot be united."""
    if not same_names:
        b = with_own_names(b)
    text = united(a["app.yaml"], b["app.yaml"])
    if text is None:
        return None
    files = {**b, **a, "app.yaml": text, "old.yaml": a["app.yaml"]}
    for path, unite in [("configdi.catalog.json", both_catalogs), (".configdi-check.yml", lambda x, y: x if x.split(":")[0] in y else x + y)]:
        if path in a and path in b:
            files[path] = unite(a[path], b[path])
            if files[path] is None:
                return None
    if "configdi.catalog.json" not in files:
        # A catalog of what the pair names, so that no command lacks one.
        files["configdi.catalog.json"] = catalog(
            [{"name": "f", "provides": "App.S0", "settings": {"type": "Own", "fields": [{"name": "a", "type": "string", "optional": True}]}}])
    return files


def sample(count, seed):
    """Pairs at random, with a seed; each part of this file is in many of them. Gives name, files and arguments."""
    chance = random.Random(seed)
    names = crossable()
    own = [name for name in names if name in PARTS]
    made = 0
    while made < count:
        first = chance.choice(own if chance.random() < 0.6 else names)
        second = chance.choice(own if chance.random() < 0.3 else names)
        same_names, command = chance.random() < 0.5, chance.randrange(len(COMMANDS) + 2)
        # Mostly the greatest size; one that meets no limit may do more work.
        (a, first_arguments), (b, second_arguments) = (
            _cache[name][-1 if chance.random() < 0.6 else chance.randrange(len(_cache[name]))] for name in (first, second))
        files = pair(a, b, same_names) if first != second else None
        if files is None:
            continue
        own_arguments = [first_arguments, second_arguments, *COMMANDS][command]
        arguments = own_arguments or ["check", "app.yaml"]
        if "old.yaml" in arguments and arguments[0] != "diff":
            continue
        made += 1
        yield f"{first} × {second}{' (same names)' if same_names else ''}", files, arguments
