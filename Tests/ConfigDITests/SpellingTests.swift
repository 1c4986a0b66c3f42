import TestSupport
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct SpellingTests {
  @Test("a swapped pair of letters is found") func findsAnExchangedPair() {
    #expect(Spelling.suggestions(for: "Clokc", among: ["Clock", "Cache"]) == ["Clock"])
  }

  @Test(
    "is close enough to suggest",
    arguments: [
      ("Clok", "Clock"), ("Clockk", "Clock"), ("Click", "Clock"), ("CLOCK", "Clock"), ("clock", "Clock"), ("ab", "a"),
      ("a", "b"), ("ab", "ba"), ("database", "databse"), ("developement", "development"), ("Größe", "GRÖßE"),
      ("é", "è"),
      ("db.ulr", "db.url"), ("Servic/replica", "Service/replika"), ("abcdefghi", "abXdeYghZ"),
    ])
  func isCloseEnough(name: String, candidate: String) {
    #expect(Spelling.suggestions(for: name, among: [candidate]) == [candidate])
  }

  @Test(
    "is too far to suggest",
    arguments: [
      ("Clock", "Clock"), ("Clock", "Cache"), ("ab", "cd"), ("abc", "abcde"), ("abcdefghi", "aXcXeXgXi"), ("", "ab"),
      ("abcdefgh", "hgfedcba"), ("x", "Clock"), ("ab", "abcd"),
    ])
  func isNotCloseEnough(name: String, candidate: String) {
    #expect(Spelling.suggestions(for: name, among: [candidate]) == [])
  }

  @Test(
    "names that differ in a digit or a short word may be siblings",
    arguments: [
      ("v1", "v2", true), ("Cart/v10", "Cart/v1", true), ("db2.url", "db1.url", true), ("Db/eu", "Db/eu1", true),
      ("Cart/a", "Cart/b", true), ("db.a.url", "db.b.url", true), ("PlanA", "PlanB", true), ("A", "B", true),
      ("Database/eu", "Database/us", true), ("Cart/a", "Cart/ab", true),
      ("Clok", "Clock", false), ("Cart/v2", "Cat/v2", false), ("db1.ulr", "db1.url", false), ("clock", "Clock", false),
      ("Cart/A", "Cart/a", false), ("Session.Manger", "Session.Manager", false), ("HTPServer", "HTTPServer", false),
    ])
  func siblings(name: String, other: String, areSiblings: Bool) {
    #expect(Spelling.areSiblings(name, other) == areSiblings)
    #expect(Spelling.areSiblings(other, name) == areSiblings)
  }

  @Test("the closest three are suggested, preferred ones first") func givesTheClosestThreeAndThePreferredFirst() {
    let names = ["abcdefxyz", "abcdefghx", "abcdefgxx", "ABCDEFGHI", "abcdefghx"]
    #expect(Spelling.suggestions(for: "abcdefghi", among: names) == ["ABCDEFGHI", "abcdefghx", "abcdefgxx"])
    #expect(
      Spelling.suggestions(for: "abcdefghi", among: names) { $0.hasSuffix("yz") }
        == ["abcdefxyz", "ABCDEFGHI", "abcdefghx"])
  }

  @Test("a name that is too long is not a misspelling") func aNameThatIsTooLongIsNoMisspelling() {
    let long = String(repeating: "a", count: 512)
    #expect(Spelling.suggestions(for: long, among: [long + "b"]) == [long + "b"])
    #expect(Spelling.suggestions(for: long + "c", among: [long + "b"]) == [])
  }

  @Test("a spent budget ends all suggestions") func aRunsBudgetEndsAllSuggestionsAtOnce() {
    Spelling.$budget.withValue(Spelling.Budget(steps: 10)) {
      #expect(Spelling.suggestions(for: "Clok", among: ["Clock"]) == ["Clock"])
      let many = (0..<20).map { "Database\($0)" }
      #expect(Spelling.suggestions(for: "Clok", among: ["Clock"] + many) == [])
      #expect(Spelling.suggestions(for: "Clok", among: ["Clock"]) == [])
    }
    #expect(Spelling.suggestions(for: "Clok", among: ["Clock"]) == ["Clock"])
  }

  /// The bounded computation agrees with the plain one.
  @Test("the distance agrees with the full table") func agreesWithTheWholeTable() {
    let letters = Array("abc")
    var state: UInt64 = 7
    func word() -> String {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var bits = state >> 20
      let length = Int(bits % 9) + 1
      return String(
        (0..<length).map { _ in
          bits = bits &* 2_862_933_555_777_941_757 &+ 3_037_000_493
          return letters[Int((bits >> 33) % 3)]
        })
    }
    for _ in 0..<3000 {
      let (name, candidate) = (word(), word())
      guard name != candidate else { continue }
      let isClose = distance(Array(name), Array(candidate)) <= max(1, name.count / 3)
      #expect(
        Spelling.suggestions(for: name, among: [candidate]).isEmpty == !isClose, "\(name) and \(candidate)")
    }
  }

  /// An index finds what a search of all names finds.
  @Test("an index agrees with a linear search") func anIndexAgreesWithASearch() {
    var random = Seeded(11)
    let letters = Array("abB/é1")
    func word() -> String {
      String((0..<Int.random(in: 1...9, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    let names = Array(Set((0..<300).map { _ in word() })).sorted()
    let index = Spelling.Index(names)
    for _ in 0..<500 {
      let name = word()
      #expect(
        Spelling.suggestions(for: name, in: index) { !$0.hasPrefix("b") }
          == Spelling.suggestions(for: name, among: names.filter { !$0.hasPrefix("b") }), "\(name)")
    }
  }

  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count { table[i][0] = i }
    for j in 0...b.count { table[0][j] = j }
    for i in 1...a.count {
      for j in 1...b.count {
        table[i][j] = min(
          table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[a.count][b.count]
  }
}
