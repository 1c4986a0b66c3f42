import ConfigDI

extension RulePage {
  /// The rules about collections, decorators and choices.
  static let aboutCollections: [RulePage] = [
    .unknownCollection, .emptyCollection, .collectionType, .decoratorMismatch, .selectNotExhaustive, .deadCase,
  ]

  private static let unknownCollection = RulePage(
    .unknownCollection,
    explanation: """
      `collect` puts a service into a collection, and `{ all: name }` asks for one; both need the collection to be \
      declared under `collections`, with the key of its members.
      """,
    bad: """
      configdi: 1
      collections: { checks: { of: HealthCheck } }
      services:
        HealthCheck/db: { factory: dbHealth, collect: checks }
        HealthCheck/queue: { factory: queueHealth, collect: chekcs }
      """,
    good: """
      configdi: 1
      collections: { checks: { of: HealthCheck } }
      services:
        HealthCheck/db: { factory: dbHealth, collect: checks }
        HealthCheck/queue: { factory: queueHealth, collect: checks }
      """)

  private static let emptyCollection = RulePage(
    .emptyCollection,
    explanation: """
      A collection is declared and nothing has `collect` with its name, in at least one stage: whoever asks for it \
      gets an empty list there.
      """,
    bad: """
      configdi: 1
      collections: { checks: { of: HealthCheck } }
      services:
        HealthCheck/db: dbHealth
      """,
    good: """
      configdi: 1
      collections: { checks: { of: HealthCheck } }
      services:
        HealthCheck/db: { factory: dbHealth, collect: checks }
      """)

  private static let collectionType = RulePage(
    .collectionType,
    explanation: """
      A collection is handed over as an array of one type, the one of its `of`. A service of another type cannot be \
      in it.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      collections: { checks: { of: HealthCheck } }
      services:
        HealthCheck/db: { factory: dbHealth, collect: checks }
        Clock: { factory: systemClock, collect: checks }
      """,
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [
        { "name": "dbHealth", "provides": "App.HealthCheck" }, { "name": "systemClock", "provides": "App.Clock" } ] }
      """,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      collections: { checks: { of: HealthCheck } }
      services:
        HealthCheck/db: { factory: dbHealth, collect: checks }
        Clock: systemClock
      """,
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [
        { "name": "dbHealth", "provides": "App.HealthCheck" }, { "name": "systemClock", "provides": "App.Clock" } ] }
      """,
    ])

  private static let decoratorMismatch = RulePage(
    .decoratorMismatch,
    explanation: """
      A decorator takes and gives back instances of one type, the one that it was registered for. It cannot wrap a \
      service of another.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services: { Mailer: { factory: smtp, decorators: [slowed] } }
      """, "configdi.catalog.json": .mailCatalog,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services: { Clock: { factory: systemClock, decorators: [slowed] } }
      """, "configdi.catalog.json": .mailCatalog,
    ])

  private static let selectNotExhaustive = RulePage(
    .selectNotExhaustive,
    explanation: """
      A `select` chooses a service by the value of an `enum` or `bool` parameter. Every value needs a case: one that \
      has none would be noticed only where the environment sets it.
      """,
    bad: """
      configdi: 1
      parameters: { engine: { type: enum, of: [v1, v2], env: ENGINE, default: v1 } }
      services:
        Cart: { select: engine, cases: { v1: Cart/v1 } }
        Cart/v1: legacyCart
      """,
    good: """
      configdi: 1
      parameters: { engine: { type: enum, of: [v1, v2], env: ENGINE, default: v1 } }
      services:
        Cart: { select: engine, cases: { v1: Cart/v1, v2: Cart/v1 } }
        Cart/v1: legacyCart
      """)

  private static let deadCase = RulePage(
    .deadCase,
    explanation: """
      The parameter of this `select` can never have the value of this case, so what it names is never chosen by it. \
      Remove the case, or add the value to the parameter's `of`.
      """,
    bad: """
      configdi: 1
      parameters: { engine: { type: enum, of: [v1], env: ENGINE, default: v1 } }
      services:
        Cart: { select: engine, cases: { v1: Cart/v1, v2: Cart/v1 } }
        Cart/v1: legacyCart
      """,
    good: """
      configdi: 1
      parameters: { engine: { type: enum, of: [v1], env: ENGINE, default: v1 } }
      services:
        Cart: { select: engine, cases: { v1: Cart/v1 } }
        Cart/v1: legacyCart
      """)
}
