import ConfigDI
import Testing

@testable import configdi_check

/// Parameters, keys and options of `register` that need care: what is written compiles, and what is not is said.
@Suite struct RegisterParameterTests {
  private static func register(
    _ graph: GraphText, _ options: String..., sources: String? = ""
  ) -> (output: String, error: String) {
    var files = ["/graphs/Parts.symbols.json": graph.json]
    files["/Sources/Parts/Parts A.swift"] = sources
    let recorder = Recorder()
    let arguments = ["register", "--symbol-graph", "/graphs/Parts.symbols.json", "--output", "-"] + options
    #expect(runProgram(arguments, console: recorder.console(files: InMemoryFiles(files))) == .success)
    return (recorder.output, recorder.error)
  }

  /// The type `Made` with one parameter, which may be the call's argument.
  private static func made(_ parameter: String, argument: String? = nil) -> GraphText {
    var graph = GraphText.parts
    graph.addType("Made", as: ["Svc"], parameters: nil)
    graph.addInitializer(of: "Made", [parameter], documentation: argument.map { "- Argument: \($0)" })
    return graph
  }

  @Test("a type that an extension adds to another module's type needs that module, and not its own module's name")
  func typesInExtensionsOfOthers() throws {
    var graph = GraphText.parts
    graph.addNested("Opener", in: "URL", as: ["Svc"])
    let json = graph.json.replacing("s:5Parts:URL.Opener", with: "s:10Foundation3URLV5PartsE6OpenerV")
    let types = PackageTypes([try SymbolGraph(reading: Array(json.utf8))])
    let opener = try #require(types.types(of: "Parts").first { $0.lastName == "Opener" })
    for (module, imports) in [("Parts", ["Foundation"]), ("App", ["Foundation", "Parts"])] {
      var spelling = TypeSpelling(types: types, module: module, libraryModule: "ConfigDI")
      #expect(spelling.name(of: opener) == "URL.Opener")
      #expect(spelling.imports == Set(imports))
    }
    let recorder = Recorder()
    let files = InMemoryFiles(["/Parts.symbols.json": json])
    let arguments = ["register", "--symbol-graph", "/Parts.symbols.json", "--output", "-"]
    #expect(runProgram(arguments, console: recorder.console(files: files)) == .success)
    #expect(recorder.output.contains("import ConfigDI\nimport Foundation\n"), "\(recorder.output)")
    #expect(recorder.output.contains("{ URL.Opener() }"), "\(recorder.output)")
  }

  @Test("a service in an extension of one of Swift's types is no value") func servicesInExtensionsOfSwift() {
    var graph = GraphText.parts
    graph.addType("Counter", "swift.class")
    graph.addType("Made", as: ["Svc"], parameters: ["counter: Counter"])
    let files = InMemoryFiles([
      "/Parts.symbols.json": graph.json.replacing("s:5Parts:Counter", with: "s:Si5PartsE7CounterC"),
      "/Factories.swift": """
      func assemble(_ registry: inout FactoryRegistry) {
        registry.register("counter", as: Counter.self) { Counter() }
        registry.register("made", as: (any Svc).self, Made.init)
        registry.register("system", as: (any Clock).self) { SystemClock() }
      }

      """,
    ])
    let recorder = Recorder()
    let arguments = ["register", "--symbol-graph", "/Parts.symbols.json", "--output", "/Factories.swift", "--check"]
    #expect(runProgram(arguments, console: recorder.console(files: files)) == .success, "\(recorder.output)")
  }

  @Test("a parameter's name that is a keyword stands in backticks in its closure") func keywordsAsParameters() {
    for word in ["await", "in"] {
      var graph = GraphText.parts
      graph.addType("Made", as: ["Svc"], parameters: ["\(word): any Clock", "n: Int = x"])
      let output = Self.register(graph).output
      #expect(output.contains("{ (`\(word)`: any Clock) in Made(\(word): `\(word)`) }"), "\(output)")
    }
  }

  @Test("a parameter whose type is a generic alias is not understood")
  func genericAliases() {
    var graph = GraphText.parts
    graph.addType("Made", as: ["Svc"], parameters: ["clock: Maybe<any Clock>", "n: Int = x"])
    graph.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.typealias" }, "identifier": { "precise": "\(GraphText.id("Maybe"))" },
          "pathComponents": ["Maybe"], "swiftGenerics": { "parameters": [] },
          "declarationFragments": [{ "kind": "text", "spelling": "typealias Maybe<T> = T?" }] }
        """)
    let (output, error) = Self.register(graph)
    #expect(!output.contains("Made"), "\(output)")
    #expect(error.contains("nothing can be injected for its parameter 'clock' of type Maybe<any Clock>"), "\(error)")
  }

  @Test("an initializer that throws errors of one type is called in a closure") func typedErrors() {
    var graph = GraphText.parts
    graph.addType("Typed", as: ["Svc"], parameters: ["clock: any Clock"], effects: "throws(Problem)")
    graph.addType("Untyped", as: ["Svc"], parameters: ["clock: any Clock"], effects: "throws")
    let output = Self.register(graph).output
    #expect(output.contains("{ (clock: any Clock) in try Typed(clock: clock) }"), "\(output)")
    #expect(output.contains("Untyped.init)"), "\(output)")
  }

  @Test("the injection site and the call's argument are passed, and take no label") func theSiteIsPassed() {
    var graph = GraphText.parts
    graph.addType("Sited", as: ["Svc"], parameters: ["site: InjectionSite", "clock: any Clock"])
    graph.addType("Called", as: ["Svc"], parameters: ["id: Argument<Int>", "now: any Clock"])
    let output = Self.register(graph).output
    #expect(output.contains("registry.register(\"sited\", as: (any Svc).self, Sited.init)"), "\(output)")
    #expect(output.contains("(\"called\", as: (any Svc).self, labels: [\"now\"], Called.init)"), "\(output)")
    let marked = Self.register(Self.made("id: Argument<Int>", argument: "id")).output
    #expect(marked.contains("(\"made\", as: (any Svc).self, Made.init)"), "\(marked)")
  }

  @Test("a long parameter 'labels' is not wrapped like the labels of the registration") func theParameterIsNoLabels() {
    let name = "Service" + String(repeating: "a", count: 120)
    var graph = GraphText.parts
    graph.addProtocol(name)
    graph.addType("One", as: [name])
    graph.addType("Made", as: ["Svc"], parameters: ["labels: [any \(name)]", "n: Int = x"])
    let output = Self.register(graph).output
    #expect(output.contains("      (\n        labels: [any \(name)]\n      ) in\n"), "\(output)")
  }

  @Test("associated types that are declared, but cannot be spelled, are not to be declared again")
  func unreadableAssociatedTypesAreSaid() {
    var graph = GraphText.parts
    graph.addProtocol("Cache", "<Item>")
    graph.addType("Open", as: ["Cache"])
    graph.addType("Pairs", as: ["Cache"])
    graph.addAlias("Item", of: "Pairs", for: "(Int, Int)")
    let error = Self.register(graph).error
    #expect(error.contains("Open is skipped: the associated types of Cache are unknown; declare them"), "\(error)")
    let reason = "the associated types of Cache are more than names and their arguments"
    #expect(error.contains("Pairs is skipped: \(reason); register the type by hand"), "\(error)")
  }

  @Test(
    "what no container can pass is skipped even if the type is marked",
    arguments: [
      "c: Lazy<any Clock>?", "c: [Lazy<any Clock>]", "c: Lazy<Lazy<any Clock>>", "c: Lazy<Options>", "c: Options?",
      "c: [Options]",
    ])
  func whatCannotBePassedIsSkipped(parameter: String) {
    var graph = GraphText.parts
    graph.addType("Options")
    graph.conform("Options", to: "s:8ConfigDI15ServiceSettingsP", fallback: "ConfigDI.ServiceSettings")
    graph.addType("Made", as: ["Svc"], documentation: ["- Factory: made"], parameters: [parameter])
    let (output, error) = Self.register(graph)
    #expect(!output.contains("Made"), "\(output)")
    #expect(error.contains("Made is skipped: no container can pass its parameter 'c' of type"), "\(error)")
  }

  @Test("a module's own type Argument does not hide the library's") func ownArgument() {
    var graph = Self.made("id: Int", argument: "id")
    graph.addType("Argument")
    #expect(Self.register(graph).output.contains("{ (id: ConfigDI.Argument<Int>) in Made(id: id.value) }"))
  }

  @Test("an initializer with a property wrapper at a parameter is called in a closure") func wrappedParameters() {
    let output = Self.register(Self.made("@Injected clock: any Clock")).output
    #expect(output.contains("{ (clock: any Clock) in Made(clock: clock) }"), "\(output)")
  }

  @Test("an implicitly unwrapped argument is an optional one, and a number in a type is not a name")
  func argumentTypesAreSpelled() {
    #expect(Self.register(Self.made("id: Int!", argument: "id")).output.contains("(id: Argument<Int?>) in"))
    let inline = Self.register(Self.made("a: InlineArray<3, Int>", argument: "a")).output
    #expect(inline.contains("(a: Argument<InlineArray<3, Int>>) in"), "\(inline)")
    let ages = Self.register(Self.made("ages: [String: Int]", argument: "ages")).output
    #expect(ages.contains("(ages: Argument<[String: Int]>) in"), "\(ages)")
  }

  @Test(
    "a specifier is not part of an argument's type, and is named once",
    arguments: ["inout Int", "Int...", "@autoclosure () -> Int", "@escaping @autoclosure () -> Int"])
  func typesOfParametersAlone(type: String) {
    let error = Self.register(Self.made("id: \(type)", argument: "id")).error
    let reason = "Made is skipped: its parameter 'id' of type \(type) cannot be an argument of a call"
    #expect(error.contains(reason), "\(error)")
    // Some compilers repeat the specifier in the signature.
    let repeated = Self.register(Self.made("id: inout inout Int")).error
    #expect(repeated.contains("nothing can be injected for its parameter 'id' of type inout Int"), "\(repeated)")
  }

  @Test("with '& Sendable', a protocol with generic arguments would be another key")
  func genericArgumentsAndSendable() {
    var graph = GraphText.parts
    graph.addProtocol("Cache", "<Item>", sendable: false)
    graph.addType("Memory", as: ["Cache"])
    graph.addAlias("Item", of: "Memory", for: "Int")
    graph.addType("Page", as: ["Cache"], parameters: nil)
    graph.addInitializer(of: "Page", ["id: Int"], documentation: "- Argument: id")
    graph.addAlias("Item", of: "Page", for: "String")
    graph.addType("Slow", as: ["Cache"], effects: "async")
    graph.addAlias("Item", of: "Slow", for: "Double")
    let output = Self.register(graph).output
    for line in [
      "registry.register(\"memory\", as: Memory.self) { Memory() }",
      "registry.registerUnshared(\"memoryAsCache\", as: (any Cache<Int>).self) { (memory: Memory) in memory }",
      "registry.registerUnshared(\"page\", as: (any Cache<String>).self) { (id: Argument<Int>) in",
      "registry.registerAsync(\"slow\", as: Slow.self) { await Slow() }",
      "registry.registerUnshared(\"slowAsCache\", as: (any Cache<Double>).self) { (slow: Slow) in slow }",
    ] {
      #expect(output.contains(line), "\(output)")
    }
  }

  @Test("a private protocol is not a key") func privateProtocols() {
    var graph = GraphText.parts
    graph.addProtocol("Hidden", access: "private")
    graph.addProtocol("Secret", access: "fileprivate")
    graph.addType("Both", as: ["Hidden", "Svc"])
    graph.addType("Sealed", as: ["Secret"])
    let output = Self.register(graph).output
    #expect(output.contains("registry.register(\"both\", as: (any Svc).self) { Both() }"), "\(output)")
    #expect(!output.contains("Hidden") && !output.contains("Sealed"), "\(output)")
  }

  @Test(
    "a parameter that cannot be sent to an actor is skipped",
    arguments: [
      (false, "item: sending Item", true), (false, "item: sending Value", false), (true, "item: Item", true),
      (true, "item: [Value]", false), (true, "item: Lazy<Value>", false), (true, "item: any Screen", false),
    ])
  func confinedParameters(isActor: Bool, parameter: String, isArgument: Bool) {
    var graph = GraphText.parts
    graph.addType("Item", "swift.class", sendable: false)
    graph.addProtocol("Loose", sendable: false)
    graph.addType("Value", as: ["Loose"], sendable: false)
    graph.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.protocol" }, "identifier": { "precise": "\(GraphText.id("Screen"))" },
          "pathComponents": ["Screen"],
          "declarationFragments": [{ "kind": "attribute", "spelling": "@MainActor" }] }
        """)
    graph.addType("Made", "swift.class", as: ["Svc"], parameters: nil, isActor: isActor)
    graph.addInitializer(of: "Made", [parameter, "n: Int = x"], documentation: isArgument ? "- Argument: item" : nil)
    let (output, error) = Self.register(graph)
    #expect(!output.contains("Made"), "\(output)")
    let reason =
      isActor
      ? "its initializer runs on an actor, but its parameter 'item' is not Sendable"
      : "its parameter 'item' is `sending`, but not Sendable"
    #expect(error.contains("Made is skipped: \(reason); make"), "\(error)")
  }

  @Test("a parameter that is inout or isolated is no dependency, but may keep its default")
  func specifiers() {
    var graph = GraphText.parts
    graph.addType("Queue", "swift.class", as: ["Svc"], isActor: true)
    graph.addType("Bound", as: ["Svc"], parameters: ["on: isolated Queue", "clock: any Clock"])
    graph.addType("Counted", as: ["Svc"], parameters: ["clock: inout SystemClock"])
    graph.addType("Free", as: ["Svc"], parameters: ["isolation: isolated (any Clock)? = x", "clock: any Clock"])
    let (output, error) = Self.register(graph)
    #expect(output.contains("{ (clock: any Clock) in Free(clock: clock) }"), "\(output)")
    #expect(!output.contains("Bound") && !output.contains("Counted"), "\(output)")
    #expect(error.contains("nothing can be injected for its parameter 'on' of type isolated Queue; "), "\(error)")
    #expect(error.contains("nothing can be injected for its parameter 'clock' of type inout SystemClock; "), "\(error)")
  }

  @Test("an enumeration is registered if it has an initializer of its own") func enumerations() {
    var graph = GraphText.parts
    graph.addType("Own", "swift.enum", as: ["Svc"], parameters: ["clock: any Clock"])
    graph.addType("Plain", "swift.enum", as: ["Svc"], parameters: nil)
    graph.addType("Raw", "swift.enum", as: ["Svc"], parameters: nil)
    graph.addInitializer(of: "Raw", ["rawValue: Int"], start: "init?(")
    graph.addType("Read", "swift.enum", as: ["Svc"], parameters: ["from: any Decoder"], effects: "throws")
    graph.addType("Later", "swift.enum", as: ["Svc"], parameters: nil)
    graph.addInitializer(of: "Later", ["rawValue: Int"], start: "init?(")
    graph.addInitializer(of: "Later", ["clock: any Clock"], isInExtension: true)
    let (output, error) = Self.register(graph)
    #expect(output.contains("registry.register(\"own\", as: (any Svc).self, Own.init)"), "\(output)")
    #expect(output.contains("registry.register(\"later\", as: (any Svc).self, Later.init(clock:))"), "\(output)")
    for name in ["Plain", "Raw", "Read"] {
      #expect(error.contains("\(name) is skipped: it is an enumeration without an initializer;"), "\(error)")
    }
  }

  @Test("only what can be decoded is to be moved into settings") func whatSettingsCanHold() {
    for (parameter, remedy) in [
      ("c: [String: Int]", "move it into a ServiceSettings type, or give it a default"),
      ("c: [String: any Clock]", "give the parameter a default, or register the type by hand"),
    ] {
      let error = Self.register(Self.made(parameter)).error
      let reason = "nothing can be injected for its parameter 'c' of type \(parameter.dropFirst(3))"
      #expect(error.contains("Made is skipped: \(reason); \(remedy)"), "\(error)")
    }
  }

  @Test("names after --protocols that nothing has are reported, and qualified names are found") func unknownProtocols()
  {
    var graph = GraphText.parts
    graph.addType("Plain")
    graph.addType("Failure", sendable: false)
    graph.conform(
      "Failure", to: "s:20FoundationEssentials14LocalizedErrorP", fallback: "FoundationEssentials.LocalizedError")
    let (output, error) = Self.register(graph, "--protocols", "Nope,Clok,Parts.Plain,Foundation.LocalizedError")
    #expect(error.contains("no type and no protocol of a type has the name 'Clok'; did you mean 'Clock'?"), "\(error)")
    #expect(error.contains("has the name 'Nope'"), "\(error)")
    #expect(!error.contains("'Parts.Plain'") && !error.contains("'Foundation.LocalizedError'"), "\(error)")
    #expect(output.contains("as: Plain.self) { Plain() }") && output.contains("(any LocalizedError"), "\(output)")
  }

  @Test("source files that cannot be read are reported") func unreadSources() {
    #expect(Self.register(GraphText.parts).error.isEmpty)
    let error = Self.register(GraphText.parts, sources: nil).error
    #expect(error.contains("the symbol graphs name 1 source file that cannot be read, such as "), "\(error)")
    #expect(error.contains("Sources/Parts/Parts A.swift: "), "\(error)")
  }

  @Test("long registrations are written as swift format lays them out") func longRegistrations() {
    var graph = GraphText.parts
    let names = ["orderRepository", "paymentGateway", "notificationService", "analyticsTracker", "featureFlagProvider"]
    let parameters = (names + ["now"]).map { "\($0): any Clock" }
    graph.addType("Direct", as: ["Svc"], parameters: parameters)
    graph.addType("Short", as: ["Svc"], parameters: parameters.prefix(3) + ["an: any Clock", "n: Int = x"])
    graph.addType("Tuned", as: ["Svc"], parameters: parameters + ["n: Int = x"])
    let output = Self.register(graph).output
    let labels = """
            labels: [
              "orderRepository", "paymentGateway", "notificationService", "analyticsTracker", "featureFlagProvider", "now",
            ]
      """
    for text in [
      "    registry.register(\n      \"direct\", as: (any Svc).self,\n\(labels),\n      Direct.init)\n",
      """
          registry.register(
            "short", as: (any Svc).self, labels: ["orderRepository", "paymentGateway", "notificationService", "an"]
          ) { (orderRepository: any Clock, paymentGateway: any Clock, notificationService: any Clock, an: any Clock) in
            Short(
              orderRepository: orderRepository, paymentGateway: paymentGateway, notificationService: notificationService,
              an: an)
          }

      """,
      "    registry.register(\n      \"tuned\", as: (any Svc).self,\n\(labels)\n    ) {\n",
      """
            (
              orderRepository: any Clock, paymentGateway: any Clock, notificationService: any Clock,
              analyticsTracker: any Clock, featureFlagProvider: any Clock, now: any Clock
            ) in
            Tuned(
              orderRepository: orderRepository, paymentGateway: paymentGateway, notificationService: notificationService,
              analyticsTracker: analyticsTracker, featureFlagProvider: featureFlagProvider, now: now)
          }

      """,
    ] {
      #expect(output.contains(text), "\(text)\n\(output)")
    }
  }

  @Test("the holder of a scoped provider needs no scope in the first manifest") func scopedProvidersNeedNoScope() {
    var graph = GraphText.parts
    graph.addProtocol("Server")
    graph.addType("Caller", documentation: ["- Provided: Caller"], parameters: ["id: Int"])
    graph.addType("Cart", as: ["Svc"], parameters: ["caller: Caller"])
    graph.addType("HTTPServer", as: ["Server"], parameters: ["carts: ScopedProvider<any Svc>"])
    let manifest = Self.register(graph, "--manifest", "-").output
    for text in ["  - Server\n", "  Server: http\n", "  Svc:\n    factory: cart\n    scope: request\n"] {
      #expect(manifest.contains(text), "\(manifest)")
    }
  }
}
