import Testing

@testable import ConfigDI

@Suite struct SearchStepsTests {
  private func check(_ text: String, _ change: (inout Limits) -> Void) -> [Diagnostic] {
    var options = CompositionOptions()
    change(&options.limits)
    return Pipeline(world: World(files: InMemoryFiles(["app.yaml": text])), options: options)
      .check(.path("app.yaml"), catalog: nil).diagnostics.sorted()
  }

  /// Singletons that each hold a chain of transient services, which ends at a request's.
  private func chain(_ count: Int) -> String {
    var text = "configdi: 1\nscopes: { request: {} }\nservices:\n  End: { factory: f, scope: request }\n"
    for index in 0..<count {
      let next = index + 1 == count ? "End" : "T\(index + 1)"
      text += "  H\(index): { factory: f, dependencies: [T\(index)] }\n"
      text += "  T\(index): { factory: f, scope: transient, dependencies: [\(next)] }\n"
    }
    return text
  }

  @Test("a search beyond the limit is reported") func aSearchBeyondTheLimitSaysSo() throws {
    let found = check(chain(100)) { $0.steps = 10 }
    let limit = try #require(found.first { $0.rule == .resourceLimit })
    #expect(limit.message == "more than 10 graph search steps")
    #expect(limit.help == ["make the input smaller, or raise the limit with --limit steps=N (in code: Limits.steps)"])
    #expect(found.count { $0.rule == .captiveDependency } < 100)
  }

  @Test("everything is checked within the limit") func withinTheLimitEverythingIsJudged() {
    let found = check(chain(100)) { _ in }
    #expect(found.count { $0.rule == .captiveDependency } == 100)
    #expect(!found.contains { $0.rule == .resourceLimit })
  }

  @Test("the first stage beyond the limit is reported") func moreStagesThanTheLimitAreRefusedWhereTheFirstOfThemStands()
    throws
  {
    let text = "configdi: 1\nstages:\n  a: {}\n  b: {}\n  c: {}\nservices: { S: f }\n"
    let found = check(text) { $0.stages = 2 }
    #expect(found.map(\.message) == ["more than 2 stages in one manifest"])
    #expect(found.first?.location?.start == SourcePosition(line: 5, column: 3))
    #expect(check(text) { $0.stages = 3 }.isEmpty)
  }

  @Test("the service that needs the missing one is not suggested") func noSuggestionIsTheServiceThatNeedsIt() {
    let found = check("configdi: 1\nservices:\n  ServiceA: { alias: ServiceB }\n") { _ in }
    #expect(found.map(\.rule.code) == ["DI201"])
    #expect(found.allSatisfy { $0.fixes.isEmpty && !$0.help.contains { $0.contains("did you mean") } })
  }

  /// One value of the parameter at a time: no two cases form a cycle, however many there are.
  @Test("cases that need their own select are self-dependencies", arguments: [2, 40])
  func casesThatNeedTheirSelectNeedThemselvesAlone(count: Int) {
    let values = (0..<count).map { "v\($0)" }.joined(separator: ", ")
    let cases = (0..<count).map { "v\($0): S\($0)" }.joined(separator: ", ")
    var text = "configdi: 1\nparameters: { p: { type: enum, of: [\(values)], env: P } }\nservices:\n"
    text += "  T: { select: p, cases: { \(cases) } }\n"
    for index in 0..<count { text += "  S\(index): { factory: f, dependencies: [T] }\n" }
    #expect(Set(check(text) { _ in }.map(\.rule.code)) == ["DI204"])
  }
}
