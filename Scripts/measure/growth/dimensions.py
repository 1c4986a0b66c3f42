"""Every way in which an input of configdi-check can grow: a name, and what the input is at size n.

A dimension gives the files (by path; bytes or text) and the arguments; the first file is the manifest where the arguments
name none. The checker's exit code is of no interest here, unless it is a crash.
"""
import json

DIMENSIONS = {}


def dimension(make):
    DIMENSIONS[make.__name__] = make
    return make


def manifest(services=(), head=()):
    """A manifest of lines that stand under `services` and lines that stand before it."""
    return "\n".join(["configdi: 1", *head, "services:", *("  " + line for line in services)]) + "\n"


def only(text, *arguments, **files):
    return {"app.yaml": text, **{name.replace("__", "/") + ".yaml": body for name, body in files.items()}}, list(arguments or ("check", "app.yaml"))


def catalog(factories, keys=()):
    return json.dumps({"configdiCatalog": 1, "keys": list(keys), "factories": list(factories)}, indent=1)


def with_catalog(text, factories, *arguments, keys=()):
    return ({"app.yaml": text, "configdi.catalog.json": catalog(factories, keys)}, list(arguments or ("check", "app.yaml")))


def needs(*keys, factory="f", more=""):
    return f"{{ factory: {factory}, dependencies: [{', '.join(keys)}]{more} }}"


def chain(n, more=""):
    return [f"S{i}: {needs(f'S{i + 1}', more=more)}" for i in range(n)] + [f"S{n}: f"]


# --- text and YAML


@dimension
def services(n):
    return only(manifest(f"S{i}: f" for i in range(n)))


@dimension
def services_on_one_line(n):
    return only("{configdi: 1, services: {" + ", ".join(f"S{i}: f" for i in range(n)) + "}}\n")


@dimension
def findings_on_one_line(n):
    return only("{configdi: 1, services: {" + ", ".join(f"S{i}: {{ alias: Quite/x{i} }}" for i in range(n)) + "}}\n")


@dimension
def findings_on_one_line_sarif(n):
    return findings_on_one_line(n)[0], ["check", "app.yaml", "--format", "sarif"]


@dimension
def findings_on_one_line_gitlab(n):
    return findings_on_one_line(n)[0], ["check", "app.yaml", "--format", "gitlab"]


@dimension
def findings_on_one_line_beyond_ascii(n):
    text = "{configdi: 1, services: {" + ", ".join(f"S{i}: {{ alias: Qüite/é{i} }}" for i in range(n)) + "}}\n"
    return only(text, "check", "app.yaml", "--format", "sarif")


@dimension
def duplicate_keys(n):
    return only(manifest("S: f" for _ in range(n)))


@dimension
def duplicate_keys_on_one_line(n):
    return only("{configdi: 1, services: {" + ", ".join("S: f" for _ in range(n)) + "}}\n")


@dimension
def duplicate_keys_on_one_line_sarif(n):
    return duplicate_keys_on_one_line(n)[0], ["check", "app.yaml", "--format", "sarif"]


@dimension
def ambiguous_scalars(n):
    return only(manifest(f"S{i}: {{ factory: f, settings: {{ a: no }} }}" for i in range(n)))


@dimension
def ambiguous_scalars_on_one_line(n):
    return only(manifest(["S: { factory: f, settings: { a: [" + ", ".join("no" for _ in range(n)) + "] } }"]))


@dimension
def unknown_fields(n):
    return only(manifest(f"S{i}: {{ factory: f, skope: singleton }}" for i in range(n)))


@dimension
def unknown_fields_of_one_service(n):
    return only(manifest(["S:", "  factory: f", *(f"  skope{i}: singleton" for i in range(n))]))


@dimension
def unknown_fields_on_one_line(n):
    return only(manifest(["S: { factory: f, " + ", ".join(f"skope{i}: x" for i in range(n)) + " }"]))


@dimension
def entries_beside_their_section(n):
    return only("configdi: 1\nservices:\n" + "".join(f"Store{i}: {{ factory: f }}\n" for i in range(n)))


@dimension
def fields_beside_their_service(n):
    return only(manifest(f"S{i}:" for i in range(n)) + "  factory: f\n  settings: {}\n")


@dimension
def wrong_shapes(n):
    return only(manifest(f"S{i}: [1]" for i in range(n)))


@dimension
def foreign_tags(n):
    return only(manifest(f"S{i}: {{ factory: f, settings: {{ a: !thing x }} }}" for i in range(n)))


@dimension
def long_scalar(n):
    return only(manifest(["S: { factory: f, settings: { a: " + "x" * n + " } }"]))


@dimension
def long_factory(n):
    return only(manifest([f"S: {'f' * n}"]))


@dimension
def block_scalar(n):
    return only(manifest(["S:", "  factory: f", "  settings:", "    a: |", *("      some text" for _ in range(n))]))


@dimension
def long_keys(n):
    return only(manifest([f"S{'a' * n}: f", f"T: {needs('S' + 'a' * n)}"]))


@dimension
def long_similar_keys(n):
    return only(manifest([f"S{'a' * n}: f", f"T: {needs('S' + 'b' * n)}"]))


@dimension
def one_long_key_misspelt(n):
    return only(manifest([f"S{'a' * n}: f", f"T: {needs('S' + 'a' * (n - 1) + 'b')}"]))


@dimension
def many_similar_keys(n):
    return only(manifest([*(f"Service{i:07}: f" for i in range(n)), f"T: {needs('Servise0000000')}"]))


@dimension
def many_long_similar_keys(n):
    """Their number and their length grow together, so that the text grows as n."""
    side = max(1, int(n ** 0.5))
    return only(manifest(
        [f"S{'a' * side}{i:06}: {needs('T' + 'a' * side + f'{i:06}')}" for i in range(side)]))


@dimension
def comments(n):
    return only(manifest(["# a remark"] * n + ["S: f"]))


@dimension
def blank_lines(n):
    return only(manifest([""] * n + ["S: f"]))


@dimension
def one_long_comment(n):
    return only(manifest(["S: f # " + "x" * n]))


@dimension
def aliases(n):
    return only(manifest(["A: &a f", *(f"S{i}: *a" for i in range(n))]))


@dimension
def anchors(n):
    return only(manifest(f"S{i}: &a{i} f" for i in range(n)))


def bomb(n):
    """About n nodes, in a text of a few hundred bytes."""
    lines, count, name = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1]"], 8, 0
    while count * 2 <= n:
        name, count = name + 1, count * 2
        lines.append(f"a{name}: &a{name} [*a{name - 1}, *a{name - 1}]")
    return manifest(["A:", "  factory: a", "  settings:", *("    " + line for line in lines)])


@dimension
def alias_bomb(n):
    return only(bomb(n))


@dimension
def alias_bomb_plan(n):
    return only(bomb(n), "plan", "app.yaml")


@dimension
def alias_bomb_plan_json(n):
    return only(bomb(n), "plan", "app.yaml", "--format", "json")


@dimension
def alias_bomb_diff(n):
    return only(bomb(n), "diff", "old.yaml", "app.yaml", old=manifest(["A: { factory: a, settings: { a: 1 } }"]))


@dimension
def documents(n):
    return only("configdi: 1\nservices: { S: f }\n" + "---\na: 1\n" * n)


@dimension
def deep_lists(n):
    return only(manifest(["S: { factory: f, settings: { a: " + "[" * n + "]" * n + " } }"]))


@dimension
def settings_fields(n):
    return only(manifest(["S:", "  factory: f", "  settings:", *(f"    a{i}: {i}" for i in range(n))]))


@dimension
def settings_list(n):
    return only(manifest(["S: { factory: f, settings: { a: [" + ", ".join("1" for _ in range(n)) + "] } }"]))


@dimension
def tabs(n):
    return only("configdi: 1\nservices:\n" + "\tS: f\n" * n)


@dimension
def not_utf8(n):
    return only(b"configdi: 1\nservices:\n  S: f\n" + b"\xff" * n)


@dimension
def suspicious_text(n):
    return only(manifest(f"S{i}: {{ factory: f, settings: {{ a: “x” }} }}" for i in range(n)))


# --- suppressions


@dimension
def suppressed_findings(n):
    return only(manifest(f"S{i}: {{ alias: Quite/x{i} }} # configdi:ignore DI201 -- known" for i in range(n)))


@dimension
def suppressed_above(n):
    lines = []
    for i in range(n):
        lines += ["# configdi:ignore DI201 -- known", f"S{i}: {{ alias: Quite/x{i} }}"]
    return only(manifest(lines))


@dimension
def suppressions_that_suppress_nothing(n):
    return only(manifest(f"S{i}: f # configdi:ignore DI201 -- known" for i in range(n)))


@dimension
def stacked_suppressions(n):
    return only(manifest(["# configdi:ignore DI201 -- known"] * n + ["S: { alias: Quite/x }"]))


@dimension
def ignore_file_comments(n):
    return only(manifest(["# configdi:ignore-file DI201 -- known"] * n + [f"S{i}: {{ alias: Q/x{i} }}" for i in range(n)]))


@dimension
def codes_of_one_suppression(n):
    return only(manifest([f"S: f # configdi:ignore {', '.join('DI201' for _ in range(n))} -- known"]))


@dimension
def unknown_codes_of_one_suppression(n):
    return only(manifest([f"S: f # configdi:ignore {', '.join(f'DX{i}' for i in range(n))} -- known"]))


@dimension
def malformed_suppressions(n):
    return only(manifest(f"S{i}: f # configdi:ignore DI201" for i in range(n)))


# --- services and the graph


@dimension
def long_chain(n):
    return only(manifest(chain(n)))


@dimension
def long_chain_from_a_root(n):
    return only(manifest(chain(n), ["roots: [S0]"]))


@dimension
def ring(n):
    return only(manifest(f"S{i}: {needs(f'S{(i + 1) % n}')}" for i in range(n)))


@dimension
def ring_with_chords(n):
    return only(manifest(f"S{i}: {needs(f'S{(i + 1) % n}', f'S{(i * 7 + 3) % n}')}" for i in range(n)))


@dimension
def many_two_rings(n):
    lines = []
    for i in range(n):
        lines += [f"A{i}: {needs(f'B{i}')}", f"B{i}: {needs(f'A{i}')}"]
    return only(manifest(lines))


@dimension
def two_rings_that_share_one(n):
    return only(manifest([f"A: {needs(*(f'B{i}' for i in range(n)))}", *(f"B{i}: {needs('A')}" for i in range(n))]))


@dimension
def many_two_rings_of_many_users(n):
    lines = []
    for i in range(n):
        lines += [f"A{i}: {needs(f'B{i}')}", f"B{i}: {needs(f'A{i}')}", f"U{i}: {needs(f'A{i}')}"]
    return only(manifest(lines))


@dimension
def self_dependencies(n):
    return only(manifest(f"S{i}: {needs(f'S{i}')}" for i in range(n)))


@dimension
def self_dependencies_among_variants(n):
    return only(manifest(f"S/v{i}: {needs(f'S/v{i}')}" for i in range(n)))


@dimension
def one_self_dependency_many_times(n):
    return only(manifest([f"S: {needs(*['S'] * n)}"]))


@dimension
def dependencies_of_one(n):
    return only(manifest([f"T: {needs(*(f'S{i}' for i in range(n)))}", *(f"S{i}: f" for i in range(n))]))


@dimension
def users_of_one(n):
    return only(manifest([f"S{i}: {needs('T')}" for i in range(n)] + ["T: f"]))


@dimension
def layers(n):
    side = max(1, int((n / 8) ** 0.5))
    lines = []
    for level in range(side):
        for i in range(side):
            lines.append(f"L{level}x{i}: {needs(*(f'L{level + 1}x{(i * 3 + k) % side}' for k in range(8)))}")
    lines += [f"L{side}x{i}: f" for i in range(side)]
    return only(manifest(lines))


@dimension
def deferred_ring(n):
    return only(manifest(
        f"S{i}: " + needs("{ lazy: S0 }" if i + 1 == n else f"S{i + 1}") for i in range(n)))


@dimension
def all_lazy_ring(n):
    return only(manifest(f"S{i}: " + needs(f"{{ lazy: S{(i + 1) % n} }}") for i in range(n)))


@dimension
def many_deferred_two_rings(n):
    lines = []
    for i in range(n):
        lines += [f"A{i}: {needs(f'B{i}')}", f"B{i}: " + needs(f"{{ lazy: A{i} }}")]
    return only(manifest(lines))


@dimension
def deferred_star(n):
    return only(manifest([f"A: {needs(*(f'B{i}' for i in range(n)))}", *(f"B{i}: " + needs("{ lazy: A }") for i in range(n))]))


@dimension
def deferred_ladder(n):
    lines = [f"S{i}: " + needs(f"S{i + 1}", "{ lazy: S0 }") for i in range(n)]
    return only(manifest(lines + [f"S{n}: f"]))


@dimension
def aliases_of_one(n):
    return only(manifest([*(f"A{i}: {{ alias: S }}" for i in range(n)), "S: f"]))


@dimension
def alias_chain(n):
    return only(manifest([*(f"A{i}: {{ alias: A{i + 1} }}" for i in range(n)), f"A{n}: f"]))


@dimension
def alias_ring(n):
    return only(manifest(f"A{i}: {{ alias: A{(i + 1) % n} }}" for i in range(n)))


@dimension
def many_alias_rings(n):
    lines = []
    for i in range(n):
        lines += [f"A{i}: {{ alias: B{i} }}", f"B{i}: {{ alias: A{i} }}"]
    return only(manifest(lines))


@dimension
def alias_chain_in_a_ring(n):
    return only(manifest([*(f"A{i}: {{ alias: A{i + 1} }}" for i in range(n)), f"A{n}: {needs('A0')}"]))


@dimension
def rings_through_one_alias_chain(n):
    return only(manifest(
        [*(f"A{i}: {{ alias: A{i + 1} }}" for i in range(n)), f"A{n}: {needs(*(f'S{i}' for i in range(n)))}",
         *(f"S{i}: {needs('A0')}" for i in range(n))]))


@dimension
def decorators(n):
    return only(manifest(["S:", "  factory: f", "  decorators:", *(f"    - d{i}" for i in range(n))]))


@dimension
def deprecated_uses(n):
    return only(manifest(["T: { factory: f, deprecated: old }", *(f"S{i}: {needs('T')}" for i in range(n))]))


@dimension
def unused_services(n):
    factories = [{"name": "f", "provides": "App.S"}]
    return with_catalog(manifest([*(f"S/v{i}: f" for i in range(n))], ["roots: [S/v0]"]), factories)


# --- missing references


@dimension
def missing_references(n):
    return only(manifest(f"S{i}: {needs(f'Quite{i}')}" for i in range(n)))


@dimension
def misspelt_references(n):
    return only(manifest([f"Service{i}: {needs(f'Servise{i}')}" for i in range(n)]))


@dimension
def missing_references_of_one(n):
    return only(manifest([f"S: {needs(*(f'Quite{i}' for i in range(n)))}"]))


@dimension
def one_missing_of_many(n):
    return only(manifest(f"S{i}: {needs('Quite')}" for i in range(n)))


@dimension
def missing_variants(n):
    return only(manifest(f"Store/v{i}: {needs(f'Store/w{i}')}" for i in range(n)))


@dimension
def missing_along_a_deep_path(n):
    return only(manifest(
        [f"S{i}: {needs(f'S{i + 1}', f'Quite{i}')}" for i in range(n)] + [f"S{n}: f"], ["roots: [S0]"]))


@dimension
def missing_optionals(n):
    return only(manifest(f"S{i}: " + needs(f"{{ optional: Quite{i} }}") for i in range(n)))


@dimension
def missing_roots(n):
    return only(manifest(["S: f"], ["roots: [" + ", ".join(f"Quite{i}" for i in range(n)) + "]"]))


@dimension
def missing_cases(n):
    values = ", ".join(f"v{i}" for i in range(n))
    cases = ", ".join(f"v{i}: Quite{i}" for i in range(n))
    return only(manifest(
        [f"S: {{ select: p, cases: {{ {cases} }} }}"],
        [f"parameters: {{ p: {{ type: enum, of: [{values}], env: P }} }}"]))


@dimension
def missing_removed(n):
    head = ["stages:", "  a:", "    services:", *(f"      T{i}: {{ remove: true }}" for i in range(n))]
    return only(manifest([f"S{i}: {needs(f'T{i}')}" for i in range(n)] + [f"T{i}: f" for i in range(n)], head))


# --- selects


def enum_parameter(n, name="p"):
    return f"parameters: {{ {name}: {{ type: enum, of: [{', '.join(f'v{i}' for i in range(n))}], env: P }} }}"


@dimension
def select_cases(n):
    cases = ", ".join(f"v{i}: S{i}" for i in range(n))
    return only(manifest(
        [f"T: {{ select: p, cases: {{ {cases} }} }}", *(f"S{i}: f" for i in range(n))], [enum_parameter(n)]))


@dimension
def select_cases_that_depend_on_it(n):
    cases = ", ".join(f"v{i}: S{i}" for i in range(n))
    return only(manifest(
        [f"T: {{ select: p, cases: {{ {cases} }} }}", *(f"S{i}: {needs('T')}" for i in range(n))], [enum_parameter(n)]))


@dimension
def selects_in_a_ring(n):
    """Bool parameters whose selects lead to one another."""
    head = ["parameters:", *(f"  p{i}: {{ type: bool, env: P{i} }}" for i in range(n))]
    lines = []
    for i in range(n):
        lines += [f"T{i}: {{ select: p{i}, cases: {{ true: A{i}, false: B{i} }} }}",
                  f"A{i}: {needs(f'T{(i + 1) % n}')}", f"B{i}: f"]
    return only(manifest(lines, head))


@dimension
def selects_of_selects(n):
    head = ["parameters:", *(f"  p{i}: {{ type: bool, env: P{i} }}" for i in range(n))]
    lines = [f"T{i}: {{ select: p{i}, cases: {{ true: T{(i + 1) % n}, false: T{(i + 2) % n} }} }}" for i in range(n)]
    return only(manifest(lines, head))


@dimension
def selects_of_one_parameter(n):
    lines = []
    for i in range(n):
        lines += [f"T{i}: {{ select: p, cases: {{ true: A{i}, false: B{i} }} }}",
                  f"A{i}: {needs(f'T{(i + 1) % n}')}", f"B{i}: f"]
    return only(manifest(lines, ["parameters: { p: { type: bool, env: P } }"]))


@dimension
def selects_and_cases_of_one_parameter(n):
    side = max(2, int(n ** 0.5))
    lines = []
    for i in range(side):
        cases = ", ".join(f"v{k}: {f'T{i + 1}' if k and i + 1 < side else 'A'}" for k in range(side))
        lines.append(f"T{i}: {{ select: p, cases: {{ {cases} }} }}")
    return only(manifest(lines + [f"A: {needs('T0')}"], [enum_parameter(side)]))


@dimension
def many_small_select_rings(n):
    head = ["parameters:", *(f"  p{i}: {{ type: bool, env: P{i} }}" for i in range(n))]
    lines = []
    for i in range(n):
        lines += [f"T{i}: {{ select: p{i}, cases: {{ true: A{i}, false: B{i} }} }}", f"A{i}: {needs(f'T{i}')}", f"B{i}: f"]
    return only(manifest(lines, head))


@dimension
def dead_cases(n):
    cases = ", ".join(f"w{i}: S" for i in range(n))
    return only(manifest([f"T: {{ select: p, cases: {{ {cases} }} }}", "S: f"], [enum_parameter(2)]))


@dimension
def dead_cases_of_many_values(n):
    cases = ", ".join(f"w{i}: S" for i in range(n))
    return only(manifest([f"T: {{ select: p, cases: {{ {cases} }} }}", "S: f"], [enum_parameter(n)]))


@dimension
def selects_over_many_parameters(n):
    head = ["parameters:", *(f"  p{i}: {{ type: bool, env: P{i} }}" for i in range(n))]
    return only(manifest(
        [*(f"T{i}: {{ select: p{i}, cases: {{ true: A, false: A }} }}" for i in range(n)), "A: f"], head))


@dimension
def captive_select_cases(n):
    cases = ", ".join(f"v{i}: S{i}" for i in range(n))
    return only(manifest(
        [f"T: {{ select: p, cases: {{ {cases} }} }}", f"H: {needs('T')}",
         *(f"S{i}: {{ factory: f, scope: request }}" for i in range(n))], ["scopes: { request: {} }", enum_parameter(n)]))


@dimension
def captive_selects(n):
    head = ["scopes: { request: {} }", "parameters:", *(f"  p{i}: {{ type: bool, env: P{i} }}" for i in range(n))]
    lines = [f"T{i}: {{ select: p{i}, cases: {{ true: T{i + 1}, false: B }} }}" for i in range(n)]
    return only(manifest(
        lines + [f"T{n}: {{ factory: f, scope: request }}", "B: f", f"H: {needs('T0')}"], head))


# --- collections


def members(n, dependencies="[]"):
    return [f"M{i}: {{ factory: f, collect: all, dependencies: {dependencies} }}" for i in range(n)]


COLLECTION = ["collections: { all: { of: M } }"]


@dimension
def collection_members(n):
    return only(manifest(members(n) + ["T: " + needs("{ all: all }")], COLLECTION))


@dimension
def collection_whose_members_take_it(n):
    return only(manifest(members(n, "[{ all: all }]"), COLLECTION))


@dimension
def collection_whose_members_take_it_lazily(n):
    return only(manifest(members(n, "[{ lazy: T }]") + ["T: " + needs("{ all: all }")], COLLECTION))


@dimension
def collection_whose_members_take_its_user(n):
    return only(manifest(members(n, "[T]") + ["T: " + needs("{ all: all }")], COLLECTION))


@dimension
def collections(n):
    head = ["collections:", *(f"  c{i}: {{ of: M }}" for i in range(n))]
    return only(manifest((f"M{i}: {{ factory: f, collect: c{i} }}" for i in range(n)), head))


@dimension
def collections_of_one(n):
    head = ["collections:", *(f"  c{i}: {{ of: M }}" for i in range(n))]
    return only(manifest([f"M: {{ factory: f, collect: [{', '.join(f'c{i}' for i in range(n))}] }}"], head))


@dimension
def empty_collections(n):
    return only(manifest(["S: f"], ["collections:", *(f"  c{i}: {{ of: M }}" for i in range(n))]))


@dimension
def unknown_collections(n):
    head = ["collections:", *(f"  c{i}: {{ of: M }}" for i in range(n))]
    return only(manifest((f"M{i}: {{ factory: f, collect: k{i} }}" for i in range(n)), head))


@dimension
def users_of_a_collection(n):
    return only(manifest(members(n) + [f"U{i}: " + needs("{ all: all }") for i in range(n)], COLLECTION))


# --- scopes


@dimension
def nested_scopes(n):
    head = ["scopes:", "  s0: {}", *(f"  s{i}: {{ parent: s{i - 1} }}" for i in range(1, n))]
    return only(manifest(["S: f"], head))


@dimension
def services_in_nested_scopes(n):
    head = ["scopes:", "  s0: {}", *(f"  s{i}: {{ parent: s{i - 1} }}" for i in range(1, n))]
    lines = [f"S{i}: {{ factory: f, scope: s{i}, dependencies: [{f'S{i - 1}' if i else ''}] }}" for i in range(n)]
    return only(manifest(lines, head))


@dimension
def captives_in_nested_scopes(n):
    head = ["scopes:", "  s0: {}", *(f"  s{i}: {{ parent: s{i - 1} }}" for i in range(1, n))]
    lines = [f"S{i}: {{ factory: f, scope: s{i}, dependencies: [{f'S{i + 1}' if i + 1 < n else ''}] }}" for i in range(n)]
    return only(manifest(lines, head))


@dimension
def sibling_scopes(n):
    return only(manifest(["S: f"], ["scopes:", *(f"  s{i}: {{}}" for i in range(n))]))


@dimension
def services_in_sibling_scopes(n):
    lines = [f"S{i}: {{ factory: f, scope: s{i} }}" for i in range(n)]
    return only(manifest(lines + [f"T: {needs(*(f'S{i}' for i in range(n)))}"], ["scopes:", *(f"  s{i}: {{}}" for i in range(n))]))


@dimension
def ring_of_scopes(n):
    return only(manifest(["S: f"], ["scopes:", *(f"  s{i}: {{ parent: s{(i + 1) % n} }}" for i in range(n))]))


@dimension
def scopes_on_a_ring(n):
    head = ["scopes:", "  a: { parent: b }", "  b: { parent: a }", *(f"  s{i}: {{ parent: {f's{i - 1}' if i else 'a'} }}" for i in range(n))]
    return only(manifest(["S: f"], head))


@dimension
def unknown_scopes(n):
    return only(manifest((f"S{i}: {{ factory: f, scope: reqest{i} }}" for i in range(n)), ["scopes: { request: {} }"]))


@dimension
def unknown_scopes_among_many(n):
    head = ["scopes:", *(f"  scope{i}: {{}}" for i in range(n))]
    return only(manifest((f"S{i}: {{ factory: f, scope: skope{i} }}" for i in range(n)), head))


@dimension
def unknown_parent_scopes(n):
    return only(manifest(["S: f"], ["scopes:", *(f"  s{i}: {{ parent: t{i} }}" for i in range(n))]))


REQUEST = ["scopes: { request: {} }"]


@dimension
def captive_star(n):
    return only(manifest([*(f"H{i}: {needs('R')}" for i in range(n)), "R: { factory: f, scope: request }"], REQUEST))


@dimension
def captive_chain(n):
    """A singleton that reaches a request's service over a long chain of transient ones."""
    lines = [f"S{i}: {needs(f'S{i + 1}', more=', scope: transient')}" for i in range(n)]
    return only(manifest([f"H: {needs('S0')}", *lines, f"S{n}: {{ factory: f, scope: request }}"], REQUEST))


@dimension
def captive_chain_of_many_holders(n):
    lines = [f"S{i}: {needs(f'S{i + 1}', more=', scope: transient')}" for i in range(n)]
    return only(manifest(
        [*(f"H{i}: {needs(f'S{i}')}" for i in range(n)), *lines, f"S{n}: {{ factory: f, scope: request }}"], REQUEST))


@dimension
def captive_aliases_of_many_holders(n):
    lines = [f"S{i}: {{ alias: S{i + 1} }}" for i in range(n)]
    return only(manifest(
        [*(f"H{i}: {needs(f'S{i}')}" for i in range(n)), *lines, f"S{n}: {{ factory: f, scope: request }}"], REQUEST))


@dimension
def captives_behind_one_transient(n):
    return only(manifest(
        [*(f"H{i}: {needs('T')}" for i in range(n)),
         f"T: {needs(*(f'R{i}' for i in range(n)), more=', scope: transient')}",
         *(f"R{i}: {{ factory: f, scope: request }}" for i in range(n))], REQUEST))


@dimension
def captive_collection(n):
    lines = [f"M{i}: {{ factory: f, scope: request, collect: all }}" for i in range(n)]
    return only(manifest(lines + [f"H{i}: " + needs("{ all: all }") for i in range(n)], REQUEST + COLLECTION))


@dimension
def scoped_roots(n):
    return only(manifest(
        [f"R{i}: {{ factory: f, scope: request }}" for i in range(n)],
        REQUEST + ["roots: [" + ", ".join(f"R{i}" for i in range(n)) + "]"]))


@dimension
def scoped_roots_behind_one_chain(n):
    lines = [f"S{i}: {needs(f'S{i + 1}', more=', scope: transient')}" for i in range(n)]
    return only(manifest(
        [*lines, f"S{n}: {{ factory: f, scope: request }}"], REQUEST + ["roots: [" + ", ".join(f"S{i}" for i in range(n)) + "]"]))


@dimension
def nested_transients(n):
    return only(manifest(chain(n, ", scope: transient")))


# --- parameters


@dimension
def parameters(n):
    return only(manifest(
        ["S: f"], ["parameters:", *(f"  p{i}: {{ type: int, env: P{i}, default: 1 }}" for i in range(n))]))


@dimension
def used_parameters(n):
    head = ["parameters:", *(f"  p{i}: {{ env: P{i} }}" for i in range(n))]
    return only(manifest([f"S{i}: {{ factory: f, settings: {{ a: '${{p{i}}}' }} }}" for i in range(n)], head))


@dimension
def parameter_chain(n):
    head = ["parameters:", "  p0: x", *(f"  p{i}: '${{p{i - 1}}}'" for i in range(1, n))]
    return only(manifest([f"S: {{ factory: f, settings: {{ a: '${{p{n - 1}}}' }} }}"], head))


@dimension
def parameter_chain_backwards(n):
    head = ["parameters:", *(f"  p{i}: '${{p{i + 1}}}'" for i in range(n)), f"  p{n}: x"]
    return only(manifest(["S: { factory: f, settings: { a: '${p0}' } }"], head))


@dimension
def parameters_that_grow(n):
    """Each doubles the one before: n is the length of the last one's value."""
    head, size, i = ["parameters:", "  p0: x"], 1, 0
    while size * 2 <= n:
        i, size = i + 1, size * 2
        head.append(f"  p{i}: '${{p{i - 1}}}${{p{i - 1}}}'")
    return only(manifest([f"S: {{ factory: f, settings: {{ a: '${{p{i}}}' }} }}"], head))


@dimension
def parameters_that_grow_plan(n):
    return parameters_that_grow(n)[0], ["plan", "app.yaml", "--format", "json"]


@dimension
def parameter_chain_that_grows(n):
    """Each is one letter longer than the one before."""
    side = max(2, int(n ** 0.5))
    head = ["parameters:", "  p0: x", *(f"  p{i}: '${{p{i - 1}}}x'" for i in range(1, side))]
    return only(manifest([f"S: {{ factory: f, settings: {{ a: '${{p{side - 1}}}' }} }}"], head))


@dimension
def parameter_ring(n):
    head = ["parameters:", *(f"  p{i}: '${{p{(i + 1) % n}}}'" for i in range(n))]
    return only(manifest(["S: { factory: f, settings: { a: '${p0}' } }"], head))


@dimension
def many_parameter_rings(n):
    head = ["parameters:"]
    for i in range(n):
        head += [f"  p{i}: '${{q{i}}}'", f"  q{i}: '${{p{i}}}'"]
    return only(manifest(["S: f"], head))


@dimension
def interpolations_in_one_string(n):
    return only(manifest(["S: { factory: f, settings: { a: '" + "${p}" * n + "' } }"], ["parameters: { p: x }"]))


@dimension
def bad_interpolations_in_one_string(n):
    return only(manifest(["S: { factory: f, settings: { a: '" + "${} " * n + "' } }"]))


@dimension
def unclosed_interpolations_in_one_string(n):
    return only(manifest(["S: { factory: f, settings: { a: '" + "${ " * n + "' } }"]))


@dimension
def unknown_parameters_in_one_string(n):
    text = " ".join(f"${{p{i}}}" for i in range(n))
    return only(manifest([f"S: {{ factory: f, settings: {{ a: '{text}' }} }}"]))


@dimension
def unknown_parameters_among_many(n):
    head = ["parameters:", *(f"  param{i}: x" for i in range(n))]
    return only(manifest([f"S{i}: {{ factory: f, settings: {{ a: '${{parm{i}}}' }} }}" for i in range(n)], head))


@dimension
def escaped_interpolations(n):
    return only(manifest(["S: { factory: f, settings: { a: '" + "$${p}" * n + "' } }"]))


@dimension
def interpolation_in_keys(n):
    return only(manifest(f"'${{p{i}}}': f" for i in range(n)))


@dimension
def enum_values(n):
    return only(manifest(["S: { factory: f, settings: { a: '${p}' } }"], [enum_parameter(n)]))


@dimension
def list_parameter(n):
    head = ["parameters: { p: [" + ", ".join("x" for _ in range(n)) + "] }"]
    return only(manifest(["S: { factory: f, settings: { a: '${p}' } }"], head))


@dimension
def bad_parameter_values(n):
    head = ["parameters:", *(f"  p{i}: {{ type: int, value: ten }}" for i in range(n))]
    return only(manifest(["S: f"], head))


@dimension
def variables_read_as_two_types(n):
    head = ["parameters:"]
    for i in range(n):
        head.append(f"  p{i}: {{ type: {'int' if i % 2 else 'bool'}, env: P }}")
    return only(manifest(["S: f"], head))


@dimension
def secret_literals(n):
    return only(manifest(["S: f"], ["parameters:", *(f"  p{i}: {{ secret: true, value: abc{i} }}" for i in range(n))]))


@dimension
def secret_literals_on_one_line(n):
    head = ["parameters: {" + ", ".join(f"p{i}: {{ secret: true, value: abc{i} }}" for i in range(n)) + "}"]
    return only(manifest(["S: f"], head))


# --- stages, overlays, imports


@dimension
def stages(n):
    return only(manifest(["S: f"], ["stages:", *(f"  s{i}: {{}}" for i in range(n))]))


@dimension
def stages_that_patch_one_service(n):
    head = ["stages:", *(f"  s{i}: {{ services: {{ S: {{ settings: {{ a: {i} }} }} }} }}" for i in range(n))]
    return only(manifest(["S: { factory: f, settings: { a: 0 } }"], head))


@dimension
def stages_that_patch_one_each(n):
    side = max(1, int(n ** 0.5))
    head = ["stages:", *(f"  s{i}: {{ services: {{ S{i}: {{ settings: {{ a: {i} }} }} }} }}" for i in range(side))]
    return only(manifest([f"S{i}: {{ factory: f, settings: {{ a: 0 }} }}" for i in range(side)], head))


@dimension
def chain_of_stages(n):
    head = ["stages:", "  s0: {}", *(f"  s{i}: {{ extends: s{i - 1} }}" for i in range(1, n))]
    return only(manifest(["S: f"], head))


@dimension
def one_stage_of_a_long_chain(n):
    return chain_of_stages(n)[0], ["check", "app.yaml", "--stage", f"s{n - 1}"]


@dimension
def one_stage_of_a_long_chain_of_patches(n):
    head = ["stages:", "  s0: {}", *(
        f"  s{i}: {{ extends: s{i - 1}, services: {{ S: {{ settings: {{ a: {i} }} }} }} }}" for i in range(1, n))]
    return only(
        manifest(["S: { factory: f, settings: { a: 0 } }"], head), "check", "app.yaml", "--stage", f"s{n - 1}")


@dimension
def chain_of_stages_that_patch(n):
    head = ["stages:", "  s0: {}", *(
        f"  s{i}: {{ extends: s{i - 1}, services: {{ S: {{ settings: {{ a: {i} }} }} }} }}" for i in range(1, n))]
    return only(manifest(["S: { factory: f, settings: { a: 0 } }"], head))


@dimension
def ring_of_stages(n):
    return only(manifest(["S: f"], ["stages:", *(f"  s{i}: {{ extends: s{(i + 1) % n} }}" for i in range(n))]))


@dimension
def unknown_stages(n):
    return only(manifest(["S: f"], ["stages:", *(f"  stage{i}: {{ extends: stange{i} }}" for i in range(n))]))


@dimension
def findings_in_many_stages(n):
    side = max(1, int(n ** 0.5))
    head = ["stages:", *(f"  s{i}: {{}}" for i in range(side))]
    return only(manifest([f"S{i}: {needs(f'Quite{i}')}" for i in range(side)], head))


@dimension
def patches_of_one_service(n):
    overlays = {f"o{i}": f"configdi: 1\nkind: overlay\nservices: {{ S: {{ settings: {{ a{i}: {i} }} }} }}\n" for i in range(n)}
    head = ["overlays: [" + ", ".join(f"o{i}.yaml" for i in range(n)) + "]"]
    return only(manifest(["S: { factory: f, settings: { a: 0 } }"], head), **overlays)


@dimension
def patches_of_the_same_setting(n):
    overlays = {f"o{i}": f"configdi: 1\nkind: overlay\nservices: {{ S: {{ settings: {{ a: {i} }} }} }}\n" for i in range(n)}
    head = ["overlays: [" + ", ".join(f"o{i}.yaml" for i in range(n)) + "]"]
    return only(manifest(["S: { factory: f, settings: { a: 0 } }"], head), **overlays)


@dimension
def patches_of_one_overlay(n):
    overlay = "configdi: 1\nkind: overlay\nservices:\n" + "".join(f"  S{i}: {{ settings: {{ a: 1 }} }}\n" for i in range(n))
    return only(
        manifest([f"S{i}: {{ factory: f, settings: {{ a: 0 }} }}" for i in range(n)], ["overlays: [o.yaml]"]), o=overlay)


@dimension
def overrides_of_nothing(n):
    overlay = "configdi: 1\nkind: overlay\nservices:\n" + "".join(f"  Servise{i}: {{ settings: {{ a: 1 }} }}\n" for i in range(n))
    return only(
        manifest([f"Service{i}: {{ factory: f, settings: {{ a: 0 }} }}" for i in range(n)], ["overlays: [o.yaml]"]), o=overlay)


@dimension
def overrides_that_drop(n):
    overlay = "configdi: 1\nkind: overlay\nservices:\n" + "".join(f"  S{i}: g\n" for i in range(n))
    return only(
        manifest([f"S{i}: {{ factory: f, scope: transient }}" for i in range(n)], ["overlays: [o.yaml]"]), o=overlay)


@dimension
def overlays_that_replace_one_service(n):
    return only(manifest(["S: f"], ["overlays:", *(f"  - services: {{ S: g{i} }}" for i in range(n))]))


@dimension
def overlays_of_one_parameter(n):
    head = ["parameters: { p: 0 }", "overlays:", *(f"  - parameters: {{ p: {i} }}" for i in range(n))]
    return only(manifest(["S: { factory: f, settings: { a: '${p}' } }"], head))


@dimension
def overlays_on_the_command_line(n):
    overlays = {f"o{i}": f"configdi: 1\nkind: overlay\nservices: {{ S: {{ settings: {{ a: {i} }} }} }}\n" for i in range(n)}
    arguments = ["check", "app.yaml"]
    for i in range(n):
        arguments += ["--overlay", f"o{i}.yaml"]
    return only(manifest(["S: { factory: f, settings: { a: 0 } }"]), *arguments, **overlays)


@dimension
def imports(n):
    files = {f"i{i}": f"configdi: 1\nservices: {{ S{i}: f }}\n" for i in range(n)}
    return only(manifest(["S: f"], ["imports: [" + ", ".join(f"i{i}.yaml" for i in range(n)) + "]"]), **files)


@dimension
def imports_by_one_glob(n):
    files = {f"parts__i{i}": f"configdi: 1\nservices: {{ S{i}: f }}\n" for i in range(n)}
    return only(manifest(["S: f"], ["imports: ['parts/*.yaml']"]), **files)


@dimension
def globs(n):
    return only(
        manifest(["S: f"], ["imports:", *(f"  - 'parts/*{i}.yaml'" for i in range(n))]), parts__i="configdi: 1\nservices: { T: f }\n")


@dimension
def stars_of_one_glob(n):
    return only(
        manifest(["S: f"], ["imports: ['parts/" + "a*" * n + "b.yaml']"]),
        **{"parts__" + "a" * 200: "configdi: 1\nservices: { T: f }\n"})


@dimension
def missing_imports(n):
    return only(manifest(["S: f"], ["imports:", *(f"  - quite{i}.yaml" for i in range(n))]))


@dimension
def optional_imports(n):
    return only(manifest(["S: f"], ["imports:", *(f"  - {{ path: quite{i}.yaml, optional: true }}" for i in range(n))]))


@dimension
def one_import_many_times(n):
    return only(manifest(["S: f"], ["imports:", *("  - i.yaml" for _ in range(n))]), i="configdi: 1\nservices: { T: f }\n")


@dimension
def conflicting_definitions(n):
    part = "configdi: 1\nservices:\n" + "".join(f"  S{i}: f\n" for i in range(n))
    return only(manifest([f"S{i}: f" for i in range(n)], ["imports: [i.yaml]"]), i=part)


@dimension
def long_paths(n):
    return only(manifest(["S: f"], ["imports: [" + "a/" * n + "b.yaml]"]))


@dimension
def dots_in_paths(n):
    return only(manifest(["S: f"], ["imports: [" + "a/../" * n + "b.yaml]"]))


# --- entry points


@dimension
def roots(n):
    return only(manifest([f"S{i}: f" for i in range(n)], ["roots: [" + ", ".join(f"S{i}" for i in range(n)) + "]"]))


@dimension
def lifecycle(n):
    return only(manifest(["S: f"], ["lifecycle: { launch: [" + ", ".join(f"i{i}" for i in range(n)) + "] }"]))


@dimension
def lifecycle_phases(n):
    return only(manifest(["S: f"], ["lifecycle:", *(f"  phase{i}: [i]" for i in range(n))]))


# --- the catalog


def factory(i, **more):
    return {"name": f"f{i}", "provides": f"App.S{i}", **more}


@dimension
def factories(n):
    return with_catalog(manifest(f"S{i}: f{i}" for i in range(n)), (factory(i) for i in range(n)))


@dimension
def factories_unused(n):
    return with_catalog(manifest(["S0: f0"]), (factory(i) for i in range(n)), "check", "app.yaml", "--select", "DI702,DI4")


@dimension
def factories_on_one_line(n):
    text = json.dumps({"configdiCatalog": 1, "factories": [factory(i) for i in range(n)]})
    return {"app.yaml": manifest(["S0: f0"]), "configdi.catalog.json": text}, ["check", "app.yaml"]


@dimension
def faults_on_one_line_of_a_catalog(n):
    text = json.dumps({"configdiCatalog": 1, "factories": [factory(i, colour="red") for i in range(n)]})
    return {"app.yaml": manifest(["S0: f0"]), "configdi.catalog.json": text}, ["check", "app.yaml"]


@dimension
def unknown_factories(n):
    return with_catalog(manifest(f"S{i}: g{i}" for i in range(n)), (factory(i) for i in range(n)))


@dimension
def misspelt_factories(n):
    return with_catalog(
        manifest(f"S{i}: makeServise{i}" for i in range(n)),
        ({"name": f"makeService{i}", "provides": f"App.S{i}"} for i in range(n)))


@dimension
def mismatched_factories(n):
    return with_catalog(manifest(f"S{i}: f{(i + 1) % n}" for i in range(n)), (factory(i) for i in range(n)))


@dimension
def arguments_of_one_factory(n):
    asks = [{"key": f"App.S{i}", "kind": "instance", "label": f"a{i}"} for i in range(n)]
    return with_catalog(
        manifest(["T: t", *(f"S{i}: f{i}" for i in range(n))]),
        [{"name": "t", "provides": "App.T", "dependencies": asks}, *(factory(i) for i in range(n))])


@dimension
def labelled_arguments_of_one_factory(n):
    asks = [{"key": f"App.S{i}", "kind": "instance", "label": f"a{i}"} for i in range(n)]
    labels = ", ".join(f"a{i}: S{i}" for i in range(n))
    return with_catalog(
        manifest([f"T: {{ factory: t, dependencies: {{ {labels} }} }}", *(f"S{i}: f{i}" for i in range(n))]),
        [{"name": "t", "provides": "App.T", "dependencies": asks}, *(factory(i) for i in range(n))])


@dimension
def unknown_arguments_without_labels(n):
    asks = [{"key": f"App.S{i}", "kind": "instance"} for i in range(n)]
    labels = ", ".join(f"b{i}: S0" for i in range(n))
    return with_catalog(
        manifest([f"T: {{ factory: t, dependencies: {{ {labels} }} }}", *(f"S{i}: f{i}" for i in range(n))]),
        [{"name": "t", "provides": "App.T", "dependencies": asks}, *(factory(i) for i in range(n))])


@dimension
def missing_services_that_a_factory_makes(n):
    return with_catalog(
        manifest(f"S{i}: {needs(f'Absent{i * 7919}', factory=f'f{i}')}" for i in range(n)),
        [*(factory(i, dependencies=[{"key": f"App.Absent{i * 7919}", "kind": "instance"}]) for i in range(n)),
         *({"name": f"m{i}", "provides": f"App.Absent{i * 7919}"} for i in range(n))])


@dimension
def missing_services_with_many_factories(n):
    return with_catalog(
        manifest(f"S{i}: {needs('Absent', factory=f'f{i}')}" for i in range(n)),
        [*(factory(i, dependencies=[{"key": "App.Absent", "kind": "instance"}]) for i in range(n)),
         *({"name": f"m{i}", "provides": "App.Absent", "role": "decorator" if i % 2 else "service"} for i in range(n))])


@dimension
def misspelt_services_of_two_users(n):
    lines = []
    for i in range(n):
        lines += [f"Clok{i}x: f", f"A{i}: {needs(f'Clock{i}x')}", f"B{i}: {needs(f'Clock{i}x')}"]
    return only(manifest(lines))


@dimension
def missing_arguments(n):
    return with_catalog(
        manifest(f"S{i}: f{i}" for i in range(n)),
        (factory(i, dependencies=[{"key": f"App.Quite{i}", "kind": "instance"}]) for i in range(n)))


@dimension
def missing_arguments_among_variants(n):
    return with_catalog(
        manifest([*(f"S{i}: f{i}" for i in range(n)), *(f"Quite/v{i}: q" for i in range(n))]),
        [*(factory(i, dependencies=[{"key": "App.Quite", "kind": "instance"}]) for i in range(n)), {"name": "q", "provides": "App.Quite"}])


@dimension
def missing_written_arguments_among_variants(n):
    return with_catalog(
        manifest([*(f"S{i}: {needs('Quite/w', factory=f'f{i}')}" for i in range(n)), *(f"Quite/v{i}: q" for i in range(n))]),
        [*(factory(i, dependencies=[{"key": "App.Quite", "kind": "instance"}]) for i in range(n)), {"name": "q", "provides": "App.Quite"}])


@dimension
def unknown_arguments(n):
    labels = ", ".join(f"b{i}: S0" for i in range(n))
    asks = [{"key": f"App.S{i}", "kind": "instance", "label": f"a{i}"} for i in range(n)]
    return with_catalog(
        manifest([f"T: {{ factory: t, dependencies: {{ {labels} }} }}", *(f"S{i}: f{i}" for i in range(n))]),
        [{"name": "t", "provides": "App.T", "dependencies": asks}, *(factory(i) for i in range(n))])


@dimension
def wrong_types(n):
    return with_catalog(
        manifest([f"S{i}: {needs('T', factory=f'f{i}')}" for i in range(n)] + ["T: t"]),
        [*(factory(i, dependencies=[{"key": f"App.S{i}x", "kind": "instance"}]) for i in range(n)),
         {"name": "t", "provides": "App.T"}])


@dimension
def collections_of_one_type(n):
    return with_catalog(
        manifest((f"S{i}: f{i}" for i in range(n)), ["collections:", *(f"  c{i}: {{ of: M }}" for i in range(n))]),
        (factory(i, dependencies=[{"key": "App.M", "kind": "all"}]) for i in range(n)))


@dimension
def ambiguous_keys(n):
    return with_catalog(
        manifest(f"S{i}: f{i}" for i in range(n)),
        [*(factory(i) for i in range(n)), *({"name": f"g{i}", "provides": f"Other.S{i}"} for i in range(n))])


@dimension
def one_name_in_many_modules(n):
    return with_catalog(
        manifest(f"M{i}.S: f{i}" for i in range(n)), ({"name": f"f{i}", "provides": f"M{i}.S"} for i in range(n)))


@dimension
def one_ambiguous_name(n):
    return with_catalog(
        manifest(["S: f0", *(f"T{i}: {{ alias: S }}" for i in range(n))]), ({"name": f"f{i}", "provides": f"M{i}.S"} for i in range(n)))


@dimension
def catalog_keys(n):
    return with_catalog(
        manifest(["S0: f0"]), [factory(0)], keys=[{"name": f"k{i}", "type": f"App.T{i}"} for i in range(n)])


@dimension
def deprecated_factories(n):
    return with_catalog(
        manifest(f"S{i}: f{i}" for i in range(n)), (factory(i, deprecated={"message": "old"}) for i in range(n)))


@dimension
def factories_on_the_main_actor(n):
    lines = [f"S{i}: {needs(f'S{i + 1}', factory=f'f{i}', more=', scope: transient')}" for i in range(n)]
    own = [factory(i, dependencies=[{"key": f"App.S{i + 1}", "kind": "instance"}]) for i in range(n)]
    return with_catalog(manifest(lines + [f"S{n}: f{n}"]), own + [factory(n, isolation="main", shareable=False)])


@dimension
def asynchronous_factories(n):
    return with_catalog(
        manifest(f"S{i}: {{ factory: f{i}, scope: transient }}" for i in range(n)), (factory(i, **{"async": True}) for i in range(n)))


def with_settings(n, fields, written):
    own = [{"name": "f", "provides": "App.S", "settings": {"type": "Own", "fields": fields}}]
    return with_catalog(manifest(["S:", "  factory: f", "  settings:", *("    " + line for line in written)]), own)


@dimension
def settings_of_one_factory(n):
    return with_settings(n, [{"name": f"a{i}", "type": "int"} for i in range(n)], (f"a{i}: {i}" for i in range(n)))


@dimension
def settings_beside_their_factory(n):
    own = [{"name": "f", "provides": "App.S", "settings": {"type": "Own", "fields": [{"name": "word", "type": "string"}]}}]
    return with_catalog(manifest(f"S/v{i}: {{ factory: f, word: a }}" for i in range(n)), own)


@dimension
def unknown_settings(n):
    return with_settings(n, [{"name": f"a{i}", "type": "int", "optional": True} for i in range(n)], (f"bee{i}: {i}" for i in range(n)))


@dimension
def misspelt_settings(n):
    fields = [{"name": f"setting{i}", "type": "int", "optional": True} for i in range(n)]
    return with_settings(n, fields, (f"seting{i}: {i}" for i in range(n)))


@dimension
def missing_settings(n):
    return with_settings(n, [{"name": f"a{i}", "type": "int"} for i in range(n)], ["b: 1"])


@dimension
def wrong_settings(n):
    return with_settings(n, [{"name": f"a{i}", "type": "int"} for i in range(n)], (f"a{i}: ten" for i in range(n)))


@dimension
def wrong_settings_of_one_list(n):
    return with_settings(
        n, [{"name": "a", "type": "list", "of": {"type": "int"}}], ["a: [" + ", ".join("ten" for _ in range(n)) + "]"])


@dimension
def wrong_enum_settings(n):
    field = {"name": "a", "type": "list", "of": {"type": "enum", "cases": [f"case{i}" for i in range(n)]}}
    return with_settings(n, [field], ["a: [" + ", ".join(f"kase{i}" for i in range(n)) + "]"])


@dimension
def exposed_secrets(n):
    own = [{"name": "f", "provides": "App.S", "settings": {"type": "Own", "fields": [{"name": f"a{i}", "type": "string"} for i in range(n)]}}]
    return with_catalog(
        manifest(["S:", "  factory: f", "  settings:", *(f"    a{i}: '${{p}}'" for i in range(n))], ["parameters: { p: { env: P, secret: true } }"]), own)


@dimension
def faults_of_a_catalog(n):
    return with_catalog(manifest(["S0: f0"]), (factory(i, colour="red") for i in range(n)))


@dimension
def duplicates_of_a_catalog(n):
    return with_catalog(manifest(["S0: f0"]), (factory(0) for i in range(n)))


@dimension
def deep_settings_of_a_catalog(n):
    field = {"name": "a", "type": "int"}
    for _ in range(min(n, 300)):
        field = {"name": "a", "type": "object", "fields": [field]}
    own = [factory(0, settings={"type": "Own", "fields": [field]})]
    return with_catalog(manifest(["S0: f0"]), own)


# --- configuration, environment, baseline, arguments


@dimension
def configuration_severities(n):
    text = "severity:\n" + "".join(f"  DI{i}: note\n" for i in range(n))
    return {"app.yaml": manifest(["S: f"]), ".configdi-check.yml": text}, ["check", "app.yaml"]


@dimension
def configuration_ignores(n):
    text = "ignore: [" + ", ".join(f"DI{i}" for i in range(n)) + "]\n"
    return {"app.yaml": manifest(["S: f"]), ".configdi-check.yml": text}, ["check", "app.yaml"]


@dimension
def configuration_ignores_of_one(n):
    text = "ignore: [" + ", ".join("DI201" for i in range(n)) + "]\n"
    return {"app.yaml": missing_references(n)[0]["app.yaml"], ".configdi-check.yml": text}, ["check", "app.yaml"]


@dimension
def configuration_unknown_keys(n):
    text = "".join(f"colour{i}: red\n" for i in range(n))
    return {"app.yaml": manifest(["S: f"]), ".configdi-check.yml": text}, ["check", "app.yaml"]


@dimension
def configuration_paths(n):
    text = "paths: [" + ", ".join("app.yaml" for _ in range(n)) + "]\n"
    return {"app.yaml": manifest(["S: f"]), ".configdi-check.yml": text}, ["check"]


@dimension
def env_file(n):
    files, _ = parameters(n)
    files["env"] = "".join(f"P{i}=1\n" for i in range(n))
    return files, ["check", "app.yaml", "--env-file", "env"]


@dimension
def env_file_of_long_value(n):
    return {"app.yaml": manifest(["S: f"], ["parameters: { p: { env: P } }"]), "env": "P=" + "x" * n + "\n"}, [
        "check", "app.yaml", "--env-file", "env"]


@dimension
def env_file_faults(n):
    return {"app.yaml": manifest(["S: f"]), "env": "".join(f"!{i}\n" for i in range(n))}, ["check", "app.yaml", "--env-file", "env"]


@dimension
def env_file_one_name(n):
    return {"app.yaml": manifest(["S: f"]), "env": "A=1\n" * n}, ["check", "app.yaml", "--env-file", "env"]


@dimension
def env_list_value(n):
    files = {"app.yaml": manifest(["S: { factory: f, settings: { a: '${p}' } }"], ["parameters: { p: { type: list, env: P } }"])}
    files["env"] = "P=" + ",".join("x" for _ in range(n)) + "\n"
    return files, ["check", "app.yaml", "--env-file", "env"]


@dimension
def absent_variables(n):
    files, _ = used_parameters(n)
    files["env"] = "A=1\n"
    return files, ["check", "app.yaml", "--env-file", "env"]


def baseline_of(n):
    entries = [{"code": "DI201", "path": "app.yaml", "symbol": f"services.S{i}.dependencies.0"} for i in range(n)]
    return json.dumps({"version": 1, "findings": entries}, indent=1)


@dimension
def baseline_entries(n):
    files, _ = missing_references(n)
    return {**files, "base.json": baseline_of(n)}, ["check", "app.yaml", "--baseline", "base.json"]


@dimension
def baseline_written(n):
    return missing_references(n)[0], ["check", "app.yaml", "--write-baseline", "base.json"]


@dimension
def baseline_written_of_one_symbol(n):
    return findings_on_one_line(n)[0], ["check", "app.yaml", "--write-baseline", "base.json"]


@dimension
def set_arguments(n):
    arguments = ["check", "app.yaml"]
    for i in range(n):
        arguments += ["--set", f"p{i}=2"]
    return parameters(n)[0], arguments


@dimension
def set_arguments_of_nothing(n):
    arguments = ["check", "app.yaml"]
    for i in range(n):
        arguments += ["--set", f"q{i}=2"]
    return parameters(n)[0], arguments


@dimension
def set_one_argument(n):
    return only(manifest(["S: f"], ["parameters: { p: x }"]), "check", "app.yaml", "--set", "p=" + "x" * min(n, 120_000))


@dimension
def ignore_argument(n):
    return missing_references(n)[0], ["check", "app.yaml", "--ignore", ",".join(["DI301"] * min(n, 20_000))]


@dimension
def unknown_option(n):
    return only(manifest(["S: f"]), "check", "app.yaml", "--" + "x" * min(n, 120_000))


@dimension
def paths_as_arguments(n):
    files = {f"m{i}.yaml": manifest(["S: f"]) for i in range(n)}
    return files, ["check", *files]


@dimension
def one_path_many_times(n):
    return only(manifest(["S: f"]), "check", *["app.yaml"] * n)


@dimension
def swift_files_with_calls(n):
    """Files of 115 lines, about the mean of this repository, with two calls each."""
    filler = "".join(
        f"  /// Step {i}.\n  func step{i}(_ value: Int, named name: String) -> Int {{\n    guard value > {i} else {{ return 0 }}\n"
        f"    return items.filter {{ $0.count > value }}.map(\\.count).reduce({i}, +)\n  }}\n\n" for i in range(17))
    files = {"app.yaml": manifest(f"S{i}: f" for i in range(100)), "Package.swift": (
        'import PackageDescription\nlet package = Package(name: "app", targets: [.executableTarget(name: "App")])\n')}
    for i in range(n):
        files[f"Sources/App/part{i // 100}/File{i}.swift"] = (
            f"import ConfigDI\n\nfinal class Screen{i} {{\n  let items: [String]\n  let container: Container\n\n  func load() throws {{\n"
            f"    let one = try container.resolve(S{i % 100}.self)\n    let two = try container.resolve((any S{i * 7 % 100}).self)\n"
            f"    one.start(two)\n  }}\n\n{filler}}}\n")
    return files, ["check", "app.yaml"]


@dimension
def a_folder_of_manifests(n):
    return {f"m{i}.yaml": manifest([f"S: {needs('Quite')}"]) for i in range(n)}, ["check", "."]


@dimension
def manifests_that_share_an_import(n):
    files = {f"m{i}.yaml": manifest(["S: f"], ["imports: [parts/shared.yaml]"]) for i in range(n)}
    files["parts/shared.yaml"] = manifest([f"T: {needs('Quite')}"])
    return files, ["check", "."]


@dimension
def manifests_and_findings_of_their_import(n):
    side = max(1, int(n ** 0.5))
    files = {f"m{i}.yaml": manifest(["S: f"], ["imports: [parts/shared.yaml]"]) for i in range(side)}
    files["parts/shared.yaml"] = manifest([f"T{i}: {needs(f'Quite{i}')}" for i in range(side)])
    return files, ["check", "."]


# --- commands and formats


@dimension
def fix_dry_run(n):
    return only(manifest([f"S{i}: {{ factory: f, settings: {{ a: no }} }}" for i in range(n)]), "fix", "app.yaml", "--dry-run")


@dimension
def fix_dry_run_on_one_line(n):
    return ambiguous_scalars_on_one_line(n)[0], ["fix", "app.yaml", "--dry-run"]


@dimension
def fix_dry_run_of_few(n):
    return only(manifest(
        [f"S{i}: {{ factory: f, settings: {{ a: {'no' if i % 500 == 0 else 'on-time'} }} }}" for i in range(n)]), "fix", "app.yaml", "--dry-run")


@dimension
def fix_written(n):
    return fix_dry_run(n)[0], ["fix", "app.yaml"]


@dimension
def fix_of_many_files(n):
    return {f"m{i}.yaml": manifest(["S: { factory: f, settings: { a: no } }"]) for i in range(n)}, ["fix", "."]


@dimension
def plan(n):
    return only(manifest(chain(n)), "plan", "app.yaml")


@dimension
def plan_json(n):
    return only(manifest(chain(n)), "plan", "app.yaml", "--format", "json")


@dimension
def plan_of_an_alias_chain(n):
    return only(manifest(["A0: f", *(f"A{i}: {{ alias: A{i - 1} }}" for i in range(1, n))]), "plan", "app.yaml")


@dimension
def plan_of_nested_scopes(n):
    return nested_scopes(n)[0], ["plan", "app.yaml"]


@dimension
def plan_of_settings(n):
    return settings_fields(n)[0], ["plan", "app.yaml", "--format", "json"]


@dimension
def plan_of_patches(n):
    return patches_of_the_same_setting(n)[0], ["plan", "app.yaml", "--format", "json"]


@dimension
def plan_of_users_of_a_collection(n):
    return users_of_a_collection(n)[0], ["plan", "app.yaml", "--format", "json"]


@dimension
def graph_json_of_users_of_a_collection(n):
    return users_of_a_collection(n)[0], ["graph", "app.yaml", "--format", "json"]


@dimension
def meanings_of_one_misspelt_service(n):
    head = ["overlays:", *(f"  - services: {{ abcdefghijkl: g{i} }}" for i in range(n))]
    names = ["abcdefghijkl"[:i % 12] + chr(97 + i // 12 % 26) + chr(97 + i // 312 % 26) + "abcdefghijkl"[i % 12 + 2:] for i in range(n)]
    users = [f"{side}{i}: {needs(name)}" for i, name in enumerate(names) for side in "AB"]
    return only(manifest(["abcdefghijkl: f", *users], head))


@dimension
def why(n):
    return only(manifest(chain(n), ["roots: [S0]"]), "why", "app.yaml", f"S{n}")


@dimension
def why_many_users(n):
    return users_of_one(n)[0], ["why", "app.yaml", "T"]


@dimension
def graph_dot(n):
    return only(manifest(chain(n)), "graph", "app.yaml", "--format", "dot")


@dimension
def graph_mermaid(n):
    return only(manifest(chain(n)), "graph", "app.yaml", "--format", "mermaid")


@dimension
def graph_json(n):
    return only(manifest(chain(n)), "graph", "app.yaml", "--format", "json")


@dimension
def graph_html(n):
    return only(manifest(chain(n)), "graph", "app.yaml", "--format", "html")


@dimension
def graph_html_of_two_rings(n):
    return many_two_rings(n)[0], ["graph", "app.yaml", "--format", "html"]


@dimension
def graph_html_of_stages(n):
    side = max(1, int(n ** 0.5))
    head = ["stages:", *(f"  s{i}: {{}}" for i in range(side))]
    return only(manifest(chain(side), head), "graph", "app.yaml", "--format", "html")


@dimension
def graph_of_cycles(n):
    return many_two_rings(n)[0], ["graph", "app.yaml", "--format", "json", "--cycles-only"]


@dimension
def graph_in_focus(n):
    return only(manifest(chain(n)), "graph", "app.yaml", "--format", "json", "--focus", "S0", "--depth", str(n))


@dimension
def graph_of_findings(n):
    return missing_references(n)[0], ["graph", "app.yaml", "--format", "json"]


@dimension
def diff(n):
    return only(
        manifest(f"S{i}: g" for i in range(n)), "diff", "old.yaml", "app.yaml", old=manifest(f"S{i}: f" for i in range(n)))


@dimension
def diff_of_added(n):
    return only(
        manifest(f"S{i}: g" for i in range(n)), "diff", "old.yaml", "app.yaml", old=manifest(f"T{i}: f" for i in range(n)))


@dimension
def diff_of_settings(n):
    return only(
        settings_fields(n)[0]["app.yaml"], "diff", "old.yaml", "app.yaml",
        old=manifest(["S:", "  factory: f", "  settings:", *(f"    a{i}: {i + 1}" for i in range(n))]))


@dimension
def diff_of_parameters(n):
    return only(
        parameters(n)[0]["app.yaml"], "diff", "old.yaml", "app.yaml",
        old=manifest(["S: f"], ["parameters:", *(f"  p{i}: {{ type: int, env: Q{i} }}" for i in range(n))]))


@dimension
def env(n):
    return used_parameters(n)[0], ["env", "app.yaml", "--format", "json"]


@dimension
def env_of_one_user_many_times(n):
    files, _ = used_parameters(n)
    return files, ["env", "app.yaml"]


@dimension
def env_of_many_users(n):
    return only(
        manifest([f"S{i}: {{ factory: f, settings: {{ a: '${{p}}' }} }}" for i in range(n)], ["parameters: { p: { env: P } }"]),
        "env", "app.yaml", "--format", "json")


@dimension
def env_through_a_chain(n):
    head = ["parameters:", "  p0: { env: P }", *(f"  p{i}: '${{p{i - 1}}}'" for i in range(1, n))]
    return only(
        manifest([f"S{i}: {{ factory: f, settings: {{ a: '${{p{i}}}' }} }}" for i in range(n)], head),
        "env", "app.yaml", "--format", "json")


@dimension
def schema_of_a_catalog(n):
    return factories(n)[0], ["schema", "--catalog", "configdi.catalog.json"]


@dimension
def schema_of_factories_of_one_key(n):
    return {"configdi.catalog.json": catalog({"name": f"f{i}", "provides": "App.S", "settings": {
        "type": "Own", "fields": [{"name": "a", "type": "int"}]}} for i in range(n))}, ["schema", "--catalog", "configdi.catalog.json"]


def in_format(name):
    def make(n):
        return missing_references(n)[0], ["check", "app.yaml", "--format", name]

    make.__name__ = f"format_{name}"
    return dimension(make)


for name in ["concise", "json", "github", "gitlab", "sarif", "junit", "rdjson"]:
    in_format(name)


@dimension
def format_sarif_of_cycles(n):
    return many_two_rings(n)[0], ["check", "app.yaml", "--format", "sarif"]


@dimension
def statistics_of_findings(n):
    return missing_references(n)[0], ["check", "app.yaml", "--select", "DI2"]
