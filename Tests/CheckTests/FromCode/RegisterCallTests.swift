import Testing

@testable import configdi_check

@Suite struct RegisterCallTests {
  private static func calls(_ text: String) -> [RegisterCall] {
    RegistrationFile(Array("var registry = FactoryRegistry();\(text)".utf8)).calls
  }

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
    #expect(calls.map(\.method) == [.service, .instance])
    #expect(calls.first?.labels == ["x", "y"])
    #expect(calls.first?.makers == [.init(path: ["Outer", "D"], form: .reference, labels: ["x", "y"], isWhole: true)])
    #expect(calls.last?.makers == [.init(path: ["E", "shared"], form: .member, labels: nil, isWhole: true)])
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
    let maker = call?.makers.first
    #expect(maker == .init(path: ["A"], form: .call, labels: ["b", "_", "c"], isWhole: true))
  }

  @Test("generic arguments belong to the type") func genericArguments() {
    let calls = Self.calls(
      "registry.register(\"a\", as: A.self) { Box<Int, [Door]>(door: 1) }; registry.register(\"b\", as: A.self, Box<Int>.init)"
    )
    #expect(
      calls.flatMap(\.makers) == [
        .init(path: ["Box"], form: .call, labels: ["door"], isWhole: true),
        .init(path: ["Box"], form: .reference, labels: nil, isWhole: true),
      ])
  }

  @Test("an argument of the expression that makes the instance is not a whole expression")
  func anArgumentIsNotWhole() {
    let calls = Self.calls(
      """
      registry.register("a") { Door(clock: Hand()) }; registry.register("b", as: A.self) { Door(1, Hand()) }
      registry.registerInstance("c", as: A.self, Door(1, Hand()))
      """)
    for call in calls { #expect(call.makers.filter(\.isWhole).map(\.path) == [["Door"]], "\(call.name ?? "")") }
    #expect(calls.count == 3)
  }

  @Test(
    "beside a return, no other expression is the closure's value",
    arguments: [
      ("(s: Store) in if isOn { print(1) }; return Door(s)", []),
      ("(s: Store) in guard isOn else { fatalError() }; return Door(s)", []),
      ("if isOn { return Door() } else { return Gate() }", []), ("Door(make: { return Gate() })", ["Door"]),
      ("if isOn { Door() } else { Gate() }", ["Door", "Gate"]),
    ] as [(String, [String])])
  func expressionsBesideReturn(closure: String, whole: [String]) {
    let calls = Self.calls("registry.register(\"a\", as: A.self) { \(closure) }")
    #expect(calls.flatMap(\.makers).filter(\.isWhole).flatMap(\.path) == whole)
  }

  @Test(
    "a closure that only returns its parameter passes it on",
    arguments: [
      ("(m: Store) in m", ["Store"]), ("(m: A.Store) in return m", ["A", "Store"]),
      ("(m: Store) -> any Readable in m", ["Store"]), ("(m: Store) throws -> any Readable in return m", ["Store"]),
      ("(m: Store) in n", nil), ("(m: Store) in print(1); return m", nil), ("(m: Store) in make(m)", nil),
      ("(m: Store, n: Int) in m", nil), ("(m: Store & Named) in m", nil), ("m", nil), ("", nil),
    ] as [(String, [String]?)])
  func passedParameters(closure: String, type: [String]?) {
    let calls = Self.calls("registry.register(\"a\", as: (any Readable).self) { \(closure) }")
    #expect(calls.map(\.passed) == [type])
  }

  @Test(
    "source that ends in the middle of a call is read",
    arguments: ["registry.register(", "registry.register(\"", "\"\"\"", "/*", "#\"", "registry.register(\"\\"])
  func textThatEndsInTheMiddleIsRead(text: String) {
    #expect(Self.calls(text).isEmpty)
  }

  /// Other containers and plug-in lists have a method of this name, too.
  @Test("only calls on a FactoryRegistry count") func onlyARegistrysCallsCount() {
    let file = RegistrationFile(
      Array(
        #"""
        final class Old { let registry: Swinject }
        extension Old { func old(container: Container) { container.register("a") { A() }; registry.register("b") { B() } } }
        struct Mine: Assembly {
          func assemble(_ registry: inout FactoryRegistry) { registry.register("c") { C() }; plugins.register("d") { D() } }
        }
        func more(_ r: inout ConfigDI.FactoryRegistry) { r.register("e") { E() } }
        extension FactoryRegistry { mutating func addAll() { register("f") { F() }; self.register("g") { G() } } }
        """#.utf8))
    #expect(file.calls.map(\.name) == ["c", "e", "f", "g"])
  }
}
