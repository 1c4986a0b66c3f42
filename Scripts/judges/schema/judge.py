"""Validates examples, fixtures and single mistakes against the schemas that configdi-check prints."""
import json
import pathlib
import re
import subprocess
import sys

import jsonschema
import ruamel.yaml

root, samples, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
# What a schema sees: shapes, fields, and what the catalog says of factories and settings.
visible = {"DI004", "DI005", "DI006", "DI401", "DI402", "DI404", "DI406", "DI407", "DI410"}
failures = []
checker = pathlib.Path(sys.executable).with_name("check-jsonschema")


def schema(*arguments):
    text = subprocess.run([program, "schema", *map(str, arguments)], capture_output=True, text=True, check=True).stdout
    return json.loads(text)


def load(path):
    yaml = ruamel.yaml.YAML(typ="safe", pure=True)
    yaml.version = (1, 2)
    # As JSON has it: keys are text.
    return json.loads(json.dumps(plain(yaml.load(path))))


def plain(value):
    if isinstance(value, dict):
        return {("true" if k is True else "false" if k is False else str(k)): plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def errors(validator, path):
    try:
        document = load(path)
    except Exception as error:
        return [f"not read: {error}".splitlines()[0]]
    return [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:120]}" for e in validator.iter_errors(document)]


def is_manifest(path):
    return re.search(r"^configdi:", path.read_text(errors="replace"), re.M) is not None


def manifests(folder):
    return [path for path in sorted(folder.rglob("*.y*ml")) if not path.name.startswith(".") and is_manifest(path)]


def check(condition, what):
    if not condition:
        failures.append(what)
        print("FAILED  " + what)


validator_of = {}


def validator(catalog=None):
    if catalog not in validator_of:
        made = schema(*(["--catalog", catalog] if catalog else []))
        jsonschema.Draft7Validator.check_schema(made)
        validator_of[catalog] = jsonschema.Draft7Validator(made)
    return validator_of[catalog]


def catalog_of(folder):
    path = folder / "configdi.catalog.json"
    return path if path.exists() else None


def usable(catalog):
    return catalog if catalog and subprocess.run(
        [program, "schema", "--catalog", catalog], capture_output=True).returncode == 0 else None


accepted = refused = 0
folders = sorted(samples.iterdir()) + sorted((root / "Tests/Data/Fixtures").glob("DI*"))
for folder in folders:
    code = folder.name[:5]
    is_valid = folder.name.endswith("-good") or "-valid" in folder.name
    catalog = usable(catalog_of(folder))
    for which in {None, catalog}:
        found = [error for path in manifests(folder) for error in errors(validator(which), path)]
        if is_valid:
            accepted += 1
            check(not found, f"{folder.name} is accepted {'with its catalog' if which else ''}: {found[:2]}")
    if folder.name.endswith("-bad") and code in visible:
        found = [error for path in sorted(folder.rglob("*.yaml")) for error in errors(validator(catalog), path)]
        refused += 1
        check(found, f"{folder.name} is refused")

example = root / "Examples" / "config"
for arguments in ([], ["--catalog", example / "configdi.catalog.json"], [example / "app.yaml"]):
    made = jsonschema.Draft7Validator(schema(*arguments))
    for path in [p for p in manifests(example) if "broken" not in p.parts]:
        accepted += 1
        check(not (found := errors(made, path)), f"{path.name} is accepted: {found[:2]}")

# The command that people run says the same.
committed = samples / "schema.json"
committed.write_text(json.dumps(schema(example / "app.yaml")))
outcome = subprocess.run([checker, "--check-metaschema", committed], capture_output=True, text=True)
check(outcome.returncode == 0, f"check-jsonschema takes it for a schema: {outcome.stdout}")
outcome = subprocess.run([checker, "--schemafile", committed, example / "app.yaml"], capture_output=True, text=True)
check(outcome.returncode == 0, f"check-jsonschema accepts the example: {outcome.stdout}")

# Single mistakes in the example, each of which a schema can see; with and without the catalog.
text = (example / "app.yaml").read_text()
mistakes = [
    (False, "overlays:", "overlays:\n  - {}"), (False, "WallClock: systemClock", "WallClock: { factory: systemClock, deprecated: 5 }"),
    (False, "roots:", "rootz:"), (False, "configdi: 1", "configdi: 2"), (False, "configdi: 1\n", ""),
    (False, "WallClock: systemClock", "WallClock: 3"), (False, "WallClock: systemClock", "WallClock:"),
    (False, "WallClock: systemClock", "/WallClock: systemClock"), (False, "WallClock: systemClock", "WallClock/: systemClock"),
    (False, "provided: true, description", "provided: false, description"),
    (False, "provided: true, scope", "provided: true, eager: true, scope"),
    (False, "provided: true, scope", "provided: true, scop"), (False, "select: cache.kind, cases", "alias: Cache/none, cases"),
    (False, "factory: memoryCache,", "factory: memoryCache, alias: Cache/none,"), (False, "factory: memoryCache", "factory: '${a}'"),
    (False, "collect: healthChecks }\n  HealthCheck/cred", "collect: [3] }\n  HealthCheck/cred"),
    (False, "scopes:\n  request:", "scopes:\n  singleton:"), (False, "{ parent: singleton }", "{ parents: singleton }"),
    (False, "{ of: HealthCheck }", "{}"), (False, "{ key: ParcelTracker, scope: request }", "{ scope: request }"),
    (False, "type: duration, env", "type: durations, env"), (False, "min: 100ms", "min: 100"), (False, "default: 2s", "default: 2 s"),
    (False, "{ value: 3, min", "{ value: 3, env: X, min"), (False, "secret: true", "secret: yes please"),
    (False, "retry.attempts:  ", "9retry.attempts:  "), (False, "optional: true }", "optional: maybe }"),
    (False, "{ checks: { all: healthChecks } }", "{ checks: { every: healthChecks } }"),
    (False, "{ checks: { all: healthChecks } }", "{ checks: { all: healthChecks, lazy: X } }"),
    (False, "{ checks: { all: healthChecks } }", "healthChecks"), (False, "extends: staging", "extends: [staging]"),
    (False, "    parameters: { retry.attempts: 5 }", "    parameter: { retry.attempts: 5 }"),
    (False, "Endpoint: ownServer", "Endpoint: { factory: ownServer, remove: true }"),
    (True, "WallClock: systemClock", "WallClock: systemClok"), (True, "WallClock: systemClock", "WallClock: httpAPI"),
    (True, "WallClock: systemClock", "Parcels.WallClock: httpAPI"), (True, "Cache/none: noCache", "Cache/none: httpAPI"),
    (True, "capacity: 100", "capacty: 100"), (True, "capacity: 100", "capacity: many"), (True, "capacity: 100", "capacity: 1.5"),
    (True, "lifetime: 5m", "lifetime: 5 minutes"), (True, "- metered", "- httpAPI"), (True, "- metered", "- meterd"),
    (True, "dependencies: { api: APIClient", "dependencies: { apis: APIClient"),
    (True, "dependencies: { api: APIClient", "dependencies: { api: { lazy: APIClient }"),
    (True, "dependencies: { checks: { all: healthChecks } }", "dependencies: [{ all: healthChecks }, Cache]"),
    (True, "{ attempts: \"${retry.attempts}\" }", "{ attempts: \"3 ${retry.attempts}\" }"),
]
plain_schema = validator()
full_schema = jsonschema.Draft7Validator(schema(example / "app.yaml"))
broken = samples / "broken.yaml"
for needs_catalog, old, new in mistakes:
    check(old in text, f"the example has: {old}")
    broken.write_text(text.replace(old, new, 1))
    refused += 1
    if not needs_catalog:
        check(errors(plain_schema, broken), f"refused by the format's schema: {new!r}")
    check(errors(full_schema, broken), f"refused by the program's schema: {new!r}")

print(f"{accepted} manifests accepted, {refused} mistakes refused")
sys.exit(f"{len(failures)} failures" if failures else 0)
