"""mutate.py BINARY [--check]: see Scripts/judges/mutations/run."""
import copy
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import yaml

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../.."))
TABLE = os.path.join(ROOT, "Tests/Data/Mutations/TABLE.md")

# Codes that no change of a correct manifest's files can lead to.
UNREACHABLE = {
    "DI411": "a registration's mistake: no manifest is involved",
    "DI412": "a registration's mistake: no manifest is involved",
    "DI413": "what the program hands in: no manifest is involved",
    "DI414": "a registration's mistake: no manifest is involved",
}


class Project:
    """The files of a correct manifest; `app` and `catalog` are parsed, the rest are texts."""

    def __init__(self, folder):
        self.name = os.path.basename(folder)
        self.files = {}
        for base, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(base, name)
                with open(path, encoding="utf-8", newline="") as file:
                    self.files[os.path.relpath(path, folder)] = file.read()
        for extra in ("expected.txt", "colored.txt", "arguments"):
            self.files.pop(extra, None)
        self.app = yaml.safe_load(self.files["app.yaml"])
        text = self.files.get("configdi.catalog.json")
        self.catalog = json.loads(text) if text else None

    def services(self):
        return self.app.get("services") or {}

    def factories(self):
        return {factory["name"]: factory for factory in (self.catalog or {}).get("factories", [])}

    def copy(self):
        return copy.deepcopy(self)

    def texts(self):
        texts = dict(self.files)
        texts["app.yaml"] = yaml.safe_dump(self.app, sort_keys=False, allow_unicode=True)
        if self.catalog:
            texts["configdi.catalog.json"] = json.dumps(self.catalog)
        return texts


MUTATIONS = []


def mutation(code, name):
    def add(function):
        MUTATIONS.append((code, name, function))
        return function

    return add


def changed(project, change):
    """A copy of the project after the change; changes return False where they do not apply."""
    result = project.copy()
    return None if change(result) is False else result


def is_mapping(entry):
    return isinstance(entry, dict)


def mappings(project, *fields):
    """The keys of services that are written as mappings with all of these fields."""
    return [key for key, entry in project.services().items() if is_mapping(entry) and all(f in entry for f in fields)]


def plain_references(project):
    """(service, label, target) of every reference to a plain key."""
    for key in mappings(project, "dependencies"):
        dependencies = project.services()[key]["dependencies"]
        if is_mapping(dependencies):
            for label, target in dependencies.items():
                if isinstance(target, str):
                    yield key, label, target


def text_mutation(code, name, change):
    def run(project):
        texts = project.files.copy()
        text = change(texts["app.yaml"], texts)
        if text is not None:
            texts["app.yaml"] = text
            yield name, texts, []

    MUTATIONS.append((code, name, run))


def argument_mutation(code, name, arguments):
    MUTATIONS.append((code, name, lambda project: [(name, project.files, arguments(project))]))


def each(sites, change):
    """Runs a change at each site of a project."""

    def run(project):
        for site in sites(project):
            result = changed(project, lambda copy: change(copy, *site))
            if result is not None:
                yield " ".join(map(str, site)), result.texts(), []

    return run


def add(code, name, sites, change):
    MUTATIONS.append((code, name, each(sites, change)))


def once(project):
    return [()]


def services_with(*fields):
    return lambda project: [(key,) for key in mappings(project, *fields)]


def set_field(field, value):
    def change(project, key):
        project.services()[key][field] = copy.deepcopy(value)

    return change


def put(project, key, value):
    if "services" not in project.app:
        return False
    project.app["services"][key] = value


# Text and shape
text_mutation("DI001", "leave a bracket open", lambda text, _: text + "x-open: [\n")
text_mutation("DI001", "indent with a tab", lambda text, _: text + "x-tab:\n\ta: b\n")
text_mutation("DI002", "write a key twice", lambda text, _: text + "services: {}\n" if "\nservices:" in text else None)
text_mutation("DI003", "write an exposed value that YAML 1.1 reads otherwise",
              lambda text, _: text + "parameters: { country: { value: no, exposed: true } }\n" if "parameters" not in text else None)
add("DI004", "misspell a section", once, lambda p: p.app.__setitem__("paramters", {}))
add("DI004", "misspell a field", services_with("factory"), set_field("dependancies", {}))
add("DI005", "write a list for a service", once, lambda p: put(p, "Listed", ["a"]))
text_mutation("DI005", "begin a second document", lambda text, _: text + "---\na: b\n")
add("DI006", "ask for another version", once, lambda p: p.app.__setitem__("configdi", 2))
MUTATIONS.append(("DI007", "lower a limit", lambda p: [("", p.files, ["--limit", "nesting=1"])] if not p.catalog else []))
text_mutation("DI008", "suppress what is not there", lambda text, _: text + "# configdi:ignore-file DI301 -- not so\n")
text_mutation("DI008", "suppress without a reason", lambda text, _: text + "# configdi:ignore DI301\n")
# Files
add("DI009", "import a folder", lambda p: [()] if "shared/clock.yaml" in p.files else [],
    lambda p: p.app.__setitem__("imports", ["shared", "shared/clock.yaml"]))
add("DI101", "import a file that is not there", once,
    lambda p: p.app.__setitem__("imports", (p.app.get("imports") or []) + ["nowhere.yaml"]))
add("DI102", "import itself", once, lambda p: p.app.__setitem__("imports", (p.app.get("imports") or []) + ["app.yaml"]))
add("DI103", "import from outside", once,
    lambda p: p.app.__setitem__("imports", (p.app.get("imports") or []) + ["../outside.yaml"]))
add("DI104", "import a glob that matches nothing", once,
    lambda p: p.app.__setitem__("imports", (p.app.get("imports") or []) + ["nothing-*.yaml"]))
# Stages and overlays
add("DI105", "default to a stage that is not there", lambda p: [()] if p.app.get("stages") else [],
    lambda p: p.app.__setitem__("defaultStage", "nowhere"))
add("DI106", "close a ring of stages", lambda p: [()] if "production" in (p.app.get("stages") or {}) and "staging" in p.app["stages"] else [],
    lambda p: p.app["stages"].update({a: dict(p.app["stages"][a] or {}, extends=b) for a, b in (("staging", "production"), ("production", "staging"))}))

def define_twice(project):
    keys = list(project.services())
    if not keys or "imports" not in project.app:
        return
    texts = project.texts()
    texts["shared/again.yaml"] = yaml.safe_dump({"configdi": 1, "services": {keys[0]: project.services()[keys[0]]}})
    app = copy.deepcopy(project.app)
    app["imports"] = (app.get("imports") or []) + ["shared/again.yaml"]
    texts["app.yaml"] = yaml.safe_dump(app, sort_keys=False)
    yield keys[0], texts, []


MUTATIONS.append(("DI107", "define a service in an import too", define_twice))


def in_stage(project, services):
    stages = project.app.get("stages") or {}
    if not stages:
        return False
    name = next(iter(stages))
    stages[name] = dict(stages[name] or {}, services=dict((stages[name] or {}).get("services") or {}, **services))


add("DI108", "patch a service that is not there", once, lambda p: in_stage(p, {"Nobody": {"eager": False}}))
add("DI109", "replace a scoped service and say no scope", services_with("factory", "scope"),
    lambda p, key: in_stage(p, {key: {"factory": p.services()[key]["factory"]}}) if p.catalog is None else False)
add("DI109", "replace an eager service and say nothing of it", services_with("factory", "eager"),
    lambda p, key: in_stage(p, {key: {k: v for k, v in p.services()[key].items() if k != "eager"}}))
argument_mutation("DI111", "set a parameter that is not there", lambda p: ["--set", "nobody=1"])
# Graph
add("DI201", "misspell a reference", plain_references,
    lambda p, key, label, target: p.services()[key]["dependencies"].__setitem__(label, target + "x")
    if not p.app.get("roots") or target in ("Clock", "Database") else False)
add("DI201", "ask for a root that is not there", lambda p: [()] if p.app.get("roots") else [],
    lambda p: p.app["roots"].append("Nobody"))


def back_edge(project, key, label, target):
    entry = project.services().get(target)
    if project.catalog or entry is None or target == key:
        return False
    # Without its scope, what a transient service leads to would be held for longer than it lasts.
    if project.services()[key].get("scope") == "transient" and project.app.get("scopes"):
        return False
    if isinstance(entry, str):
        entry = {"factory": entry}
    if "factory" not in entry:
        return False
    dependencies = entry.get("dependencies") or {}
    if not is_mapping(dependencies):
        return False
    entry["dependencies"] = dict(dependencies, back=key)
    entry.pop("scope", None)
    project.services()[target] = entry


add("DI202", "add a back edge", plain_references, back_edge)
add("DI203", "add a lazy back edge", plain_references,
    lambda p, key, label, target: False if back_edge(p, key, label, target) is False
    else p.services()[target]["dependencies"].__setitem__("back", {"lazy": key}))
add("DI204", "depend on itself", plain_references,
    lambda p, key, label, target: p.services()[key]["dependencies"].__setitem__(label, key) if not p.catalog else False)
add("DI206", "alias itself", once, lambda p: put(p, "Round", {"alias": "Round"}) if not p.app.get("roots") else False)
add("DI208", "take what may be absent as if it were there",
    lambda p: [()] if any(is_mapping(e) and e.get("provided") == "optional" for e in p.services().values()) and p.catalog else [],
    lambda p: [d.update(kind="instance") for f in p.catalog["factories"] for d in f.get("dependencies", [])] and None)
add("DI207", "define what nobody needs", lambda p: [()] if p.app.get("roots") and p.catalog else [],
    lambda p: put(p, "Spare", {"provided": True}))
add("DI209", "provide a transient", lambda p: [()] if not p.app.get("roots") else [],
    lambda p: put(p, "Given", {"provided": True, "scope": "transient"}))


def narrow_target(project, key, label, target):
    entry = project.services().get(target)
    holder = project.services()[key]
    users = sum(1 for _, _, t in plain_references(project) if t == target)
    if entry is None or users != 1 or holder.get("scope", "singleton") != "singleton" or holder.get("eager"):
        return False
    if isinstance(entry, str):
        entry = {"factory": entry}
    if "factory" not in entry or "eager" in entry or "scope" in entry or target in str(project.app.get("roots")):
        return False
    project.app.setdefault("scopes", {})["narrow"] = {}
    project.services()[target] = dict(entry, scope="narrow")


add("DI301", "narrow the scope of what a singleton holds", plain_references, narrow_target)
add("DI303", "misspell a scope", lambda p: [(k,) for k in mappings(p, "scope") if "DI109" not in p.name and p.services()[k]["scope"] not in ("singleton", "transient", "graph", "weak") and not p.app.get("roots")],
    lambda p, key: p.services()[key].__setitem__("scope", "nowhere"))
add("DI303", "name a parent that is not there", lambda p: [()] if p.app.get("scopes") else [],
    lambda p: p.app["scopes"].__setitem__("other", {"parent": "nowhere"}))
add("DI304", "ask for a scoped root outside its scope",
    lambda p: [(i,) for i, r in enumerate(p.app.get("roots") or []) if is_mapping(r)],
    lambda p, i: p.app["roots"].__setitem__(i, p.app["roots"][i]["key"]))
add("DI306", "make a transient eager", lambda p: [(k,) for k in mappings(p, "factory", "scope") if "DI109" not in p.name and p.services()[k]["scope"] in ("transient", "graph", "weak")], set_field("eager", True))
add("DI309", "close a ring of scopes", lambda p: [()] if len(p.app.get("scopes") or {}) > 1 and p.app["scopes"].get("request") and "session" in p.app["scopes"] else [],
    lambda p: p.app["scopes"].__setitem__("session", {"parent": "request"}))
add("DI310", "move a scope out of the one that it was in", lambda p: [()] if p.name.startswith("DI310") else [],
    lambda p: p.app["scopes"].update(job={}))
# Parameters


def with_parameter(entry, use=True):
    def change(project):
        project.app.setdefault("parameters", {})
        if project.app["parameters"] is None:
            return False
        project.app["parameters"]["mutant"] = copy.deepcopy(entry)

    return change


def misname_parameter(project):
    for key in mappings(project, "settings"):
        settings = project.services()[key]["settings"]
        if is_mapping(settings):
            for name, value in settings.items():
                if isinstance(value, str) and value.startswith("${") and value.endswith("}"):
                    yield key, name


def misname(project, key, name):
    parameters = project.app.get("parameters") or {}
    used = project.services()[key]["settings"][name][2:-1]
    if used not in parameters:
        return False
    entry = parameters[used]
    parameters[used] = dict(entry if is_mapping(entry) else {"value": entry}, exposed=True)
    project.services()[key]["settings"][name] = "${" + used + "x}"


add("DI501", "misspell a parameter", misname_parameter, misname)
add("DI502", "declare what nobody uses", once, with_parameter({"value": "spare"}))
add("DI503", "let a parameter name itself", once, with_parameter({"value": "a${mutant}", "exposed": True}))
add("DI504", "leave an interpolation open", once, with_parameter({"value": "a${mutant", "exposed": True}))
add("DI505", "take a parameter's source away", once, with_parameter({"type": "int", "exposed": True}))
add("DI506", "give a parameter a value of another type", once, with_parameter({"type": "int", "value": "ten", "exposed": True}))
add("DI506", "go beyond a parameter's range", once, with_parameter({"type": "int", "value": 9, "max": 8, "exposed": True}))
add("DI508", "read a variable as another type", lambda p: [()] if "DB_POOL" in p.files["app.yaml"] else [],
    with_parameter({"type": "string", "env": "DB_POOL", "default": "a", "exposed": True}))
add("DI509", "write a secret into the file", once, with_parameter({"value": "open sesame", "secret": True, "exposed": True}))
# Collections and selects
add("DI601", "misspell a collection", services_with("collect"),
    lambda p, key: p.services()[key].__setitem__("collect", ["nowhere"] + ([p.services()[key]["collect"]] if isinstance(p.services()[key]["collect"], str) else p.services()[key]["collect"])))
add("DI602", "declare a collection that nothing is in", once,
    lambda p: p.app.__setitem__("collections", dict(p.app.get("collections") or {}, empty={"of": "Nothing"})))
add("DI608", "drop a case", services_with("select"), lambda p, key: p.services()[key]["cases"].popitem() and None if not p.app.get("roots") else False)
add("DI608", "add a value", lambda p: [(n,) for n, e in (p.app.get("parameters") or {}).items() if is_mapping(e) and e.get("type") == "enum" and f"select: {n}" in p.files["app.yaml"]],
    lambda p, name: p.app["parameters"][name]["of"].append("v9"))
add("DI609", "add a case that no value has", services_with("select"),
    lambda p, key: p.services()[key]["cases"].__setitem__("never", next(iter(p.services()[key]["cases"].values()))))
# Catalog


def catalogued(project):
    return [(key,) for key, entry in project.services().items()
            if project.catalog and (isinstance(entry, str) or is_mapping(entry) and "factory" in entry)]


def set_factory(name):
    def change(project, key):
        entry = project.services()[key]
        fresh = name(project, entry if isinstance(entry, str) else entry["factory"])
        if fresh is None:
            return False
        if project.app.get("roots") and key not in ("HealthCheck/db", "Cart/v1", "Cart/v2"):
            return False
        project.services()[key] = dict(entry, factory=fresh) if is_mapping(entry) else fresh

    return change


def other_provider(project, old):
    factories = project.factories()
    for factory in factories.values():
        if factory.get("role", "service") == "service" and old in factories and factory["provides"] != factories[old]["provides"]:
            return factory["name"]


add("DI205", "give another module's type the same name", lambda p: [(k,) for k in p.services() if p.catalog and k in ("Clock", "Parser", "Mailer") and (is_mapping(p.services()[k]) or True)],
    lambda p, key: p.catalog["factories"].append({"name": "twin", "provides": "Other." + key}) if len(p.services()) == 1 else False)
add("DI401", "misspell a factory", catalogued, set_factory(lambda p, old: old + "x"))
add("DI402", "name another key's factory", catalogued, set_factory(other_provider))
add("DI403", "let a factory ask for more", catalogued,
    lambda p, key: (lambda f: f.setdefault("dependencies", []).append({"key": "App.Gone", "kind": "instance"}) if f else False)(
        p.factories().get(p.services()[key] if isinstance(p.services()[key], str) else p.services()[key]["factory"]))
    if list(str(p.services()).split("'")).count(p.services()[key] if isinstance(p.services()[key], str) else p.services()[key]["factory"]) == 1 else False)
add("DI404", "name a dependency that the factory does not take", lambda p: [(k,) for (k,) in catalogued(p) if is_mapping(p.services()[k]) and is_mapping(p.services()[k].get("dependencies", {}))],
    lambda p, key: p.services()[key].__setitem__("dependencies", dict(p.services()[key].get("dependencies") or {}, mutant=key)))


def wrong_reference(project, key, label, target):
    other = next((k for k, e in project.services().items() if isinstance(e, str) or (is_mapping(e) and "factory" in e and "scope" not in e and k != key and "/" not in k)), None)
    if not project.catalog or other is None or other.split("/")[0] == target.split("/")[0] or "scope" in project.services()[key]:
        return False
    if any(t == key for _, _, t in plain_references(project)) or "roots" in project.app and target not in ("Clock", "Database"):
        return False
    project.services()[key]["dependencies"][label] = {"lazy": target}


add("DI405", "hand over lazily what is asked for at once", plain_references, wrong_reference)


def settings_of(project):
    for (key,) in catalogued(project):
        entry = project.services()[key]
        if is_mapping(entry) and is_mapping(entry.get("settings")):
            for name in entry["settings"]:
                # The base's overlays give this one in every stage.
                if (key, name) != ("Payments", "attempts"):
                    yield key, name


def field(project, key, name):
    factory = project.factories().get(project.services()[key]["factory"], {})
    return next((f for f in factory.get("settings", {}).get("fields", []) if f["name"] == name), None)


add("DI406", "give a setting a mapping", settings_of,
    lambda p, key, name: p.services()[key]["settings"].__setitem__(name, {"a": 1})
    if field(p, key, name) and "${" not in str(p.services()[key]["settings"][name]) and field(p, key, name)["type"] not in ("object", "map", "opaque") else False)
add("DI407", "add a setting", lambda p: {(k,) for k, _ in settings_of(p)},
    lambda p, key: p.services()[key]["settings"].__setitem__("mutant", 1))
add("DI408", "take a setting away", settings_of,
    lambda p, key, name: p.services()[key]["settings"].pop(name) and None
    if field(p, key, name) and not field(p, key, name).get("optional") and "default" not in field(p, key, name) and "${" not in str(p.services()[key]["settings"][name]) else False)
add("DI409", "deprecate what is used", plain_references,
    lambda p, key, label, target: p.services().__setitem__(target, dict(p.services()[target], deprecated="2.0")) if is_mapping(p.services().get(target)) else False)
add("DI410", "name a decorator as a factory", catalogued,
    set_factory(lambda p, old: next((f["name"] for f in p.factories().values() if f.get("role") == "decorator"), None)))
add("DI606", "decorate with another key's decorator", services_with("decorators"),
    lambda p, key: p.services()[key]["decorators"].append("slowed") if "slowed" in p.factories() and not key.startswith("Clock") else False)
add("DI305", "share what may not be shared", lambda p: [(k,) for (k,) in catalogued(p) if is_mapping(p.services()[k]) and p.factories().get(p.services()[k]["factory"], {}).get("shareable") is False],
    lambda p, key: p.services()[key].__setitem__("scope", "singleton"))
add("DI307", "call an awaited dependency without waiting", lambda p: [(f["name"],) for f in p.factories().values() if any(d.get("async") for d in f.get("dependencies", []))],
    lambda p, name: [d.pop("async", None) for d in p.factories()[name]["dependencies"]] and None)
add("DI416", "ask for a made service by a provider", lambda p: [(f["name"],) for f in p.factories().values() if any(d.get("kind") == "maker" for d in f.get("dependencies", []))],
    lambda p, name: [(d.pop("argument", None), d.__setitem__("kind", "provider")) for d in p.factories()[name]["dependencies"] if d.get("kind") == "maker"] and None)
add("DI308", "hold what is made on the main actor", lambda p: [(k,) for k in p.services() if p.catalog and "window" in p.factories() and k == "Sync"],
    lambda p, key: [f["dependencies"].__setitem__(0, {"key": "App.Window", "label": "window"}) for f in p.catalog["factories"] if f["name"] == "sync"] and p.services()[key].__setitem__("dependencies", {"window": "Window"}))
add("DI510", "let a secret reach an open setting", lambda p: [(k, n) for k, n in settings_of(p) if field(p, k, n) and field(p, k, n).get("secret")],
    lambda p, key, name: [f.pop("secret", None) for fac in p.catalog["factories"] for f in fac.get("settings", {}).get("fields", []) if f["name"] == name] and None)
add("DI603", "collect a service of another type", lambda p: [(k,) for (k,) in catalogued(p) if p.app.get("collections") and "/" not in k and "scope" not in (p.services()[k] if is_mapping(p.services()[k]) else {})],
    lambda p, key: p.services().__setitem__(key, dict(p.services()[key] if is_mapping(p.services()[key]) else {"factory": p.services()[key]}, collect=next(iter(p.app["collections"])))) if not p.app.get("roots") else False)
add("DI010", "quote as a word processor does", services_with("factory"), set_field("description", "\u201cold\u201d"))


def misspelt_call(project):
    keys = [key for key in project.services() if key.isidentifier()]
    if keys:
        texts = dict(project.files)
        texts["Asking/Program.swift"] = (
            f"import ConfigDI\nfunc run(_ container: Container) throws {{ try container.resolve({keys[0]}x.self) }}\n")
        yield keys[0], texts, ["--sources", "Asking"]


MUTATIONS.append(("DI211", "misspell a key in Swift", misspelt_call))


def unused_factory(project):
    if project.catalog:
        texts = project.texts()
        unnamed = {"name": "mutant", "provides": "App.Mutant"}
        texts["configdi.catalog.json"] = json.dumps(
            dict(project.catalog, factories=project.catalog["factories"] + [unnamed]))
        yield "a factory more", texts, ["--select", "DI702"]


# The rule is off unless it is selected.
MUTATIONS.append(("DI702", "register what nobody names", unused_factory))


def stale(project):
    if project.catalog:
        texts = dict(project.files)
        texts["live.json"] = json.dumps(dict(project.catalog, factories=project.catalog["factories"][1:]))
        texts["configdi.catalog.json"] = project.files["configdi.catalog.json"]
        yield "a factory less", texts, ["--catalog-from", "cat live.json", "--select", "DI701"]


MUTATIONS.append(("DI701", "change the program without its catalog", stale))


def check(binary, texts, arguments):
    with tempfile.TemporaryDirectory() as folder:
        work = os.path.join(folder, "case")
        for path, text in texts.items():
            full = os.path.join(work, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin")}
        run = subprocess.run([binary, "check", "app.yaml", "--format", "json", *arguments], cwd=work, env=environment,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        if run.returncode not in (0, 1):
            return None, run.stderr
        return {finding["code"] for finding in json.loads(run.stdout)["diagnostics"]}, run.stdout


def main():
    binary = os.path.abspath(sys.argv[1])
    folders = [os.path.join(ROOT, "Tests/Data/Mutations/base")]
    fixtures = os.path.join(ROOT, "Tests/Data/Fixtures")
    folders += [os.path.join(fixtures, name) for name in sorted(os.listdir(fixtures)) if "-valid" in name]
    projects = []
    for folder in folders:
        if not os.path.exists(os.path.join(folder, "app.yaml")):
            continue
        project = Project(folder)
        if not is_mapping(project.app):
            continue
        before, _ = check(binary, project.texts(), [])
        if before is not None and not (before - {"DI702"}):
            projects.append((os.path.basename(folder), project, before))
    jobs = []
    for code, name, run in MUTATIONS:
        for folder, project, before in projects:
            for site, texts, arguments in run(project):
                jobs.append((code, name, folder, site, before, texts, arguments))
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda job: check(binary, job[5], job[6]), jobs))
    caught, failures = {}, []
    for (code, name, folder, site, before, _, _), (codes, output) in zip(jobs, results):
        ignored = before if code != "DI702" else set()
        wanted = {code}
        if codes is None or (codes - ignored - {"DI702"} if code != "DI702" else codes & wanted) != wanted:
            failures.append(f"{code} {name} ({folder}: {site}): {sorted(codes) if codes is not None else output}")
        else:
            caught[(code, name)] = caught.get((code, name), 0) + 1
    rules = json.loads(subprocess.run([binary, "explain", "--format", "json"], capture_output=True, text=True).stdout)["rules"]
    reached = {code for code, _ in caught}
    lines = ["# Mutations against codes", "",
             "Each row is a fault that `Scripts/judges/mutations/run` puts into every correct manifest of the fixtures where it applies, and the",
             "code that the checker reports for it, alone.", "", "| code | fault | manifests |", "|---|---|---|"]
    lines += [f"| {code} | {name} | {count} |" for (code, name), count in sorted(caught.items())]
    lines += ["", "No mutation reaches:", ""]
    for rule in rules:
        if rule["code"] not in reached:
            if rule["code"] not in UNREACHABLE:
                failures.append(f"{rule['code']} is reached by no mutation")
            lines.append(f"- {rule['code']}: {UNREACHABLE.get(rule['code'], '?')}")
    text = "\n".join(lines) + "\n"
    for failure in failures:
        print("FAIL " + failure)
    print(f"{len(jobs) - len([f for f in failures if '(' in f])} passed, {len(failures)} failed")
    if "--check" in sys.argv:
        with open(TABLE, encoding="utf-8") as file:
            if file.read() != text:
                print("FAIL Tests/Data/Mutations/TABLE.md is not current: run Scripts/judges/mutations/run")
                sys.exit(1)
    else:
        with open(TABLE, "w", encoding="utf-8") as file:
            file.write(text)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
