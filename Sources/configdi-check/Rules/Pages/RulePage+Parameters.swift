import ConfigDI

extension RulePage {
  /// The rules about parameters.
  static let aboutParameters: [RulePage] = [
    .unknownParameter, .unusedParameter, .parameterCycle, .malformedInterpolation, .parameterWithoutSource,
    .badParameterValue, .envConflict, .secretLiteral, .secretExposed,
  ]

  private static let unknownParameter = RulePage(
    .unknownParameter,
    explanation: """
      Text is interpolated from the manifest's own parameters alone, never from the environment directly, so each name \
      in `${…}` and in `select` has to be declared under `parameters`.

      Correct the name, or declare the parameter. A literal `${` is written `$${`.
      """,
    bad: """
      configdi: 1
      parameters: { db.url: { type: url, env: DATABASE_URL } }
      services:
        Database: { factory: postgres, settings: { url: "${db.url}", replica: "${db.ulr}" } }
      """,
    good: """
      configdi: 1
      parameters: { db.url: { type: url, env: DATABASE_URL } }
      services:
        Database: { factory: postgres, settings: { url: "${db.url}", replica: "${db.url}?replica" } }
      """)

  private static let unusedParameter = RulePage(
    .unusedParameter,
    explanation: """
      No settings, `select` or other parameter names it in any stage, and it is not `exposed`, so setting its variable \
      changes nothing. Text that every stage replaces is no use.

      Remove it. Where the program reads it by name, say `exposed: true`.
      """,
    bad: """
      configdi: 1
      parameters: { mail.from: no-reply@example.com }
      services:
        Mailer: smtp
      """,
    good: """
      configdi: 1
      parameters:
        mail.from: no-reply@example.com
        support.phone: { value: "+44 20 7946 0000", exposed: true }
      services:
        Mailer: { factory: smtp, settings: { from: "${mail.from}" } }
      """)

  private static let parameterCycle = RulePage(
    .parameterCycle,
    explanation: """
      A parameter's value or default may name other parameters, whose values are put in first. In a cycle there is no \
      first one. The finding stands at the `${…}` that leads back to the first by name.

      Give one of them a value of its own.
      """,
    bad: """
      configdi: 1
      parameters: { host: "db.${zone}", zone: "eu.${host}" }
      services:
        Database: { factory: postgres, settings: { host: "${host}" } }
      """,
    good: """
      configdi: 1
      parameters: { host: "db.${zone}", zone: eu }
      services:
        Database: { factory: postgres, settings: { host: "${host}" } }
      """)

  private static let malformedInterpolation = RulePage(
    .malformedInterpolation,
    explanation: """
      `${name}` stands for a parameter, anywhere in `settings` and in a parameter's `value` or `default`. It does not \
      nest, and it has no operators. Keys, factories, scopes, dependencies and paths are never interpolated, so that \
      the wiring is known without the environment; where wiring must depend on a parameter, `select` says so.

      Close it, name a parameter, or write `$${` for the two characters themselves.
      """,
    bad: """
      configdi: 1
      parameters: { host: db.example.com }
      services:
        Database: { factory: postgres, settings: { url: "postgres://${host", replica: "${host}" } }
      """,
    good: """
      configdi: 1
      parameters: { host: db.example.com }
      services:
        Database: { factory: postgres, settings: { url: "postgres://${host}", template: "$${host}" } }
      """)

  private static let parameterWithoutSource = RulePage(
    .parameterWithoutSource,
    explanation: """
      A parameter has a `value`, or reads a variable (`env`) or a file (`file`), with or without a `default`. One with \
      none of these has no value in the stages that do not set it. A value is needed where a setting, a `select` or \
      another parameter reads it, and where it is `exposed`; a stage that does not read it needs none.

      With `--env-file` or `--env current` the variables are known, and a variable that is not set is reported in the \
      same way where the parameter has no default: the program would fail at start.
      """,
    bad: """
      configdi: 1
      parameters: { db.url: { type: url } }
      services:
        Database: { factory: postgres, settings: { url: "${db.url}" } }
      """,
    good: """
      configdi: 1
      parameters: { db.url: { type: url, env: DATABASE_URL } }
      services:
        Database: { factory: postgres, settings: { url: "${db.url}" } }
      """)

  private static let badParameterValue = RulePage(
    .badParameterValue,
    explanation: """
      A value is written in the form of its type: `10`, `0.5`, `true`, `30s`, `64KiB`, `https://example.com`, one of \
      `of`. Text that looks like a number is quoted. `min` and `max` are inclusive and written in the same form.

      Correct the value, or the type and range. A value of a known variable is reported where `env` names it.
      """,
    bad: """
      configdi: 1
      parameters: { http.timeout: { type: duration, env: TIMEOUT, default: 30, max: 5m } }
      services:
        Client: { factory: http, settings: { timeout: "${http.timeout}" } }
      """,
    good: """
      configdi: 1
      parameters: { http.timeout: { type: duration, env: TIMEOUT, default: 30s, max: 5m } }
      services:
        Client: { factory: http, settings: { timeout: "${http.timeout}" } }
      """)

  private static let envConflict = RulePage(
    .envConflict,
    explanation: """
      Two parameters read the same variable, one as this type, the other as that. Few values fit both, and whoever sets \
      the variable sees one of the two.

      Give both the same type, or let the second parameter name the first with `${…}`.
      """,
    bad: """
      configdi: 1
      parameters:
        db.port: { type: int, env: DB_PORT }
        db.label: { type: string, env: DB_PORT }
      services:
        Database: { factory: postgres, settings: ["${db.port}", "${db.label}"] }
      """,
    good: """
      configdi: 1
      parameters:
        db.port: { type: int, env: DB_PORT }
        db.label: "port ${db.port}"
      services:
        Database: { factory: postgres, settings: ["${db.port}", "${db.label}"] }
      """)

  private static let secretLiteral = RulePage(
    .secretLiteral,
    explanation: """
      A parameter is `secret` so that its value is shown nowhere; a value or default in the manifest is shown to all \
      who can read the repository, and stays in its history.

      Take it from a variable or a file that is not kept in version control, and change the secret itself.
      """,
    bad: """
      configdi: 1
      parameters: { api.key: { value: k-2718281828, secret: true } }
      services:
        Client: { factory: http, settings: { key: "${api.key}" } }
      """,
    good: """
      configdi: 1
      parameters: { api.key: { env: API_KEY, secret: true } }
      services:
        Client: { factory: http, settings: { key: "${api.key}" } }
      """)

  private static let secretExposed = RulePage(
    .secretExposed,
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
