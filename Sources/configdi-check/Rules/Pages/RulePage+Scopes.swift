import ConfigDI

extension RulePage {
  /// The rules about scopes and isolation.
  static let aboutScopes: [RulePage] = [
    .captiveDependency, .unknownScope, .scopedFromRoot, .scopeNotAllowed, .eagerNeedsSingleton, .asyncInSync,
    .mainActorInNonisolated, .scopeCycle, .twoScopes,
  ]

  private static let captiveDependency = RulePage(
    .captiveDependency,
    explanation: """
      A singleton that holds a service of the scope `request` would keep the first request's instance for ever, and \
      hand it to all the others. The same goes for a scope that holds something of a narrower or of a sibling scope, \
      and for what is held through transient, graph-scoped or weak services, or lazily.

      Move the holder into the scope, or let it take a `ScopedProvider` (`{ provider: Key }`), which is called with \
      the open scope. A `Provider` or a `MainProvider`, which a manifest writes in the same way, makes its service where \
      the holder lives and cannot reach another scope: a catalog tells them apart.
      """,
    bad: """
      configdi: 1
      scopes: { request: {} }
      services:
        Orders: { factory: orders, dependencies: { user: CurrentUser } }
        CurrentUser: { factory: user, scope: request }
      """,
    good: """
      configdi: 1
      scopes: { request: {} }
      services:
        Orders: { factory: orders, dependencies: { user: { provider: CurrentUser } } }
        CurrentUser: { factory: user, scope: request }
      """)

  private static let unknownScope = RulePage(
    .unknownScope,
    explanation: """
      Every container has the scopes `singleton`, `transient`, `graph` and `weak`; all others are declared under \
      `scopes`. The parent of a scope is `singleton` or another declared one, and a root is asked for inside a \
      declared one.

      Correct the name, or declare the scope: `scopes: { request: {} }`.
      """,
    bad: """
      configdi: 1
      scopes: { request: {} }
      services:
        Session: { factory: session, scope: reqest }
      """,
    good: """
      configdi: 1
      scopes: { request: {} }
      services:
        Session: { factory: session, scope: request }
      """)

  private static let scopedFromRoot = RulePage(
    .scopedFromRoot,
    explanation: """
      A root without a scope, a lifecycle entry and an eager service are made where no declared scope is open, so they \
      cannot reach a service that lives in one.

      Name the scope in which the program asks for a root (`{ key: Key, scope: name }`), or let the service take a \
      provider, which is called with the open scope.
      """,
    bad: """
      configdi: 1
      scopes: { request: {} }
      roots: [Orders]
      services:
        Orders: { factory: orders, scope: request }
      """,
    good: """
      configdi: 1
      scopes: { request: {} }
      roots: [{ key: Orders, scope: request }]
      services:
        Orders: { factory: orders, scope: request }
      """)

  private static let scopeNotAllowed = RulePage(
    .scopeNotAllowed,
    explanation: """
      A product that is not `Sendable` may not be shared: its scope has to be `transient` or `graph`. A `weak` service \
      has to be a class instance, since nothing else can be held weakly; a factory whose product is one, though its \
      type does not say so, is registered with `reference: true`.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services:
        Parser: { factory: xmlParser, scope: singleton }
      """,
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [{ "name": "xmlParser", "provides": "App.Parser", "shareable": false }] }
      """,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services:
        Parser: { factory: xmlParser, scope: transient }
      """,
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [{ "name": "xmlParser", "provides": "App.Parser", "shareable": false }] }
      """,
    ])

  private static let eagerNeedsSingleton = RulePage(
    .eagerNeedsSingleton,
    explanation: """
      `eager: true` makes a service when the container starts. Only a singleton is made once for the container; any \
      other scope has no instance to make at that moment.
      """,
    bad: """
      configdi: 1
      scopes: { request: {} }
      services:
        Session: { factory: session, scope: request, eager: true }
      """,
    good: """
      configdi: 1
      services:
        Session: { factory: session, eager: true }
      """)

  private static let asyncInSync = RulePage(
    .asyncInSync,
    explanation: """
      An asynchronous factory runs while the container starts, so that every later resolve finds its product made. \
      That is possible for singletons alone.

      Make the service a singleton, or let a singleton do the asynchronous part and this one use it.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services:
        Database: { factory: connect, scope: transient }
      """,
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [{ "name": "connect", "provides": "App.Database", "async": true }] }
      """,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services:
        Database: { factory: connect }
      """,
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [{ "name": "connect", "provides": "App.Database", "async": true }] }
      """,
    ])

  private static let mainActorInNonisolated = RulePage(
    .mainActorInNonisolated,
    explanation: """
      A factory registered with `registerMainActor` runs on the main actor. A service that is made anywhere cannot wait \
      for that while it is made.

      Let it take a `MainProvider` or a `MainLazy`, which is used later and on the main actor, or register the service \
      itself with `registerMainActor`. A plain `Lazy`, `Provider` or `ScopedProvider` does not help, since it can be \
      called anywhere.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services:
        Window: window
        Sync: { factory: sync, dependencies: { window: Window } }
      """, "configdi.catalog.json": .windowCatalog(slot: "\"instance\""),
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services:
        Window: window
        Sync: { factory: sync, dependencies: { window: { provider: Window } } }
      """, "configdi.catalog.json": .windowCatalog(slot: "\"provider\", \"isolation\": \"main\""),
    ])

  private static let scopeCycle = RulePage(
    .scopeCycle,
    explanation: """
      A scope is opened inside its parent, and that in its own, up to the singletons. In a cycle there is no first one \
      to open. The finding stands at the `parent` that leads back to the first by name.

      Give that scope another parent, or none.
      """,
    bad: """
      configdi: 1
      scopes:
        request: { parent: session }
        session: { parent: request }
      """,
    good: """
      configdi: 1
      scopes:
        request: { parent: session }
        session: {}
      """)

  private static let twoScopes = RulePage(
    .twoScopes,
    explanation: """
      A `transient`, `graph` or `weak` service is made where everything that it needs lives: inside all of the scopes of \
      its dependencies. Two scopes of which neither contains the other are never open around one place, so such a \
      service can be made nowhere.

      Nest one scope in the other, or let the service take a `ScopedProvider` of one dependency, which is called with \
      the open scope.
      """,
    bad: """
      configdi: 1
      scopes: { session: {}, job: {} }
      services:
        User: { factory: user, scope: session }
        Upload: { factory: upload, scope: job }
        Report: { factory: report, scope: transient, dependencies: { user: User, upload: Upload } }
      """,
    good: """
      configdi: 1
      scopes: { session: {}, job: { parent: session } }
      services:
        User: { factory: user, scope: session }
        Upload: { factory: upload, scope: job }
        Report: { factory: report, scope: transient, dependencies: { user: User, upload: Upload } }
      """)
}
