"""judge.py CHECKER COUNT SEED: see Scripts/judges/random-modules/run."""
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import modules

BATCH = 10
checker, count, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
products = checker.parent
checkout = pathlib.Path.cwd()
compiler = ["swiftc", "-swift-version", "6", "-Onone", "-I", str(products / "Modules"), "-I", str(checkout / "Sources/CYAML")]
totals = {"modules": 0, "registrations": 0, "left out": 0, "run": 0, "with a TODO": 0, "with a cycle": 0, "for other modules": 0}
failures = []


def run(arguments, folder, **options):
    return subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=300, **options)


def fail(module, step, output):
    failures.append(module)
    print(f"{module.name}: {step}\n{output.strip()[:3000]}\n--- {module.name}.swift\n{module.text}", file=sys.stderr)


def compile_module(module, folder, factories):
    """Compiles a module with its symbol graph, and with its registrations once there are any."""
    sources = [f"Sources/{module.name}/{module.name}.swift"]
    options = ["-emit-symbol-graph", "-emit-symbol-graph-dir", f"graphs/{module.name}", "-symbol-graph-minimum-access-level", "private"]
    if factories:
        sources += [f"Sources/{module.name}/{module.name}Factories.swift", f"Sources/{module.name}/Use.swift"]
        options = ["-emit-object", "-wmo", "-enable-testing", "-o", f"{module.name}.o"]
    return run(
        compiler + ["-parse-as-library", "-module-name", module.name, "-I", ".", "-emit-module", "-emit-module-path", f"{module.name}.swiftmodule"]
        + options + sources, folder)


def register(module, folder, *options):
    graphs = [option for other in module.earlier + [module] for option in ("--symbol-graph", f"graphs/{other.name}")]
    return run([str(checker), "register", *graphs, "--target", module.name, *options], folder)


def use(module, folder):
    """Writes what resolves each root of the module's first manifest."""
    manifest = (folder / f"config/{module.name}.yaml").read_text()
    factories = (folder / f"Sources/{module.name}/{module.name}Factories.swift").read_text()
    kinds = dict((name, (method, kind)) for method, name, kind in re.findall(r'registry\.(\w+)\(\s*"((?:[^"\\]|\\.)*)",\s*(?:as|of): (.+?)\.self', factories))
    services = dict(re.findall(r'^  ("?[^#\n]+?"?):(?:\n    factory:)? ([^{\n]+)$', manifest, re.M))
    roots = re.findall(r"^  - (.+)$", manifest, re.M)
    lines = []
    for root in roots:
        method, kind = kinds.get(services.get(root, "").strip('"'), (None, None))
        if method == "registerMainActor":
            lines.append(f"    try await MainActor.run {{ _ = try container.main.resolve({kind}.self) }}")
        elif method == "registerUnshared" or method and method.startswith("register"):
            lines.append(f"    _ = try container.resolve({kind}.self)")
    (folder / f"Sources/{module.name}/Use.swift").write_text(
        "import ConfigDI\n" + "".join(f"import {other.name}\n" for other in module.earlier)
        + f"enum Use{module.name} {{\n  static func run(_ container: Container) async throws {{\n" + "\n".join(lines) + "\n  }\n}\n")


def main_file(made):
    text = "import ConfigDI\n" + "".join(f"@testable import {module.name}\n" for module in made)
    text += "let name = CommandLine.arguments[1]\n"
    for module in made:
        text += f"""if name == "{module.name}" {{
  let registry = FactoryRegistry({module.name}Factories())
  registry.printCatalogIfAsked()
  let container = try Container(manifest: "config/{module.name}.yaml", registry: registry)
  try await container.start()
  try await Use{module.name}.run(container)
  try await container.shutdown()
}}
"""
    return text


def judge(group_batch, folder):
    made = []
    for module in [module for group in group_batch for module in group]:
        (folder / f"Sources/{module.name}").mkdir(parents=True)
        (folder / f"graphs/{module.name}").mkdir(parents=True)
        (folder / f"Sources/{module.name}/{module.name}.swift").write_text(module.text)
        compiled = compile_module(module, folder, factories=False)
        if compiled.returncode:
            fail(module, "the generator's module does not compile", compiled.stderr)
            continue
        written = register(module, folder, "--manifest", f"config/{module.name}.yaml")
        if written.returncode:
            fail(module, f"register ended with {written.returncode}", written.stderr)
            continue
        totals["left out"] += written.stderr.count("is skipped:")
        factories = (folder / f"Sources/{module.name}/{module.name}Factories.swift").read_text()
        totals["registrations"] += factories.count("registry.register")
        use(module, folder)
        compiled = compile_module(module, folder, factories=True)
        if compiled.returncode:
            fail(module, "what was written does not compile", compiled.stderr + factories)
            continue
        again = register(module, folder, "--check")
        if again.returncode or register(module, folder).stdout.find("is up to date") < 0:
            fail(module, "a second run changes something", again.stdout + again.stderr)
            continue
        made.append(module)
    if not made:
        return
    (folder / "main.swift").write_text(main_file(made))
    # A build folder keeps the objects of sources that are gone.
    objects = [
        str(products / f"{name}.build/{path.name}.o") for name in ("ConfigDI", "ConfigDIRuntime") for path in (checkout / f"Sources/{name}").rglob("*.swift")
    ]
    linked = run(compiler + ["-I", ".", "main.swift", *[f"{m.name}.o" for m in made], *objects, "-lyaml", "-o", "main"], folder)
    if linked.returncode:
        fail(made[0], "the batch cannot be linked", linked.stderr)
        return
    for module in made:
        totals["modules"] += 1
        manifest = f"config/{module.name}.yaml"
        text = (folder / manifest).read_text()
        checked = run([str(checker), "check", manifest, "--catalog-from", f"./main {module.name}", "--require-catalog"], folder)
        codes = set(re.findall(r"error: .*\[(DI\d+)\]", checked.stdout))
        if "TODO" in text:
            totals["with a TODO"] += 1
            if checked.returncode != 1:
                fail(module, "a manifest with a TODO is accepted", checked.stdout + checked.stderr + text)
        elif codes and codes <= {"DI202", "DI204"}:
            totals["with a cycle"] += 1
        elif checked.returncode:
            fail(module, "the first manifest has errors, and no TODO", checked.stdout + checked.stderr + text)
        elif "provided: true" in text:
            totals["for other modules"] += 1
        else:
            ran = run(["./main", module.name], folder)
            totals["run"] += 1
            if ran.returncode:
                fail(module, "the program fails", ran.stdout + ran.stderr + text)


start = time.time()
source = random.Random(seed)
groups = modules.groups(source, count)
for first in range(0, len(groups), BATCH):
    with tempfile.TemporaryDirectory() as folder:
        judge(groups[first : first + BATCH], pathlib.Path(folder))
print(", ".join(f"{value} {name}" for name, value in totals.items()), f"in {time.time() - start:.0f} s, {len(failures)} failures")
sys.exit(1 if failures or not totals["run"] else 0)
