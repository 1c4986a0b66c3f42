"""remedies.py BINARY [--list] [--only TEXT]: see Scripts/judges/remedies/run."""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import yaml

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../.."))
TESTS = os.path.join(ROOT, "Tests")
sys.path.insert(0, os.path.join(ROOT, "Scripts/judges/mutations"))
import mutate  # noqa: E402

# Each kind of mutation at so many sites: the others are the same mistake in another manifest.
SITES = 3


def text_of(path):
    with open(path, "rb") as file:
        return file.read().decode("utf-8", "surrogateescape")


def tree(folder):
    files = {}
    for base, _, names in os.walk(folder):
        for name in names:
            if name not in ("expected.txt", "colored.txt", "arguments"):
                path = os.path.join(base, name)
                files[os.path.relpath(path, folder)] = text_of(path)
    return files


def fixtures():
    folder = os.path.join(TESTS, "Data/Fixtures")
    for name in sorted(os.listdir(folder)):
        arguments = os.path.join(folder, name, "arguments")
        line = text_of(arguments).split("\n") if os.path.exists(arguments) else ["check", "app.yaml"]
        line = [word for word in line if word]
        if not name.startswith("DI") or "-valid" in name or line[0] != "check" or "-" in line:
            continue
        yield name, tree(os.path.join(folder, name)), line[1:]


def cases():
    folder = os.path.join(TESTS, "Data/Cases")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".yaml"):
            catalog = os.path.join(folder, name[:-5] + ".catalog.json")
            files = {"app.yaml": text_of(os.path.join(folder, name))}
            if os.path.exists(catalog):
                files["configdi.catalog.json"] = text_of(catalog)
            yield name, files, ["app.yaml"]


def breakages(table):
    names = ["app.yaml", "configdi.catalog.json", "demo-password.txt", "shared/observability.yaml",
             "overlays/test.yaml", "overlays/staging.yaml", "overlays/production.yaml"]
    sound = {name: text_of(os.path.join(ROOT, "Examples/config", name)) for name in names}
    for line in text_of(os.path.join(TESTS, "Data/Breakages", table)).split("\n"):
        cells = line.split(" | ")
        if line.startswith("#") or len(cells) != 8:
            continue
        name, file, old, new = (re.sub(r"\\u\{(\w+)\}", lambda m: chr(int(m[1], 16)), cell)
                                .replace("\\n", "\n").replace("\\t", "\t") for cell in cells[:4])
        files = dict(sound)
        files[file] = files[file].replace(old, new, 1)
        yield name, files, ["app.yaml"]


def mutations():
    projects = [os.path.join(TESTS, "Data/Mutations/base")]
    folder = os.path.join(TESTS, "Data/Fixtures")
    projects += [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if "-valid" in name]
    taken = collections.Counter()
    for path in projects:
        if not os.path.exists(os.path.join(path, "app.yaml")):
            continue
        project = mutate.Project(path)
        if not isinstance(project.app, dict):
            continue
        for code, name, run in mutate.MUTATIONS:
            if taken[name] >= SITES:
                continue
            for site, texts, arguments in run(project):
                taken[name] += 1
                yield f"{code} {name} ({project.name}: {site})", texts, ["app.yaml", *arguments]
                if taken[name] >= SITES:
                    break


def in_flow(files):
    """The entry in flow style, which has no block mappings or lists; None for what cannot be read."""
    try:
        data = yaml.load(files["app.yaml"], yaml.BaseLoader)
    except (yaml.YAMLError, KeyError, UnicodeError):
        return None
    if not isinstance(data, dict) or "" in values(data) or re.search(r"[*&!|>'\"#]", re.sub(r"#!.*", "", files["app.yaml"])) \
            and not re.fullmatch(r"[^*&!|>]*", re.sub(r"#.*", "", files["app.yaml"])):
        return None

    def write(node):
        if isinstance(node, dict):
            return "{ " + ", ".join(f"{word(k)}: {write(v)}" for k, v in node.items()) + " }" if node else "{}"
        if isinstance(node, list):
            return "[" + ", ".join(map(write, node)) + "]"
        return word(node)

    def word(text):
        return text if re.fullmatch(r"[\w./-]+", text) else json.dumps(text, ensure_ascii=False)

    text = "".join(f"{word(k)}: {write(v)}\n" for k, v in data.items())
    return dict(files, **{"app.yaml": text})


def values(node):
    if isinstance(node, dict):
        return [value for child in node.values() for value in values(child)]
    if isinstance(node, list):
        return [value for child in node for value in values(child)]
    return [node]


def with_secrets(files):
    """Every setting that the catalog describes is a secret."""
    if "configdi.catalog.json" not in files:
        return None
    try:
        catalog = json.loads(files["configdi.catalog.json"])
        for factory in catalog["factories"]:
            for field in factory["settings"]["fields"] if "settings" in factory else []:
                field["secret"] = True
    except (ValueError, KeyError, TypeError):
        return None
    return dict(files, **{"configdi.catalog.json": json.dumps(catalog, indent=2)})


def check(binary, files, arguments):
    with tempfile.TemporaryDirectory() as folder:
        work = os.path.join(folder, "case")
        for path, text in files.items():
            full = os.path.join(work, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as file:
                file.write(text.encode("utf-8", "surrogateescape"))
        os.makedirs(os.path.join(work, ".git"), exist_ok=True)
        run = subprocess.run([binary, "check", "--format", "json", *arguments], cwd=work,
                             env={"PATH": os.environ.get("PATH", "/usr/bin:/bin")}, stdin=subprocess.DEVNULL,
                             capture_output=True, timeout=120)
    if run.returncode not in (0, 1):
        return None
    return json.loads(run.stdout.decode("utf-8", "replace"))["diagnostics"]


def edited(files, fixes):
    """The files after the edits; None if one lies outside them."""
    result = {path: text.encode("utf-8", "surrogateescape") for path, text in files.items()}
    places = []
    for fix in fixes:
        where = fix["location"]
        path = os.path.normpath(where["path"])
        if path not in result:
            return None
        lines = re.split(rb"(?<=\n)|(?<=\r)(?!\n)", result[path])
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line))
        bom = 3 if result[path].startswith(b"\xef\xbb\xbf") else 0
        at = [starts[min(p["line"] - 1, len(starts) - 1)] + p["column"] - 1 + (bom if p["line"] == 1 else 0)
              for p in (where["start"], where["end"])]
        places.append((path, at[0], at[1], fix["text"].encode()))
    for path, start, end, text in sorted(places, key=lambda place: place[1], reverse=True):
        result[path] = result[path][:start] + text + result[path][end:]
    return {path: text.decode("utf-8", "surrogateescape") for path, text in result.items()}


def identity(finding):
    return finding["code"], re.sub(r"\d+|\*\*\*", "#", finding["message"]), tuple(finding.get("stages") or [])


# What the author's own words then lead to, which the finding's repair cannot know: (part of the name, code, new code).
ALLOWED = [
    ("habit lazy false", "DI004", "DI109"),  # an overlay replaces the entry, and drops what is now said
    ("habit singleton false", "DI004", "DI109"), ("habit transient true", "DI004", "DI109"),
    ("habit objectScope", "DI004", "DI305"),  # the scope that the author named does not fit
    ("scope container", "DI303", "DI301"), ("scope container", "DI303", "DI304"), ("scope container", "DI303", "DI306"),
    ("scope prototype", "DI303", "DI301"), ("scope prototype", "DI303", "DI304"),
    ("scope prototype", "DI303", "DI306"),
    ("null deletes nothing", "DI005", "DI403"), ("null deletes nothing", "DI005", "DI201"),
    ("new service without new", "DI108", "DI402"), ("new service without new", "DI108", "DI207"),
    ("habit shell default", "DI010", "DI502"),  # the parameter that the text named before
    ("habit environment name unknown", "DI501", "DI502"),
    ("select of a variable that nothing reads", "DI501", "DI502"),
    ("equals sign before an arrow", "DI001", "DI401"),  # the rest of the line is the factory's name
    ("field below a setting with a capital", "DI001", "DI407"),  # no such settings
    ("field below a setting with a capital", "DI001", "DI502"),
    ("unused-beside-a-wrong-reference", "DI501", "DI502"),  # of two suggested parameters, the other one
    ("missing-beside-an-incomplete-stage", "DI105", "DI201"), ("missing-where-every-stage", "DI105", "DI201"),
    ("list without a space", "DI005", "DI207"),  # the only root then
    ("missing-where-every-stage", "DI105", "DI602"),  # cases of many mistakes, of which this one hides others
    ("write a list for a service", "DI005", "DI401"), ("write a list for a service", "DI005", "DI207"),
    ("catalog-optional", "DI208", "DI405"), ("two-scopes", "DI310", "DI30"), ("selects", "DI609", "DI608"),
    ("catalog-ambiguous", "DI205", "DI"), ("catalog-stand-ins", "DI405", "DI207"),
    ("dead-cases-lead-nowhere", "DI609", "DI"),  # what a case refers to counts once the case can be chosen
]


def is_allowed(name, code, new):
    return any(part in name and code == own and other.startswith(prefix) for part, own, prefix in ALLOWED
               for other in [new])


# A help that has a text to write, by the words that introduce it.
TEXT = re.compile(r"\b(write|add|declare|name it|choose|say|copy|patch|remove the brackets|quote|take it from|did you mean)\b", re.I)
SWIFT = re.compile(r"^let |^register|export the catalog|SettingDefaults|Secret<|labels: \[|Sendable")


def main():
    binary = os.path.abspath(sys.argv[1])
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    corpus = [*fixtures(), *cases(), *breakages("breakages.txt"), *mutations()]
    if os.path.exists(os.path.join(TESTS, "Data/Breakages/mistakes.txt")):
        corpus += breakages("mistakes.txt")
    forms = []
    for name, files, arguments in corpus:
        if only and only not in name:
            continue
        secret = with_secrets(files)
        flow = in_flow(files)
        variants = [("", files), ("flow", flow), ("secret", secret), ("secret flow", flow and with_secrets(flow))]
        forms += [(f"{name} [{form}]" if form else name, texts, arguments, form) for form, texts in variants if texts]

    helps, without, applied, open_, failures = (collections.Counter(), collections.Counter(), collections.Counter(),
                                                collections.Counter(), [])
    listed = {}

    def judge(form):
        name, files, arguments, variant = form
        before = check(binary, files, arguments)
        results = []
        for finding in before or []:
            remedies = finding.get("remedies", [])
            titles = [remedy["title"].removeprefix("write ") for remedy in remedies]
            for text in finding["help"]:
                results.append(("help", finding["code"], text, any(title in text for title in titles), variant))
            for remedy in remedies:
                after_files = edited(files, remedy["fixes"])
                if after_files is None:
                    results.append(("failure", finding["code"], f"{name}: '{remedy['title']}' edits another file", 0, variant))
                    continue
                after = check(binary, after_files, arguments)
                is_open = any("…" in fix["text"] for fix in remedy["fixes"])
                problem = None
                if after is None:
                    problem = "the checker fails"
                elif is_open:
                    if finding["code"] != "DI001" and any(other["code"] == "DI001" for other in after):
                        problem = "is no YAML then"
                else:
                    old = collections.Counter(identity(other)[:2] for other in before)
                    new = collections.Counter(identity(other)[:2] for other in after)
                    own = identity(finding)[:2]
                    if new[own] >= old[own] and not is_allowed(name, own[0], own[0]):
                        problem = "the finding is still there"
                    else:
                        notes = {other["message"] for other in after if other["severity"] == "note"}
                        fresh = [item for item in (new - old).elements() if not is_allowed(name, own[0], item[0])
                                 and not any(re.sub(r"\d+|\*\*\*", "#", note) == item[1] for note in notes)]
                        if fresh:
                            problem = f"there is a new finding: {sorted(fresh)}"
                if problem:
                    results.append(("failure", finding["code"], f"{name}: '{remedy['title']}': {problem}", 0, variant))
                else:
                    results.append(("open" if is_open else "applied", finding["code"], "", 0, variant))
        return results

    with ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        for results in pool.map(judge, forms):
            for kind, code, text, known, variant in results:
                if kind == "failure":
                    failures.append(f"{code} {text}")
                elif kind == "help":
                    helps[code] += 1
                    if not known:
                        without[code] += 1
                        if TEXT.search(text):
                            shape = re.sub(r"'[^']*'", "'X'", text)
                            listed.setdefault((code, shape), text)
                elif kind == "open":
                    open_[code] += 1
                else:
                    applied[code] += 1
    for failure in failures:
        print("FAIL " + failure)
    if "--list" in sys.argv:
        for (code, _), text in sorted(listed.items()):
            print(f"no remedy: {code} {text}")
    print("| code | helps | with words alone | remedies applied | with a … |\n|---|---|---|---|---|")
    for code in sorted(helps | applied | open_):
        print(f"| {code} | {helps[code]} | {without[code]} | {applied[code]} | {open_[code]} |")
    print(f"{len(forms)} texts, {sum(helps.values())} helps, {sum(applied.values())} remedies applied, "
          f"{sum(open_.values())} with a …, {len(failures)} failed")
    sys.exit(1 if failures else 0)


main()
