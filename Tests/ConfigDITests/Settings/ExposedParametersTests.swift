import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct ExposedParametersTests {
  private func configuration() throws -> ExposedParameters {
    guard
      case .map(let entries) = try setting("{ http.timeout: 30s, ThirdParty.apiKey: abc, retries: 3, hosts: [a] }")
        .content
    else { throw CancellationError() }
    let values = Dictionary(uniqueKeysWithValues: entries.map { ($0.name.value, $0.value) })
    return ExposedParameters(stage: "test", values: values, hidden: ["pool.size"])
  }

  @Test("values are read as their types") func valuesAreReadAsTheirTypes() throws {
    let configuration = try configuration()
    #expect(try configuration["http.timeout", as: Duration.self] == .seconds(30))
    #expect(try configuration["retries", as: Int.self] == 3)
    #expect(try configuration["retries", as: UInt8.self] == 3)
    #expect(try configuration["hosts", as: [String].self] == ["a"])
    #expect(configuration.names == ["ThirdParty.apiKey", "hosts", "http.timeout", "retries"])
  }

  @Test("values of a service are text") func valuesOfAServiceAreTexts() throws {
    let configuration = try configuration()
    #expect(configuration.value(forService: "ThirdParty", key: "apiKey") == "abc")
    #expect(configuration.value(forService: "ThirdParty", key: "other") == nil)
  }

  private enum Key: String, CaseIterable, SettingValue { case abc, abd }
  private enum Attempts: UInt8, CaseIterable, SettingValue, Decodable {
    case few = 3
    case many = 200
  }

  @Test("enumerations only need a declaration to be read") func enumerationsNeedOnlySayThatTheyAreRead() throws {
    let configuration = try configuration()
    #expect(try configuration["ThirdParty.apiKey", as: Key.self] == .abc)
    #expect(try configuration["retries", as: Attempts.self] == .few)
    #expect(Attempts.schema.field.type == .enumeration(cases: [.int(3), .int(200)]) && Key.sample == .abc)
    let error = try #require(throws: ExposedParameterError.self) { try configuration["hosts", as: Key.self] }
    #expect(error.description.contains("'hosts' at app.yaml:1:"))
    #expect(throws: ExposedParameterError.self) { try configuration["retries", as: [Int].self] }
  }

  private enum Undeclared: String, SettingConvertible { case abc }

  @Test("a type that says nothing of its reading is an error with the remedy") func typesWithoutAReading() throws {
    let error = try #require(throws: ExposedParameterError.self) {
      try configuration()["ThirdParty.apiKey", as: Undeclared.self]
    }
    #expect(error.description.contains("Undeclared cannot be read: conform it to SettingValue"))
  }

  @Test(
    "values are written as in manifests",
    arguments: [
      ("${a}", .text("$${a}")), (true, .plain("true")), (1.5, .plain("1.5")), (-Double.infinity, .plain("-.inf")),
      (ByteSize(bytes: 3), .plain("3")), ([1, 2], .list([.plain("1"), .plain("2")])),
      (["b": 1, "a": 2], .map([.init("a", .plain("2")), .init("b", .plain("1"))])), (Undeclared.abc, .text("abc")),
      (SettingTemplate(text: "${a}"), .text("${a}")),
    ] as [(any SettingConvertible, YAMLValue)])
  func valuesAreWritten(value: any SettingConvertible, written: YAMLValue) {
    #expect(YAMLValue(value) == written)
  }

  @Test("missing parameters and wrong types are reported") func whatIsNotThereOrOfAnotherTypeSaysSo() throws {
    let configuration = try configuration()
    let absent = try #require(throws: ExposedParameterError.self) {
      try configuration["http.timeuot", as: Duration.self]
    }
    #expect(absent.description == "no parameter 'http.timeuot' is exposed; did you mean 'http.timeout'?")
    let hidden = try #require(throws: ExposedParameterError.self) { try configuration["pool.size", as: Int.self] }
    #expect(hidden.description == "parameter 'pool.size' is not exposed: add 'exposed: true' to it")
    let wrong = try #require(throws: ExposedParameterError.self) { try configuration["http.timeout", as: Int.self] }
    #expect(wrong.description == "parameter 'http.timeout' at app.yaml:1:17: expected a whole number, found '30s'")
  }
}
