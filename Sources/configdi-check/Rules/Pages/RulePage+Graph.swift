import ConfigDI

extension RulePage {
  /// The rules about services that need each other.
  static let aboutGraph: [RulePage] = [
    .missingService, .dependencyCycle, .deferredCycle, .selfDependency, .ambiguousKey, .aliasCycle, .unusedService,
    .optionalProvided, .providedScope,
  ]

  private static let optionalProvided = RulePage(
    .optionalProvided,
    explanation: """
      The manifest says `provided: optional`: the host may leave the instance out, and a level of a stack, an overlay or \
      a scope may bring it later. A factory that takes it as `P` could not be given anything while it is absent.

      Let the factory take `P?`, or write `provided: true` where the host always hands it in.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services:
        User: { provided: optional }
        Greeter: greeter
      """, "configdi.catalog.json": greeters,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services:
        User: { provided: optional }
        Greeter: politeGreeter
      """, "configdi.catalog.json": greeters,
    ])

  private static let greeters = """
    { "configdiCatalog": 1, "factories": [
      { "name": "greeter", "provides": "App.Greeter", "dependencies": [{ "key": "App.User" }] },
      { "name": "politeGreeter", "provides": "App.Greeter", "dependencies": [{ "key": "App.User", "kind": "optional" }] }
    ] }
    """

  private static let missingService = RulePage(
    .missingService,
    explanation: """
      A dependency, a root, an alias, a case or a lifecycle entry names a key for which the composed manifest has no \
      service, in at least one stage. The program could not be built in that stage.

      Correct the spelling, define the service, or, where it may be absent, write `{ optional: Key }`. An optional \
      reference is reported, as a warning, only where no stage at all serves its key.
      """,
    bad: """
      configdi: 1
      services:
        Clock: systemClock
        Mailer: { factory: smtp, dependencies: { clock: Clok } }
      """,
    good: """
      configdi: 1
      services:
        Clock: systemClock
        Mailer: { factory: smtp, dependencies: { clock: Clock } }
      """)

  private static let dependencyCycle = RulePage(
    .dependencyCycle,
    explanation: """
      Each of these services needs the next one before it can be made, and the last needs the first: none can ever be \
      made. One finding stands for a whole group of services that reach each other, and shows its shortest cycle.

      Turn one dependency round, or split what both need into a service of its own. Where the need is real, let one \
      factory take a `Lazy` or a `Provider` and write `{ lazy: Key }` or `{ provider: Key }`: that opens the cycle.
      """,
    bad: """
      configdi: 1
      services:
        APIClient: { factory: http, dependencies: { tokens: TokenStore } }
        TokenStore: { factory: keychain, dependencies: { refresher: APIClient } }
      """,
    good: """
      configdi: 1
      services:
        APIClient: { factory: http, dependencies: { tokens: TokenStore } }
        TokenStore: { factory: keychain }
      """)

  private static let deferredCycle = RulePage(
    .deferredCycle,
    explanation: """
      These services need each other, and one of the dependencies is taken as a `Lazy` or a `Provider`, so that all of \
      them can be made. It works as long as that one is not used before its service is complete: a factory that uses \
      it at once would wait for itself, which the container reports as an error.
      """,
    bad: """
      configdi: 1
      services:
        APIClient: { factory: http, dependencies: { tokens: TokenStore } }
        TokenStore: { factory: keychain, dependencies: { refresher: { lazy: APIClient } } }
      """,
    good: """
      configdi: 1
      services:
        APIClient: { factory: http, dependencies: { tokens: TokenStore } }
        TokenStore: { factory: keychain }
      """)

  private static let selfDependency = RulePage(
    .selfDependency,
    explanation: """
      A service's dependency names the service's own key, or an alias, a `select` or a collection that leads to it. It \
      could never be made.

      To wrap what serves a key, list a decorator under the service's `decorators`: it is handed the inner instance. \
      To use another implementation of the same type, name a variant of the key, such as `Store/disk`.
      """,
    bad: """
      configdi: 1
      services:
        Store: { factory: cachingStore, dependencies: { inner: Store } }
      """,
    good: """
      configdi: 1
      services:
        Store: { factory: cachingStore, dependencies: { inner: Store/disk } }
        Store/disk: diskStore
      """)

  private static let ambiguousKey = RulePage(
    .ambiguousKey,
    explanation: """
      Two types of the program have this name, in different modules or nested in different types. Write as much of \
      the qualified name as tells them apart.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services: { Clock: { provided: true } }
      """, "configdi.catalog.json": .twoModules,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services: { Kit.Clock: kitClock }
      """, "configdi.catalog.json": .twoModules,
    ])

  private static let aliasCycle = RulePage(
    .aliasCycle,
    explanation: """
      An alias, or a case of a `select`, leads through others back to itself, and so never to a service. Let one of \
      them name the service that is meant.
      """,
    bad: """
      configdi: 1
      services:
        ReadStore: { alias: Store }
        Store: { alias: ReadStore }
      """,
    good: """
      configdi: 1
      services:
        ReadStore: { alias: Store }
        Store: sqlStore
      """)

  private static let unusedService = RulePage(
    .unusedService,
    explanation: """
      No root, lifecycle entry, eager service or collection reaches this service, in any stage. It is reported only \
      where the manifest declares `roots`, which say what the program itself asks for, and only with a catalog, which \
      says what factories ask for.

      Remove it, or add its key to `roots` if the program resolves it.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      roots: [Server]
      services:
        Server: httpServer
        Clock: systemClock
      """, "configdi.catalog.json": serverCatalog,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      roots: [Server, Clock]
      services:
        Server: httpServer
        Clock: systemClock
      """, "configdi.catalog.json": serverCatalog,
    ])

  private static let serverCatalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "httpServer", "provides": "App.Server" },
      { "name": "systemClock", "provides": "App.Clock" } ] }
    """

  private static let providedScope = RulePage(
    .providedScope,
    explanation: """
      The host hands a `provided` instance in when it builds the container (`singleton`) or when it opens a scope (a \
      declared one). There is no such moment for `transient`, `graph` and `weak`.
      """,
    bad: """
      configdi: 1
      services:
        Tenant: { provided: true, scope: transient }
      """,
    good: """
      configdi: 1
      scopes: { request: {} }
      services:
        Tenant: { provided: true, scope: request }
      """)
}
