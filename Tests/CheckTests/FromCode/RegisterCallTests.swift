import Testing

@testable import configdi_check

@Suite struct RegisterCallTests {
  private static func calls(_ text: String) -> [RegisterCall] { RegisterCall.calls(in: Array(text.utf8)) }

  @Test("calls are found between comments and strings") func callsAreFoundBetweenCommentsAndStrings() {
    let calls = Self.calls(
      #"""
      /* registry.register("a") { A() } /* nested */ */
      let text = "registry.register(\"b\") { B() }"
      let raw = #"registry.register("c") { C() }"#
      registry.register("d", as: (any D).self, labels: ["x", "y"], Outer.D.init(x:y:))
      registry.registerInstance("e", as: E.self, E.shared)
      """#)
    #expect(calls.map(\.name) == ["d", "e"])
    #expect(calls.map(\.line) == [4, 5])
    #expect(calls.first?.labelCount == 2)
    #expect(calls.first?.makers == [.init(type: ["Outer", "D"], labels: ["x", "y"])])
    #expect(calls.last?.makers == [.init(type: ["E"], labels: nil)])
  }

  @Test("nested strings do not end the outer one") func stringsInsideStringsEndNothing() {
    let calls = Self.calls(
      #"""
      log("a \(f("registry.register(")) b \(g(")")) \("c \("d")")"); registry.register("x") { X() }
      log("""
        "quoted" \(f("y"))
        """)
      registry.register("z") { Z() }
      """#)
    #expect(calls.map(\.name) == ["x", "z"])
  }

  @Test("a closure's call keeps its labels") func aClosuresCallHasItsLabels() {
    let call = Self.calls("registry.register(\"a\", as: A.self) { (b: any B) in A(b: b, 3, c: f(d: 1, e: 2)) }").first
    #expect(call?.makers == [.init(type: ["A"], labels: ["b", "_", "c"])])
  }

  @Test(
    "source that ends in the middle of a call is read",
    arguments: ["registry.register(", "registry.register(\"", "\"\"\"", "/*", "#\"", "registry.register(\"\\"])
  func textThatEndsInTheMiddleIsRead(text: String) {
    #expect(Self.calls(text).isEmpty)
  }
}
