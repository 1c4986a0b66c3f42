import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What a finding about a cycle says: each step, what else is in the group, and how to open it.
@Suite struct CycleFindingTests {
  private func cycle(_ body: String) throws -> Diagnostic {
    let found = try Checking.check("configdi: 1\n\(body)").filter { $0.rule == .dependencyCycle }
    #expect(found.count == 1, "\(found.map(\.message))")
    return try #require(found.first)
  }

  @Test("the closing step of a cycle names the aliases on its way")
  func aStepThatClosesTheCycleNamesEveryAliasOnItsWay() throws {
    let finding = try cycle(
      """
      services:
        A: { factory: f, dependencies: [B] }
        B: { factory: f, dependencies: [P] }
        P: { alias: Q }
        Q: { alias: A }
      """)
    #expect(finding.message == "dependency cycle: A -> B -> A")
    #expect(
      finding.related.map(\.message) == ["(1) A needs B", "(2) B needs A through P, Q; the cycle closes here"])
    #expect(finding.related.map(\.location.start.line) == [3, 4])
  }

  @Test("an earlier step names only its own aliases") func aStepBeforeTheLastNamesOnlyTheAliasesOfItsOwn() throws {
    let finding = try cycle(
      """
      services:
        A: { factory: f, dependencies: [B] }
        B: { factory: f, dependencies: [P] }
        P: { alias: C }
        C: { factory: f, dependencies: [A] }
      """)
    #expect(finding.message == "dependency cycle: A -> B -> C -> A")
    #expect(
      finding.related.map(\.message) == [
        "(1) A needs B", "(2) B needs C through P", "(3) C needs A; the cycle closes here",
      ])
  }

  @Test(
    "at most three other services of the group are named",
    arguments: [
      (["C"], "C is also part of a cycle with these services"),
      (["C", "D"], "C, D are also part of a cycle with these services"),
      (["C", "D", "E"], "C, D, E are also part of a cycle with these services"),
      (["C", "D", "E", "F", "G"], "C, D, E and 2 more are also part of a cycle with these services"),
    ]) func atMostThreeOthersOfTheGroupAreNamed(others: [String], note: String) throws
  {
    var body = "services:\n  A: { factory: f, dependencies: [B] }\n  B: { factory: f, dependencies: [A, C] }\n"
    for (other, next) in zip(others, others.dropFirst() + ["B"]) {
      body += "  \(other): { factory: f, dependencies: [\(next)] }\n"
    }
    #expect(try cycle(body).notes == [note])
  }

  /// A collection is given whole: there is no lazy reference to one.
  @Test("a cycle through collections does not suggest lazy") func noCollectionIsToBeMadeLazy() throws {
    let finding = try cycle(
      """
      collections: { x: { of: X }, y: { of: Y } }
      services:
        A: { factory: f, dependencies: [{ all: x }], collect: [y] }
        B: { factory: f, dependencies: [{ all: y }], collect: [x] }
      """)
    #expect(finding.message == "dependency cycle: A -> B -> A")
    #expect(finding.help == ["remove one of these dependencies"])
  }

  @Test("the edge that opens every cycle is found in large groups too")
  func theEdgeThatOpensAllIsSoughtInLargeGroupsToo() throws {
    let count = 3000
    let ring = (0..<count).map { "  S\($0): { factory: f, dependencies: [S\(($0 + 1) % count)] }\n" }.joined()
    let help = try #require(try cycle("services:\n\(ring)").help.first)
    #expect(help.hasPrefix("make edge (3000) lazy, which breaks every cycle in this group: "))
  }

  /// Ten choices have more assignments than are examined one by one.
  @Test("a cycle over one of many cases is found in its stage")
  func aCycleOverOneOfTooManyCasesIsFoundInTheOnlyStageThatHasIt() throws {
    let choices = 0..<10
    let finding = try cycle(
      """
      stages:
        one: {}
        two: { services: { B: { dependencies: [A] } } }
      parameters: { \(choices.map { "p\($0): { type: bool, env: P\($0) }" }.joined(separator: ", ")) }
      services:
        A: { factory: f, dependencies: [\(choices.map { "X\($0)" }.joined(separator: ", "))] }
        B: f
      \(choices.map { "  X\($0): { select: p\($0), cases: { true: B, false: B } }" }.joined(separator: "\n"))
      """)
    #expect(finding.message == "dependency cycle: A -> B -> A")
    #expect(finding.stages == ["two"])
    #expect(
      finding.notes.contains(
        "all cases were checked together: the 'select' parameters have 1024 combinations of values"))
  }

  @Test("a cycle that always exists names no values of other edges, and no services of other cycles")
  func aCycleThatAlwaysExistsNamesNothingOfOthers() throws {
    let found = try Checking.check(
      """
      configdi: 1
      parameters: { p: { type: bool, env: P } }
      services:
        A: { factory: f, dependencies: { b: B, t: T1 } }
        B: { factory: f, dependencies: { a: A } }
        C: { factory: f, dependencies: { d: D, t: T2 } }
        D: { factory: f, dependencies: { c: C } }
        T1: { select: p, cases: { true: C, false: Leaf } }
        T2: { select: p, cases: { true: Leaf, false: A } }
        Leaf: f
      """)
    #expect(found.map(\.message) == ["dependency cycle: A -> B -> A", "dependency cycle: C -> D -> C"])
    #expect(found.flatMap(\.notes).isEmpty, "\(found.flatMap(\.notes))")
  }

  @Test("a service that uses a cycle's member only in other stages is not named")
  func aUserInOtherStagesIsNotNamed() throws {
    let finding = try cycle(
      """
      stages:
        dev: { services: { B: { dependencies: { a: A } } } }
        prod: { services: { User: { dependencies: { a: A } } } }
      services:
        A: { factory: f, dependencies: { b: B } }
        B: f
        User: f
      """)
    #expect(finding.stages == ["dev"])
    #expect(finding.notes.isEmpty, "\(finding.notes)")
  }

  /// Without A -> B, the union of all values still has a cycle of B and C, which needs both values of p.
  @Test("an edge breaks every cycle if those that remain need two values")
  func anEdgeBreaksEveryCycleIfTheRestNeedsTwoValues() throws {
    let finding = try cycle(
      """
      parameters: { p: { type: bool, env: P } }
      services:
        A: { factory: f, dependencies: { b: B } }
        B: { factory: f, dependencies: { a: A, x: X } }
        C: { factory: f, dependencies: { a: A, y: Y } }
        X: { select: p, cases: { true: C, false: A } }
        Y: { select: p, cases: { true: A, false: B } }
      """)
    #expect(finding.message == "dependency cycle: A -> B -> A")
    #expect(finding.help == ["make edge (1) lazy, which breaks every cycle in this group: b: { lazy: B }"])
  }
}
