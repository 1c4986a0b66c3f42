import Testing

@testable import ConfigDI

/// Runs the examples that `explain` prints: the bad one must be refused for its rule alone, the good one pass.
@Suite struct RulePageTests {
  static let codes = Rule.all.filter { $0.bad != nil }.map(\.code)

  @Test(arguments: codes) func theBadExampleIsRefusedForItsRule(code: String) throws {
    let example = try #require(Rule.all.first { $0.code == code }?.bad)
    let found = try Self.check(example)
    #expect(Set(found.map(\.rule.code)) == [code], "\(found.map { "\($0.rule.code) \($0.message)" })")
  }

  @Test(arguments: codes) func theGoodExamplePasses(code: String) throws {
    let example = try #require(Rule.all.first { $0.code == code }?.good)
    let found = try Self.check(example)
    #expect(found.isEmpty, "\(found.map { "\($0.rule.code) \($0.message)" })")
  }

  @Test func rulesAreInOrderAndOnce() {
    let codes = Rule.all.map(\.code)
    #expect(codes == codes.sorted())
    #expect(Set(codes).count == codes.count)
    #expect(Set(Rule.all.map(\.slug)).count == codes.count)
    #expect(Rule.all.allSatisfy { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") && $0.explanation.count > 80 })
  }

  private static func check(_ example: Rule.Example) throws -> [Diagnostic] {
    try Checking.check(files: Dictionary(uniqueKeysWithValues: example.files.map { ($0.name, $0.text) }))
  }
}
