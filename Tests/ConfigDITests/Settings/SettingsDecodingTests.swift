import ConfigDIFoundation
import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct SettingsDecodingTests {
  func decode<Settings: ServiceSettings>(_ type: Settings.Type, _ text: String) throws -> Settings {
    let setting = try setting(text)
    return try SettingsDecoding.decode(type, from: setting, at: setting.location)
  }

  func problem<Settings: ServiceSettings>(_ type: Settings.Type, _ text: String) throws -> SettingProblem {
    try #require(throws: SettingProblem.self) { try decode(type, text) }
  }

  static let whole = """
    text: hello
    small: -5
    port: 8080
    size: 64KiB
    home: https://example.com/a
    mode: safe
    retry:
      delay: 250ms
    keys: [x, y]
    weights: { a: 1, b: 2.5 }
    token: hush
    """

  @Test("every kind of setting is decoded") func everythingIsDecoded() throws {
    let settings = try decode(Everything.self, Self.whole)
    #expect(settings.text == "hello")
    #expect(settings.flag)
    #expect(settings.small == -5 && settings.port == 8080 && settings.number == 0.5)
    #expect(settings.wait == .seconds(30) && settings.size.bytes == 65536)
    #expect(settings.home == URL(string: "https://example.com/a"))
    #expect(settings.mode == .safe && settings.level == .high)
    #expect(settings.retry == Retry(attempts: 3, delay: .milliseconds(250)))
    #expect(settings.hosts == ["a", "b"] && settings.keys.map(\.value) == ["x", "y"])
    #expect(settings.weights == ["a": 1, "b": 2.5] && settings.token.value == "hush" && settings.proxy == nil)
  }

  @Test("null does not select the default") func aNullIsNoDefault() throws {
    #expect(
      try problem(Everything.self, Self.whole + "\nflag: null").message == "expected 'true' or 'false', found null")
    #expect(try decode(Everything.self, Self.whole.replacing("mode: safe", with: "mode: null")).mode == nil)
  }

  @Test(
    "a refusal is located at the value",
    arguments: [
      ("small: -5", "small: 300", 2, "300 is out of range: -128 to 127"),
      ("port: 8080", "port: 80.5", 3, "expected a whole number, found 80.5"),
      ("size: 64KiB", "size: 64KB!", 4, "expected a size such as '64KiB', found '64KB!'"),
      (
        "home: https://example.com/a", "home: nowhere", 5,
        "expected a URL such as 'https://example.com', found 'nowhere'"
      ),
      ("mode: safe", "mode: saef", 6, "expected one of fast, safe, found 'saef'"),
      ("  delay: 250ms", "  delay: 250", 8, "expected a duration such as '30s', found 250"),
      ("keys: [x, y]", "keys: [x, 1]", 9, "expected text, found <secret keys>"),
      ("weights: { a: 1, b: 2.5 }", "weights: { a: x }", 10, "expected a number, found 'x'"),
      ("token: hush", "token: [hush]", 11, "expected text, found a list"),
    ]) func refusalsStandAtTheValuesLine(right: String, wrong: String, line: Int, message: String) throws
  {
    let problem = try problem(Everything.self, Self.whole.replacing(right, with: wrong))
    #expect(problem.location.start.line == line)
    #expect(problem.message == message)
  }

  struct Offset: ServiceSettings { var offset: Int }

  @Test("a number below the lowest integer is out of range") func aNumberBelowTheLowestIsOutOfRange() throws {
    #expect(try decode(Offset.self, "offset: -9223372036854775808").offset == .min)
    #expect(try problem(Offset.self, "offset: -9223372036854775809").message.contains("is out of range"))
  }

  struct Months: ServiceSettings {
    var names: [Int: String]
    static let defaults: SettingDefaults = ["names": ["1": "first", "2": "second"]]
  }

  @Test("a number's other spelling replaces its default") func aNumberReplacesItsDefault() throws {
    #expect(try decode(Months.self, "names: { 01: January }").names == [1: "January", 2: "second"])
    #expect(try decode(Months.self, "names: { +2: February }").names == [1: "first", 2: "February"])
    #expect(try problem(Months.self, "names: { x: y }").message == "expected a whole number, found 'x'")
  }

  @Test("a missing setting is located at the entry") func aMissingSettingStandsAtTheEntry() throws {
    let missing = try problem(Everything.self, Self.whole.replacing("port: 8080\n", with: ""))
    #expect(missing.kind == .missing && missing.message == "setting 'port' is missing")
    let nested = try problem(Retry.self, "attempts: 1")
    #expect(nested.kind == .missing && nested.message == "setting 'delay' is missing")
  }

  struct Guarded: ServiceSettings {
    let name: String
    enum Keys: String, CodingKey { case name }
    struct Refusal: Error, CustomStringConvertible { let description: String }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      name = try container.decode(Secret<String>.self, forKey: .name).value
      guard name.count > 3 else { throw Refusal(description: "'\(name)' is too short") }
      guard name.count < 9 else {
        throw DecodingError.dataCorruptedError(forKey: .name, in: container, debugDescription: "'\(name)' is too long")
      }
    }
  }

  @Test("an error of the program's own decoding is shown") func whatTheProgramsOwnCodeRefusesSaysWhy() throws {
    #expect(try problem(Guarded.self, "name: ab").message == "'ab' is too short")
    let long = try problem(Guarded.self, "{ name: abcdefghijk }")
    #expect(long.message == "setting 'name': 'abcdefghijk' is too long")
    #expect(long.location.start.column == 3 || long.location.start.column == 9)
  }

  @Test("the text of a secret is never shown") func noTextOfASecretIsEverShown() throws {
    var settings = try setting("name: ab")
    guard case .map(var entries) = settings.content else { return }
    entries[0].value.secret = "db.url"
    settings.content = .map(entries)
    let problem = try #require(throws: SettingProblem.self) {
      try SettingsDecoding.decode(Guarded.self, from: settings, at: settings.location)
    }
    #expect(problem.message == "'<secret db.url>' is too short")
  }

  @Test("a secret only reaches secrets") func aSecretReachesSecretsAlone() throws {
    var settings = try setting(Self.whole)
    guard case .map(var entries) = settings.content else { return }
    let token = try #require(entries.firstIndex { $0.name.value == "token" })
    entries[token].value.secret = "api.key"
    settings.content = .map(entries)
    let decoded = try SettingsDecoding.decode(Everything.self, from: settings, at: settings.location)
    #expect(decoded.token.value == "hush")
    #expect("\(decoded.token)" == "<secret api.key>")
    var dumped = ""
    dump(decoded.token, to: &dumped)
    #expect(!dumped.contains("hush") && !String(reflecting: decoded.token).contains("hush"))
    #expect(!"\(decoded)".contains("hush"))

    entries[0].value.secret = "api.key"
    settings.content = .map(entries)
    let problem = try #require(throws: SettingProblem.self) {
      try SettingsDecoding.decode(Everything.self, from: settings, at: settings.location)
    }
    #expect(problem.kind == .exposed)
    #expect(problem.message == "<secret api.key> is used in a setting that is not declared secret")
    #expect(problem.location.start.line == 1)
  }

  @Test("an unknown value is checked by its type") func aValueThatIsNotKnownYetIsJudgedByItsType() throws {
    func attempt(_ name: String, _ type: ParameterType) throws -> SettingProblem? {
      var settings = try setting(Self.whole)
      guard case .map(var entries) = settings.content else { return nil }
      let index = try #require(entries.firstIndex { $0.name.value == name })
      entries[index].value.content = .unknown(type)
      settings.content = .map(entries)
      do throws(SettingProblem) {
        _ = try SettingsDecoding.decode(Everything.self, from: settings, at: settings.location)
        return nil
      } catch {
        return error
      }
    }
    for (name, type) in [
      ("text", ParameterType.string), ("port", .int), ("size", .bytes), ("home", .url), ("mode", .enum),
      ("mode", .string), ("keys", .list), ("token", .string),
    ] { #expect(try attempt(name, type) == nil, "\(name) from \(type)") }
    for (name, type) in [("port", ParameterType.string), ("text", .int), ("keys", .string), ("retry", .string)] {
      #expect(try attempt(name, type)?.message.contains("a parameter of type \(type)") == true, "\(name) from \(type)")
    }
  }

  @Test("a list that is not known yet may have any number of elements") func unknownLists() throws {
    struct Bounds: ServiceSettings {
      var ports: ClosedRange<Int>
    }
    var settings = try setting("ports: []")
    #expect(
      SettingsDecoding.problem(with: Bounds.self, from: settings, at: settings.location)?.message
        == "setting 'ports.0' is missing")
    guard case .map(var entries) = settings.content else { return }
    entries[0].value.content = .unknown(.list)
    settings.content = .map(entries)
    #expect(SettingsDecoding.problem(with: Bounds.self, from: settings, at: settings.location) == nil)
  }

  @Test("the whole settings may be omitted") func settingsMayBeLeftOutWhole() throws {
    struct AllOptional: ServiceSettings {
      var name: String?
    }
    let file = SourceFile(path: "app.yaml", bytes: [])
    #expect(try SettingsDecoding.decode(AllOptional.self, from: nil, at: file.beginning).name == nil)
    let null = Setting(.null, at: file.beginning)
    #expect(try SettingsDecoding.decode(AllOptional.self, from: null, at: file.beginning).name == nil)
  }
}
