import ConfigDI

extension RulePage {
  /// The rules about factories, their dependencies and settings.
  static let aboutFactories: [RulePage] = [
    .unknownFactory, .factoryMismatch, .missingArgument, .unknownArgument, .wrongDependencyType, .wrongSetting,
    .unknownSetting, .missingSetting, .deprecatedUse, .wrongRole, .duplicateFactory, .badRegistration, .missingProvided,
    .replacesNothing,
  ]

  private static let unknownFactory = RulePage(
    .unknownFactory,
    explanation: """
      The manifest names a factory that the catalog does not have. Correct the name, or register the factory and \
      export the catalog again.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services: { Clock: systemClok }
      """, "configdi.catalog.json": .mailCatalog,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services: { Clock: systemClock }
      """, "configdi.catalog.json": .mailCatalog,
    ])

  private static let factoryMismatch = RulePage(
    .factoryMismatch,
    explanation: """
      A key is the name of a type, and its factory has to be registered as providing that type (or the type that a \
      custom key was declared with).
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services: { Clock: smtp }
      """, "configdi.catalog.json": .mailCatalog,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services: { Mailer: smtp }
      """, "configdi.catalog.json": .mailCatalog,
    ])

  private static let missingArgument = RulePage(
    .missingArgument,
    explanation: """
      The factory's initializer takes a parameter that the manifest does not mention, so the key of that parameter's \
      type is used; and no service has that key. For a collection, there has to be exactly one of that key.

      Define a service under that key, or say under `dependencies` which other service is meant.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services:
        Mailer: smtp
      """,
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [
        { "name": "smtp", "provides": "App.Mailer", "dependencies": [{ "key": "App.Clock", "kind": "instance" }] },
        { "name": "systemClock", "provides": "App.Clock" } ] }
      """,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services:
        Mailer: smtp
        Clock: systemClock
      """,
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [
        { "name": "smtp", "provides": "App.Mailer", "dependencies": [{ "key": "App.Clock", "kind": "instance" }] },
        { "name": "systemClock", "provides": "App.Clock" } ] }
      """,
    ])

  private static let unknownArgument = RulePage(
    .unknownArgument,
    explanation: """
      The label under `dependencies` is neither a label of the factory nor, where that is unique in it, a key that it \
      asks for; or a list has more entries than the factory has dependencies.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services:
        Clock: systemClock
        Mailer: { factory: smtp, dependencies: { clok: Clock } }
      """, "configdi.catalog.json": .clockedMailCatalog,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services:
        Clock: systemClock
        Mailer: { factory: smtp, dependencies: { clock: Clock } }
      """, "configdi.catalog.json": .clockedMailCatalog,
    ])

  private static let wrongDependencyType = RulePage(
    .wrongDependencyType,
    explanation: """
      The referenced service has another type than the factory's parameter, or the reference another kind: a factory \
      that takes a `Lazy` needs `{ lazy: Key }`, one that takes an array `{ all: collection }`, and so on. An alias or a \
      `select` under the name of a type has to lead to that type, too.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services:
        Clock: systemClock
        Log: consoleLog
        Mailer: { factory: smtp, dependencies: { clock: Log } }
      """, "configdi.catalog.json": .clockedMailCatalog,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services:
        Clock: systemClock
        Log: consoleLog
        Mailer: { factory: smtp, dependencies: { clock: Clock } }
      """, "configdi.catalog.json": .clockedMailCatalog,
    ])

  private static let wrongSetting = RulePage(
    .wrongSetting,
    explanation: """
      The value has another type than the factory's settings have, is out of its range, or is no case of its \
      enumeration. The catalog knows the settings from the factory's `ServiceSettings` type; with the program's \
      registry at hand, they are really decoded.

      Numbers and truth values that are meant as text are written in quotes.

      A parameter that comes from outside is judged by its type. Its default must fit the setting too, and one of its \
      cases if it is an `enum`.

      A `URL`, `UUID`, `Date`, `Data` or `Decimal` is written as one value if the program imports `ConfigDIFoundation`. \
      What the program's own decoding decides is `opaque` in the catalog, and this rule leaves it alone.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services:
        Store: { factory: diskStore, settings: { capacity: plenty } }
      """,
      "configdi.catalog.json": .storeCatalog,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services:
        Store: { factory: diskStore, settings: { capacity: 64MiB } }
      """,
      "configdi.catalog.json": .storeCatalog,
    ])

  private static let unknownSetting = RulePage(
    .unknownSetting,
    explanation: """
      Decoding would ignore it, and its author would believe that it has an effect.

      Correct the name, or take the setting out. A factory whose settings type reads names that cannot be foreseen is \
      marked opaque in the catalog, and this rule leaves it alone.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services:
        Store: { factory: diskStore, settings: { capacity: 64MiB, comression: true } }
      """,
      "configdi.catalog.json": .storeCatalog,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services:
        Store: { factory: diskStore, settings: { capacity: 64MiB, compression: true } }
      """,
      "configdi.catalog.json": .storeCatalog,
    ])

  private static let missingSetting = RulePage(
    .missingSetting,
    explanation: """
      The factory cannot be called without it. Give it in the entry's `settings`, or give the settings type a default: \
      `static let defaults: SettingDefaults = ["capacity": "64MiB"]`. Optional settings may be left out.

      Swift's synthesized decoding ignores the initial value of a property. In editors, an action makes it a default.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services:
        Store: { factory: diskStore, settings: { compression: true } }
      """,
      "configdi.catalog.json": .storeCatalog,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services:
        Store: { factory: diskStore, settings: { compression: true, capacity: 64MiB } }
      """,
      "configdi.catalog.json": .storeCatalog,
    ])

  private static let deprecatedUse = RulePage(
    .deprecatedUse,
    explanation: """
      The service's entry, or the factory's registration, says that it is deprecated: since when, and what to use \
      instead. Everything that refers to it is reported, so that the last use can be found and the service removed.
      """,
    bad: """
      configdi: 1
      services:
        Cart: { factory: cart, deprecated: { since: "2.0", use: Basket } }
        Shop: { factory: shop, dependencies: { cart: Cart } }
      """,
    good: """
      configdi: 1
      services:
        Basket: basket
        Cart: { factory: cart, deprecated: { since: "2.0", use: Basket } }
        Shop: { factory: shop, dependencies: { cart: Basket } }
      """)

  private static let wrongRole = RulePage(
    .wrongRole,
    explanation: """
      Factories are registered for one role: to serve a key, to decorate what serves one, or to run in a lifecycle \
      phase. Each can be named only where its role is due: under `factory`, `decorators` or `lifecycle`.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      services: { Mailer: logged }
      """, "configdi.catalog.json": .mailCatalog,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      services: { Mailer: { factory: smtp, decorators: [logged] } }
      """, "configdi.catalog.json": .mailCatalog,
    ])

  private static let duplicateFactory = RulePage(
    .duplicateFactory,
    explanation: """
      A manifest chooses factories by name, so a name stands for one factory. The library reports both registrations \
      when the catalog is exported or a container is built; the first one counts until then.

      Where an assembly means to take the place of another's factory, its registration says `replace: true`. Otherwise \
      one of the two needs another name.
      """)

  private static let badRegistration = RulePage(
    .badRegistration,
    explanation: """
      The library reports, when the catalog is exported or a container is built, what is wrong with a registration: \
      another number of labels than dependencies, two settings parameters, a default for a setting that the settings \
      type does not have, a type that cannot be a key, or a private or local type, whose name is not the same in the \
      next build.

      A private type can be used through a key of its own: `registry.declare(Key<Cache>("cache"))`.
      """)

  private static let missingProvided = RulePage(
    .missingProvided,
    explanation: """
      The manifest says that the host provides this service, and the program built the container, or opened the scope, \
      without an instance of it. Only the library can find this: the checker does not see what the program hands in.
      """)

  private static let replacesNothing = RulePage(
    .replacesNothing,
    explanation: """
      A registration with `replace: true` takes the place of an earlier factory of the same name. Where there is none, \
      most likely the other module has renamed its factory, and without this finding every client's replacement would \
      be lost in silence.

      Correct the name, add the assemblies in the right order, or leave `replace: true` out.
      """)
}
