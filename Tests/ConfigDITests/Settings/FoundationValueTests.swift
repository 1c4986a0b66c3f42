import ConfigDIFoundation
import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// The checker judges the text of these values; the program must read each text that it accepts.
@Suite struct FoundationValueTests {
  struct Values: ServiceSettings, Equatable {
    var url: URL
    var id: UUID
    var date: Date
    var data: Data
    var price: Decimal
    var pages: [URL]?
  }

  private func decode(_ text: String) throws -> Values {
    let setting = try setting(text)
    return try SettingsDecoding.decode(Values.self, from: setting, at: setting.location)
  }

  @Test func valuesAreRead() throws {
    let values = try decode(
      """
      url: https://user@example.com:8080/a%20b?c=d#e
      id: 6e2b9ad4-0c1f-4c57-9f0a-3d5b7c1e2a48
      date: 2026-01-31T12:00:00.5+01:00
      data: c2FtcGxlcw==
      price: 9.99
      pages: ["file:///tmp/a"]
      """)
    #expect(values.url.port == 8080 && values.url.fragment == "e")
    #expect(values.id.uuidString == "6E2B9AD4-0C1F-4C57-9F0A-3D5B7C1E2A48")
    #expect(values.date == Date(timeIntervalSince1970: 1_769_857_200.5))
    #expect(values.data == Data("samples".utf8))
    #expect(values.price == Decimal(string: "9.99"))
    #expect(values.pages == [URL(filePath: "/tmp/a")])
  }

  @Test(
    "a date from Swift keeps its fraction, and its day in any century",
    arguments: [
      1_700_000_000, 1_700_000_000.75, 1_700_000_000.000_001, -0.5, -11_644_473_600, -12_219_292_801, 951_868_799,
      Date.distantPast.timeIntervalSince1970, -62_167_219_200, 253_402_300_799,
    ]
  ) func datesFromSwift(_ seconds: Double) throws {
    guard case .text(let text) = Date(timeIntervalSince1970: seconds).yaml else { throw CocoaError(.coderInvalidValue) }
    let read = try #require(ValueText.instant(text), "\(text)")
    #expect(abs(read - seconds) < 1e-6, "\(text)")
  }

  @Test func aCatalogHasTheirTypes() {
    let schema = SettingsSchema(of: Values.self)
    #expect(!schema.isOpaque)
    #expect(schema.fields.map(\.type.name) == ["url", "uuid", "date", "base64", "decimal", "list"])
  }

  static let texts: [(type: SettingType, right: [String], wrong: [String])] = [
    (
      .url, ["https://[::1]:80/", "postgres://me:secret@host/db", "urn:a:b", "https://example.com/ä", "a+b:c"],
      [
        "", "x", "/a", "example.com", "http://a b", "http://[::1", "http://h:port", "http://h:99999",
        "https://ä.example",
        "http://a/%zz", "http://a/<b>", "http://[1:2]/", "http:",
      ]
    ),
    (.uuid, ["00000000-0000-0000-0000-000000000000"], ["", "6e2b9ad40c1f4c579f0a3d5b7c1e2a48", "not-a-uuid"]),
    (
      .date, ["2024-02-29", "1969-12-31T23:59:59Z", "2026-01-31T12:00-05:30"],
      [
        "", "2026-02-29", "2026-13-01", "2026-1-1", "2026-01-31T12:00:00", "2026-01-31 12:00:00Z", "31.1.2026",
        "2026-01-31T24:00Z",
      ]
    ),
    (.base64, ["", "AA==", "c2FtcGxl"], ["A", "AAA", "c2Ft cGxl", "====", "c2FtcGx!"]),
    (
      .decimal, ["0", "-0.10", "1e-7", "12345678901234567890123456789012345678", "+3"],
      ["", "1.2.3", "e5", "1e200", "123456789012345678901234567890123456789", "nan", "0x10"]
    ),
  ]

  @Test("the checker parses the text", arguments: texts.indices) func theCheckerReadsTheText(_ index: Int) throws {
    let (type, right, wrong) = Self.texts[index]
    let schema = SettingsSchema(type: "S", fields: [SettingsField("value", type)])
    func findings(_ text: String) throws -> [Diagnostic] {
      let setting = try setting("{ value: \(FlowText.quoted(text)) }")
      var diagnostics = Diagnostics()
      checkSettings(setting, against: schema, of: "f", at: setting.location, reporting: &diagnostics)
      return diagnostics.findings
    }
    for text in right { #expect(try findings(text).isEmpty, "\(text)") }
    for text in wrong { #expect(try findings(text).map(\.rule.code) == ["DI406"], "\(text)") }
    // Foundation takes what the checker takes.
    for text in right {
      switch type {
      case .url: #expect(URL(string: text)?.scheme != nil, "\(text)")
      case .uuid: #expect(UUID(uuidString: text) != nil)
      case .base64: #expect(Data(base64Encoded: text) != nil)
      default: break
      }
    }
  }

  @Test("Foundation accepts every random URL that the checker accepts")
  func foundationTakesEachRandomURLThatTheCheckerTakes() {
    var random = Seeded(7)
    let parts = [
      "http", "s", ":", "/", "//", "[", "]", "::1", "a", "1", "%41", "%", "ä", "@", "?", "#", "80", "é", "'", ".",
    ]
    var taken = 0
    for _ in 0..<20_000 {
      let text = (0..<random.number(below: 9)).map { _ in parts[random.number(below: parts.count)] }.joined()
      let url = ["http://", "a:"][random.number(below: 2)] + text
      guard ValueText.isURL(url) else { continue }
      taken += 1
      #expect(URL(string: url) != nil, "\(url)")
    }
    #expect(taken > 1000)
  }

  @Test("decimals are exact") func decimalsAreExact() throws {
    var random = Seeded(3)
    for _ in 0..<2000 {
      let digits = (0...random.number(below: 38)).map { _ in "\(random.number(below: 10))" }.joined()
      let text = "\(random.number(below: 2) == 0 ? "-" : "")\(digits)e\(random.number(below: 80) - 40)"
      let number = try Decimal(reading: setting("\"\(text)\""))
      #expect(number == Decimal(string: text), "\(text)")
    }
  }

  /// Without the product these types are recorded as Foundation decodes them, and the finding names the product.
  @Test("the finding names the missing product") func theFindingNamesTheProduct() throws {
    let url = SettingType.object(
      fields: [SettingsField("base", .opaque, isOptional: true), SettingsField("relative", .string)], isOpaque: true)
    for (type, value) in [(url, "https://a.example"), (.float, "2026-01-31")] {
      var diagnostics = Diagnostics()
      let setting = try setting("{ value: \"\(value)\" }")
      let schema = SettingsSchema(type: "S", fields: [SettingsField("value", type)])
      checkSettings(setting, against: schema, of: "f", at: setting.location, reporting: &diagnostics)
      #expect(diagnostics.findings.flatMap(\.help).contains { $0.hasSuffix("import ConfigDIFoundation") })
    }
  }
}
