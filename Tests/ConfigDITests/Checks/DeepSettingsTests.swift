import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A parameter whose variable a setting names in the form of a shell is no unused one, however deep the setting stands.
@Suite struct DeepSettingsTests {
  private func nested(_ text: String, _ depth: Int) -> String {
    String(repeating: "[", count: depth) + text + String(repeating: "]", count: depth)
  }

  @Test("a variable deep in settings is reported", arguments: [1, 127, 128])
  func aVariableIsSeen(depth: Int) throws {
    let half = depth / 2
    let found = try Checking.check(
      """
      configdi: 1
      x-part: &part \(nested("\"$HOST\"", half))
      parameters: { host: { env: HOST } }
      roots: [A]
      services: { A: { factory: a, settings: \(nested("*part", depth - half)) } }
      """)
    #expect(found.map(\.rule.code) == ["DI010"])
  }
}
