import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct SettingsRulesTests {
  static let schema: SettingsSchema = {
    func field(_ name: String, _ type: SettingType, _ change: (inout SettingsField) -> Void = { _ in }) -> SettingsField
    {
      var field = SettingsField(name, type)
      change(&field)
      return field
    }
    return SettingsSchema(
      type: "S",
      fields: [
        field("url", .url),
        field("pool", .int) { ($0.minimum, $0.maximum) = (1, 200) },
        field("ratio", .float) { $0.isOptional = true },
        field("wait", .duration) { $0.defaultText = "30s" },
        field("size", .bytes) { $0.isOptional = true },
        field("mode", .enumeration(cases: [.string("fast"), .string("safe")])) { $0.isOptional = true },
        field("level", .enumeration(cases: [.int(1), .int(2)])) { $0.isOptional = true },
        field("on", .bool) { $0.isOptional = true },
        field(
          "retry",
          .object(
            fields: [field("attempts", .int), field("delay", .duration) { $0.isOptional = true }], isOpaque: false)
        ) {
          $0.isOptional = true
        },
        field("hosts", .list(of: field("", .string))) { $0.isOptional = true },
        field("weights", .map(of: field("", .float))) { $0.isOptional = true },
        field("token", .string) { ($0.isSecret, $0.isOptional) = (true, true) },
        field("keys", .list(of: field("", .string) { $0.isSecret = true })) { $0.isOptional = true },
        field("any", .opaque) { $0.isOptional = true },
      ])
  }()

  func check(
    _ text: String, schema: SettingsSchema? = Self.schema, _ change: (inout Setting) -> Void = { _ in }
  ) throws -> [String] {
    var settings = try setting(text)
    change(&settings)
    let entry = SourceFile(path: "entry.yaml", bytes: []).beginning
    var diagnostics = Diagnostics()
    checkSettings(settings, against: schema, of: "pg", at: entry, reporting: &diagnostics)
    return diagnostics.sorted().map { finding in
      let place = finding.location.map {
        "\($0.file.path == "entry.yaml" ? "entry" : "\($0.start.line):\($0.start.column)")"
      }
      return "\(place ?? "-") \(finding.rule.code) \(finding.message)"
    }
  }

  @Test("settings that fit have no finding") func whatFitsIsQuiet() throws {
    #expect(
      try check(
        """
        url: postgres://db
        pool: 200
        ratio: 1
        wait: 250ms
        size: 512
        mode: fast
        level: 2
        on: true
        retry: { attempts: 3 }
        hosts: [a, b]
        weights: { a: 1, b: 0.5 }
        token: x
        any: [1, { a: b }]
        """
      ).isEmpty)
    #expect(try check("{ url: a:b, pool: 1, ratio: null, mode: null, hosts: null }").isEmpty)
  }

  @Test(arguments: [
    ("{ url: a:b, pool: 201 }", ["1:19 DI406 setting 'pool' of factory 'pg': 201 is out of range: 1 to 200"]),
    (
      "{ url: a:b, pool: -9223372036854775809 }",
      ["1:19 DI406 setting 'pool' of factory 'pg': -9.223372036854776e+18 is out of range: 1 to 200"]
    ),
    ("{ url: a:b, pool: ten }", ["1:19 DI406 setting 'pool' of factory 'pg': expected a whole number, found 'ten'"]),
    (
      "{ url: 5, pool: 1 }",
      ["1:8 DI406 setting 'url' of factory 'pg': expected a URL such as 'https://example.com', found 5"]
    ),
    ("{ url: a:b, pool: null }", ["1:19 DI406 setting 'pool' of factory 'pg': expected a whole number, found null"]),
    (
      "{ url: a:b, pool: 1, wait: 5 }",
      ["1:28 DI406 setting 'wait' of factory 'pg': expected a duration such as '30s', found 5"]
    ),
    (
      "{ url: a:b, pool: 1, size: -5 }",
      ["1:28 DI406 setting 'size' of factory 'pg': expected a size such as '64KiB', found -5"]
    ),
    (
      "{ url: a:b, pool: 1, mode: fats }",
      ["1:28 DI406 setting 'mode' of factory 'pg': expected one of fast, safe, found 'fats'"]
    ),
    (
      "{ url: a:b, pool: 1, level: \"1\" }",
      ["1:29 DI406 setting 'level' of factory 'pg': expected one of 1, 2, found '1'"]
    ),
    (
      "{ url: a:b, pool: 1, on: 'true' }",
      ["1:26 DI406 setting 'on' of factory 'pg': expected 'true' or 'false', found 'true'"]
    ),
    ("{ url: a:b, pool: 1, hosts: a }", ["1:29 DI406 setting 'hosts' of factory 'pg': expected a list, found 'a'"]),
    ("{ url: a:b, pool: 1, hosts: [a, 2] }", ["1:33 DI406 setting 'hosts[1]' of factory 'pg': expected text, found 2"]),
    (
      "{ url: a:b, pool: 1, weights: { k: y } }",
      ["1:36 DI406 setting 'weights.k' of factory 'pg': expected a number, found 'y'"]
    ),
    ("{ url: a:b, pool: 1, retry: 3 }", ["1:29 DI406 setting 'retry' of factory 'pg': expected a mapping, found 3"]),
    (
      "{ url: a:b, pool: 1, retry: { attempts: x } }",
      ["1:41 DI406 setting 'retry.attempts' of factory 'pg': expected a whole number, found 'x'"]
    ),
    (
      "{ url: a:b, pool: 1, retry: { attempts: 1, dealy: 1s } }",
      ["1:44 DI407 'retry' of factory 'pg' has no setting 'dealy'"]
    ),
    ("{ url: a:b, pool: 1, retry: {} }", ["entry DI408 setting 'retry.attempts' of factory 'pg' is missing"]),
    (
      "{ url: a:b, pol: 1 }",
      ["1:13 DI407 factory 'pg' has no setting 'pol'"]
    ),
    ("[1]", ["1:1 DI406 settings of factory 'pg': expected a mapping, found a list"]),
  ]) func whatDoesNotFitIsFoundAtItsPlace(text: String, findings: [String]) throws {
    #expect(try check(text) == findings)
  }

  @Test("a factory without settings takes none") func aFactoryWithoutSettingsTakesNone() throws {
    #expect(try check("{ a: 1 }", schema: nil) == ["1:3 DI407 factory 'pg' has no setting 'a'"])
    #expect(try check("{}", schema: nil).isEmpty)
    #expect(try check("{ a: 1 }", schema: SettingsSchema(type: "S", isOpaque: true)).isEmpty)
  }

  @Test("a missing field of an object's default is reported") func anObjectsDefaultsMayLackAField() throws {
    var inner = SettingsField("attempts", .int)
    inner.defaultText = "3"
    var retry = SettingsField("retry", .object(fields: [inner, SettingsField("delay", .duration)], isOpaque: false))
    retry.defaultText = "{ \"attempts\": 3 }"
    #expect(
      try check("{}", schema: SettingsSchema(type: "S", fields: [retry]))
        == ["entry DI408 setting 'retry.delay' of factory 'pg' is missing"])
  }

  private func replace(_ name: String, with content: Setting.Content, secret: String? = nil) -> (inout Setting) -> Void
  {
    { settings in
      guard case .map(var entries) = settings.content else { return }
      for index in entries.indices where entries[index].name.value == name {
        entries[index].value.content = content
        entries[index].value.secret = secret
      }
      settings.content = .map(entries)
    }
  }

  @Test("parameters with unknown values are checked by type") func parametersThatAreNotKnownAreJudgedByType() throws {
    let text = "{ url: a:b, pool: 1, hosts: [a] }"
    #expect(try check(text, replace("pool", with: .unknown(.int))).isEmpty)
    #expect(try check(text, replace("url", with: .unknown(.url))).isEmpty)
    #expect(try check(text, replace("hosts", with: .unknown(.list))).isEmpty)
    #expect(
      try check(text, replace("pool", with: .unknown(.string)))
        == ["1:19 DI406 setting 'pool' of factory 'pg': expected a whole number, found a parameter of type string"])
  }

  @Test("secrets only reach secret settings") func secretsReachSecretsAlone() throws {
    let text = "{ url: a:b, pool: 1, token: t, keys: [a], any: z, hosts: [b] }"
    func exposed(_ name: String, _ content: Setting.Content = .string("hush")) throws -> [String] {
      try check(text, replace(name, with: content, secret: "api.key"))
    }
    #expect(try exposed("token").isEmpty)
    #expect(try exposed("token", .unknown(.string)).isEmpty)
    #expect(try exposed("keys", .unknown(.list)).isEmpty)
    #expect(
      try exposed("url", .string("https://hush.example")) == [
        "1:8 DI510 secret 'api.key' reaches setting 'url' of factory 'pg', which is not declared secret"
      ])
    #expect(try exposed("any").map { $0.contains("DI510") } == [true])
    #expect(try exposed("hosts", .unknown(.list)).map { $0.contains("DI510") } == [true])
    // Wrong in both ways, and its text is not shown.
    let wrong = try exposed("pool")
    #expect(wrong.count == 2 && wrong.allSatisfy { !$0.contains("hush") })
  }

  @Test("a live registry decodes the settings") func aLiveRegistryDecodesForReal() throws {
    struct Even: ServiceSettings {
      let number: Int
      enum Keys: String, CodingKey { case number }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        number = try container.decode(Int.self, forKey: .number)
        guard number == 1 || number.isMultiple(of: 2) else {
          throw DecodingError.dataCorruptedError(forKey: .number, in: container, debugDescription: "not even")
        }
      }
    }
    var registry = FactoryRegistry()
    registry.register("even", as: Tick.self) { (_: Even) in Tick() }
    let examined = registry.examined()
    func findings(_ text: String) throws -> [String] {
      var diagnostics = Diagnostics()
      let settings = try setting(text)
      examined.validate(factory: "even", settings: settings, at: settings.location, reporting: &diagnostics)
      return diagnostics.sorted().map { "\($0.rule.code) \($0.message)" }
    }
    #expect(try findings("{ number: 4 }").isEmpty)
    #expect(try findings("{ number: 3 }") == ["DI406 settings of factory 'even': setting 'number': not even"])
    #expect(try findings("{ number: x, more: 1 }").map { $0.prefix(5) } == ["DI406", "DI407"])
  }
}
