import ConfigDI

extension RulePage {
  /// The rules about services that need each other.
  static let aboutGraph: [RulePage] = [
    .missingService, .dependencyCycle, .deferredCycle, .selfDependency, .ambiguousKey, .aliasCycle, .unusedService,
    .optionalProvided, .providedScope, .askedForMissing,
  ]

  private static let askedForMissing = RulePage(
    .askedForMissing,
    explanation: """
      A call in the program's Swift sources names a service, a scope, a stage or a parameter that the manifest, or one \
      of its stages, does not have. The call would throw when the program reaches it.

      The checker reads these calls, on containers, live containers, stacks and scopes, in files that import ConfigDI:

      - `resolve`, `resolveAsync`, `resolveIfPresent`, `handle(for:)`
      - `overlay`, `OverlayDefinition`, `use(_:for:)`, `set(_:to:)`
      - `Provided`, `openScope`, `withScope`
      - `stage:` of `Container`, `ContainerStack` and `LiveContainer`

      It reads them where what they name is a literal: `Summary.self`, `(any Summary).self`, `named: "x"`, \
      `Key<…>("name")` and constants with such a key. It counts other calls and does not guess them. A call inside `#if` \
      is reported only where no stage has what it names. Where a package has several manifests, one that has the name in \
      all stages is enough.

      By default the checker reads the targets of the package at or above the manifest, but no tests. `--sources DIR` \
      reads other folders, `--no-sources` none; `sources` in the configuration file does the same. \
      `// configdi:ignore DI211 -- reason` suppresses the finding at the end of its line or above it.

      Correct the name, define what is missing, or remove the call.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services:
        Greeter: politeGreeter
      """,
      "Sources/App/Program.swift": """
      import ConfigDI

      func run(_ container: Container) throws {
        try container.resolve((any Greeter).self).greet()
        print(try container.resolve(Summary.self))
      }
      """,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services:
        Greeter: politeGreeter
        Summary: shortSummary
      """,
      "Sources/App/Program.swift": """
      import ConfigDI

      func run(_ container: Container) throws {
        try container.resolve((any Greeter).self).greet()
        print(try container.resolve(Summary.self))
      }
      """,
    ])

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
