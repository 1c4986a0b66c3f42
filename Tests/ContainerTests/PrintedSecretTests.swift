import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Errors of a program's own code never show a secret, in whichever form Swift prints it.
@Suite struct PrintedSecretTests {
  private struct Settings: ServiceSettings {
    var text: Secret<String>?
    var pause: Secret<Duration>?
    var rate: Secret<Double>?
    var count: Secret<Int>?
    var flag: Secret<Bool>?
    static let defaults: SettingDefaults = ["text": "preset text"]
  }

  private struct Trouble: Error {
    let settings: String
    let note: String
  }

  /// The error of a factory that prints its settings' values.
  private func message(
    _ settings: String, parameters: String = "{}", environment: [String: String] = [:], note: String = "",
    overlays: [OverlayDefinition] = []
  ) async throws -> String {
    var registry = FactoryRegistry()
    registry.register("text", as: String.self) { (settings: Settings) throws -> String in
      let values: [Any?] = [
        settings.text?.value, settings.pause?.value, settings.rate?.value, settings.count?.value, settings.flag?.value,
      ]
      let words = values.compactMap { $0.map { String(describing: $0) } }
      throw Trouble(settings: words.joined(separator: " "), note: note)
    }
    let container = try Container(
      manifest: .yaml(
        "configdi: 1\nparameters: \(parameters)\nservices: { String: { factory: text, settings: \(settings) } }"),
      registry: registry, options: ManifestOptions(environment: environment))
    var text = ""
    try await container.withOverlays(overlays) {
      do { _ = try container.resolve(String.self) } catch { text = "\(error)" }
    }
    return text.split(separator: "\n").first.map { String($0) } ?? ""
  }

  @Test("a secret that Swift escapes is hidden") func escaped() async throws {
    let key = "-----BEGIN KEY-----\nMHcC\"AQ\\EE\n-----END KEY-----\n"
    let text = try await message(
      "{ text: '${key}' }", parameters: "{ key: { env: KEY, secret: true } }", environment: ["KEY": key], note: key)
    #expect(!text.contains("MHcC"), "\(text)")
    #expect(text.contains("note: \"<secret key>\""), "\(text)")
  }

  @Test("a secret is hidden in the form of its type") func typed() async throws {
    let text = try await message(
      "{ pause: '${pause}', rate: '${rate}', count: 7e5 }",
      parameters: """
        { pause: { type: duration, env: PAUSE, secret: true }, rate: { type: float, env: RATE, secret: true } }
        """,
      environment: ["PAUSE": "1500ms", "RATE": "1.5e3"])
    #expect(text.contains("<secret text> <secret pause> <secret rate> <secret count>"), "\(text)")
  }

  @Test("a very short secret is hidden only as a whole word") func short() async throws {
    let text = try await message(
      "{ count: '${pin}', flag: '${flag}' }",
      parameters: "{ pin: { type: int, env: PIN, secret: true }, flag: { type: bool, env: FLAG, secret: true } }",
      environment: ["PIN": "1", "FLAG": "true"], note: "port 15, untrue")
    #expect(text.contains("<secret pin> <secret flag>"), "\(text)")
    #expect(text.contains("port 15, untrue"), "\(text)")
  }

  @Test(
    "a secret setting is hidden, wherever its value comes from",
    arguments: [
      ("{ text: open sesame }", "{}"), ("{ text: '${word}' }", "{ word: open sesame }"),
      ("{ text: '${word}' }", "{ word: { env: WORD } }"),
    ]) func settings(_ settings: String, _ parameters: String) async throws
  {
    let text = try await message(settings, parameters: parameters, environment: ["WORD": "open sesame"])
    #expect(text.contains("<secret text>") && !text.contains("sesame"), "\(text)")
  }

  @Test("a default of a secret setting is hidden") func defaults() async throws {
    let text = try await message("{}")
    #expect(text.contains("<secret text>") && !text.contains("preset"), "\(text)")
  }

  private struct Code: Decodable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no code: \(text)"))
    }
  }

  private struct Vault: ServiceSettings {
    var pin: Secret<Int?>
    var code: Secret<Code>?
  }

  @Test(
    "a secret setting that the program alone refuses is hidden",
    arguments: [
      ("{ pin: 1e3x }", "expected a whole number, found <secret pin>"),
      ("{ pin: null, code: sesame }", "setting 'code': <secret code> was rejected by the settings type"),
    ]) func refused(_ settings: String, _ problem: String) throws
  {
    var registry = FactoryRegistry()
    registry.register("text", as: String.self) { (_: Vault) in "" }
    let error = #expect(throws: (any Error).self) {
      try Container(
        manifest: .yaml("configdi: 1\nservices: { String: { factory: text, settings: \(settings) } }\n"),
        registry: registry)
    }
    let text = "\(try #require(error))"
    #expect(text.contains("settings of factory 'text': \(problem) [DI406]"), "\(text)")
    #expect(!text.contains("1e3x") && !text.contains("sesame"), "\(text)")
  }

  @Test("a secret setting of an overlay is hidden") func overlays() async throws {
    let text = try await message(
      "{}", overlays: [.use("text", for: String.self, settings: ["text": "open sesame"])])
    #expect(text.contains("<secret text>") && !text.contains("sesame"), "\(text)")
  }

  @Test("a secret of digits hides no other number") func digits() async throws {
    let text = try await message(
      "{ text: '${pin}' }", parameters: "{ pin: { type: string, env: PIN, secret: true } }",
      environment: ["PIN": "0001"], note: "attempt 1 of 3")
    #expect(text.contains("<secret pin>") && text.contains("attempt 1 of 3"), "\(text)")
  }

  @Test("an exposed secret is not in an error of its own type") func exposed() throws {
    struct Picky: SettingValue {
      static let schema = SettingSchema.string
      static let sample = Picky()
      init() {}
      init(setting: Setting) throws { throw Refusal(text: "not a key: \(try setting.string)") }
    }
    let container = try Container(
      manifest: .yaml("configdi: 1\nparameters: { key: { env: KEY, secret: true, exposed: true } }\n"),
      registry: FactoryRegistry(), options: ManifestOptions(environment: ["KEY": "hunter2"]))
    let configuration = container.configuration
    let error = #expect(throws: (any Error).self) { try configuration["key", as: Picky.self] }
    let text = "\(try #require(error))"
    #expect(text.contains("not a key: ") && !text.contains("hunter2"), "\(text)")
  }
}
