extension Rule {
  package static let wrongSetting = Rule(
    "DI406", "wrong-setting", .error, needsCatalog: true, summary: "a setting that its factory cannot read",
    explanation: """
      The value has another type than the factory's settings have, is out of its range, or is no case of its \
      enumeration. The catalog knows the settings from the factory's `ServiceSettings` type; with the program's \
      registry at hand, they are really decoded.

      Numbers and truth values that are meant as text are written in quotes.
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

  package static let unknownSetting = Rule(
    "DI407", "unknown-setting", .error, needsCatalog: true, summary: "a setting that the factory does not have",
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

  package static let missingSetting = Rule(
    "DI408", "missing-setting", .error, needsCatalog: true, summary: "a required setting that the entry does not give",
    explanation: """
      The factory cannot be called without it. Give it in the entry's `settings`. A setting that may be left out is an \
      optional in the settings type, or has an entry in its `defaults`; the initial value of a property is ignored \
      by Swift's decoding.
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

  package static let secretExposed = Rule(
    "DI510", "secret-exposed", .error, needsCatalog: true,
    summary: "a secret that reaches a setting not declared secret",
    explanation: """
      What a factory takes as plain text it may log or show. A setting that a secret may flow into is a `Secret<T>` in \
      the settings type, which prints as `<secret db.url>` everywhere; the catalog marks it `"secret": true`.

      Declare the setting so, or give it a value that no secret is part of.
      """,
    bad: [
      "app.yaml": """
      configdi: 1
      parameters:
        api.key: { env: API_KEY, secret: true }
      services:
        Api: { factory: httpApi, settings: { title: "${api.key}", key: "${api.key}" } }
      """,
      "configdi.catalog.json": .apiCatalog,
    ],
    good: [
      "app.yaml": """
      configdi: 1
      parameters:
        api.key: { env: API_KEY, secret: true }
      services:
        Api: { factory: httpApi, settings: { title: orders, key: "${api.key}" } }
      """,
      "configdi.catalog.json": .apiCatalog,
    ])
}

extension String {
  fileprivate static let storeCatalog = """
    {
      "configdiCatalog": 1,
      "factories": [
        {
          "name": "diskStore",
          "provides": "App.Store",
          "settings": {
            "type": "StoreSettings",
            "fields": [
              { "name": "capacity", "type": "bytes" },
              { "name": "compression", "type": "bool", "default": "false" }
            ]
          }
        }
      ]
    }
    """

  fileprivate static let apiCatalog = """
    {
      "configdiCatalog": 1,
      "factories": [
        {
          "name": "httpApi",
          "provides": "App.Api",
          "settings": {
            "type": "ApiSettings",
            "fields": [
              { "name": "title", "type": "string" },
              { "name": "key", "type": "string", "secret": true }
            ]
          }
        }
      ]
    }
    """
}
