import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// Runs the examples that `explain` prints: the bad one must be refused for its rule alone, the good one pass.
@Suite struct RuleExampleTests {
  private static let pages = FixtureTests.root.appending(path: "../../../Sources/configdi-check/Resources/Rules")
  static let codes = RulePage.all.filter { $0.bad != nil }.map(\.rule.code)

  @Test("the wrong example has its rule's finding", arguments: codes) func theBadExampleIsRefusedForItsRule(
    code: String
  ) throws {
    let example = try #require(RulePage.all.first { $0.rule.code == code }?.bad)
    let found = example.findings
    #expect(Set(found.map(\.rule.code)) == [code], "\(found.map { "\($0.rule.code) \($0.message)" })")
  }

  @Test(arguments: codes) func theGoodExamplePasses(code: String) throws {
    let example = try #require(RulePage.all.first { $0.rule.code == code }?.good)
    let found = example.findings
    #expect(found.isEmpty, "\(found.map { "\($0.rule.code) \($0.message)" })")
  }

  @Test func everyRuleHasAPage() throws {
    #expect(RulePage.all.map(\.rule.code) == Rule.all.map(\.code), "a page is missing, or has another form")
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.pages.path).filter { $0.hasSuffix(".md") }
    #expect(files.sorted() == Rule.all.map { "\($0.code).md" })
    #expect(RulePage.all.allSatisfy { $0.explanation.count > 80 })
  }

  @Test("rules are unique and in order") func rulesAreInOrderAndOnce() {
    let codes = Rule.all.map(\.code)
    #expect(codes == codes.sorted())
    #expect(Set(codes).count == codes.count)
    #expect(Set(Rule.all.map(\.slug)).count == codes.count)
    #expect(RulePage.all.allSatisfy { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") })
  }
}

extension RulePage.Example {
  /// The files by name.
  var contents: [String: String] { Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) }) }
}
