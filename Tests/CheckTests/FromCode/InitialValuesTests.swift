import Testing

@testable import configdi_check

@Suite struct InitialValuesTests {
  private static let source = """
    // struct Cart { var maxItems: Int = 1 }
    struct CartSettings: ServiceSettings {
      var maxItems: Int = 100  // the most
      var currency = "EUR"
      var wait: Duration = .seconds(30), other = 2
      var tags: [String] = ["a", "b"]
      var ratio: Double = -0.5
      let version = 1
      static var shared: Int = 3
      var total: Int { let x = 2; return x }
      var date: Date = .now
      var name: String
    }
    struct Other { var late: Int = 5 }
    """

  private func values(_ source: String) throws -> InitialValues {
    let bytes = Array(source.utf8)
    let offset = try #require(bytes.firstRange(of: Array("CartSettings".utf8)))
    let text = SwiftText(bytes)
    return try #require(InitialValues(ofTypeAt: text.lexeme(from: offset.lowerBound), in: text))
  }

  @Test("literal initial values are found") func literalsAreFound() throws {
    let found = try values(Self.source.replacing(", other = 2", with: ""))
    #expect(
      found.values.map { "\($0.name) \($0.text)" } == [
        "maxItems 100", "currency \"EUR\"", "wait \"30s\"", "tags [\"a\", \"b\"]", "ratio -0.5",
      ])
    #expect(
      found.line(for: ["ratio", "maxItems"])
        == "static let defaults: SettingDefaults = [\"maxItems\": 100, \"ratio\": -0.5]")
    #expect(found.line(for: ["name"]) == nil)
  }

  @Test(
    "the edit turns an initial value into a default",
    arguments: [
      (
        "struct CartSettings {\n  var maxItems: Int = 100\n}",
        "struct CartSettings {\n  static let defaults: SettingDefaults = [\"maxItems\": 100]\n\n  var maxItems: Int = 100\n}"
      ),
      (
        "struct CartSettings { var maxItems = 100; static let defaults: SettingDefaults = [\"a\": 1] }",
        "struct CartSettings { var maxItems = 100; static let defaults: SettingDefaults = [\"maxItems\": 100, \"a\": 1] }"
      ),
      (
        "struct CartSettings { var maxItems = 100; static let defaults: SettingDefaults = [:] }",
        "struct CartSettings { var maxItems = 100; static let defaults: SettingDefaults = [\"maxItems\": 100] }"
      ),
    ]) func theEditMakesADefault(source: String, expected: String) throws
  {
    let edit = try #require(try values(source).edit(for: "maxItems"))
    var bytes = Array(source.utf8)
    bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("the remedy adds to the defaults that the type has") func theRemedyAddsToDefaults() throws {
    let source = "struct CartSettings { var maxItems = 100; static let defaults: SettingDefaults = [\"a\": 1] }"
    #expect(try values(source).remedy(for: ["maxItems"]) == "add \"maxItems\": 100 to its defaults")
  }
}
