"""Writes manifests of made-up programs of some sizes, as the pages for the browser show them: a folder for each size."""
import pathlib
import random
import sys

FEATURES = (
    "auth catalog checkout orders payments shipping inventory search reviews notifications accounts analytics media "
    "messaging pricing promotions returns subscriptions support suppliers taxes tracking warehouse wishlist localization"
).split()
PARTS = ["Controller", "Service", "Repository", "Cache", "Client", "Validator", "Presenter", "Scheduler", "Mapper", "Policy", "Importer", "EventHandler"]
NOUNS = ["", "Session", "Item", "History", "Rule", "Report", "Export", "Webhook", "Template"]


def camel(key):
    return key[0].lower() + key[1:]


def write(folder, count):
    dice = random.Random(count)
    folder.mkdir(parents=True, exist_ok=True)
    features = FEATURES[: max(2, min(25, count // 6))] if count < 1000 else [f + s for s in ("", "Admin", "Partner") for f in FEATURES][:67]
    core = ["Clock", "Logger", "Metrics", "Database", "Cache/redis", "HTTPClient"][: 3 if count < 20 else 6]
    per = (count - len(core) - 4) // len(features)
    keys = {}
    for position, feature in enumerate(features):
        name = feature[0].upper() + feature[1:]
        want = per + (1 if position < (count - len(core) - 4) % len(features) else 0)
        keys[feature] = [name + noun + part for noun in NOUNS for part in PARTS][:want]
    (folder / "features").mkdir(exist_ok=True)
    scopes = {"Controller": "request", "Presenter": "request", "Validator": "transient", "Mapper": "transient"}
    for position, feature in enumerate(features):
        lines = ["configdi: 1", "services:"]
        mine = keys[feature]
        for index, key in enumerate(mine):
            part = next(p for p in PARTS if key.endswith(p))
            needs = {}
            for later in dice.sample(mine[index + 1:], min(len(mine) - index - 1, dice.choice([0, 1, 1, 2, 3]))):
                needs[camel(later)] = later
            if dice.random() < 0.45:
                needs["core" + str(dice.randrange(9))] = dice.choice(core)
            # Mostly to features below, now and then back up.
            others = features[position + 1: position + 9]
            if others and dice.random() < 0.22:
                other = keys[dice.choice(others)]
                needs["other"] = other[dice.randrange(min(3, len(other)))]
            up = features[max(0, position - 6): position]
            if up and count >= 300 and dice.random() < 0.02:
                needs["up"] = "{ lazy: %s }" % keys[dice.choice(up)][-1]
            factory = camel(key) if dice.random() < 0.6 else {"Repository": "sql" + key, "Cache": "lruCache", "Client": "httpClient"}.get(part, "default" + key)
            scope = scopes.get(part)
            if scope == "request" or index and dice.random() < 0.2 and part == "Service":
                scope = "request" if index == 0 else None
            fields = [f"factory: {factory}"] + ([f"scope: {scope}"] if scope == "transient" else [])
            if needs:
                fields.append("dependencies: { " + ", ".join(f"{label}: {target}" for label, target in needs.items()) + " }")
            lines.append(f"  {key}: {{ {', '.join(fields)} }}")
        (folder / "features" / f"{feature}.yaml").write_text("\n".join(lines) + "\n")
    heads = [keys[feature][0] for feature in features]
    lines = [
        "configdi: 1", "imports:", *[f"  - features/{feature}.yaml" for feature in features],
        "defaultStage: production", "stages:", "  development: { overlays: [development.yaml] }", "  test: { overlays: [development.yaml] }",
        "  production: {}", "parameters:", "  db.url: { env: DB_URL, default: 'postgres://db', secret: true }", "  db.pool: 8",
        "scopes:", "  request: { parent: singleton }", "roots: [HTTPServer]",
        "lifecycle:", "  migrate: [{ factory: migrateSchema, dependencies: { db: %s } }]" % core[-1],
        "services:", "  HTTPServer:", "    factory: nioServer", "    dependencies:",
        *[f"      {feature}: {{ provider: {head} }}" for feature, head in zip(features, heads)],
        *([f"      client: APIClient", "      tenant: TenantBoard"] if count >= 20 else []),
    ]
    for key in core:
        lines.append(f"  {key}: {{ factory: {'system' + key if key == 'Clock' else camel(key.replace('/', ''))}"
                     + (", dependencies: { clock: Clock }" if key != "Clock" else "")
                     + (', settings: { url: "${db.url}", pool: "${db.pool}" }' if key == "Database" else "") + " }")
    if count >= 20:
        lines += [
            "  APIClient: { factory: httpAPI, dependencies: { tokens: TokenStore } }",
            "  TokenStore: { factory: keychain, dependencies: { refresher: SessionRefresher } }",
            "  SessionRefresher: { factory: oauth, dependencies: { client: APIClient, push: PushGateway } }",
            "  Tenant: { provided: true, scope: request }",
            "  TenantPolicy: { factory: tenantPolicy, scope: transient, dependencies: { tenant: Tenant } }",
            "  TenantBoard: { factory: tenantBoard, dependencies: { policy: TenantPolicy } }",
        ]
    (folder / "app.yaml").write_text("\n".join(lines) + "\n")
    target = "Database" if "Database" in core else "Logger"
    first = keys[features[0]]
    (folder / "development.yaml").write_text(
        f"configdi: 1\nkind: overlay\nservices:\n  {target}: {{ factory: inMemory }}\n  {first[2]}: {{ factory: fake{first[2]} }}\n")


for count in (15, 30, 300, 2000):
    write(pathlib.Path(sys.argv[1]) / str(count), count)
