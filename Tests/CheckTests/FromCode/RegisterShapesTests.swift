import ConfigDI
import Testing

@testable import configdi_check

/// Ordinary code of unusual shapes: what is written compiles, or the type is left out with a remedy that works.
@Suite struct RegisterShapesTests {
  private static func register(
    _ graph: GraphText, _ options: String..., files: [String: String] = [:]
  ) -> (lines: [String], output: String, error: String) {
    var files = files
    files["/graphs/Parts.symbols.json"] = graph.json
    files["/Sources/Parts/Parts A.swift", default: ""] += ""
    let recorder = Recorder()
    let arguments = ["register", "--symbol-graph", "/graphs/Parts.symbols.json", "--output", "-"] + options
    #expect(runProgram(arguments, console: recorder.console(files: InMemoryFiles(files))) == .success)
    let lines = recorder.output.split(separator: "\n").map { String($0.trimmingSpaces) }
    return (lines.filter { $0.hasPrefix("registry.") }, recorder.output, recorder.error)
  }

  @Test("a module that adds AtomicRepresentation to types of Swift is told how it compiles beside ConfigDI")
  func anAmbiguousMemberIsTold() {
    var graph = GraphText.parts
    #expect(Self.register(graph).error.isEmpty)
    graph.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.typealias" }, "identifier": { "precise": "s:Sb5PartsE20AtomicRepresentationa" },
          "pathComponents": ["Bool", "AtomicRepresentation"], "declarationFragments": [], "swiftExtension": {} }
        """)
    let (lines, _, error) = Self.register(graph)
    #expect(lines.count == 1)
    #expect(error.contains("enable the upcoming feature MemberImportVisibility for Parts"), "\(error)")
  }

  private static func fragments(_ pieces: [(kind: String, text: String)]) -> [CodeSymbol.Fragment] {
    pieces.map { CodeSymbol.Fragment(kind: $0.kind, spelling: $0.text, precise: nil) }
  }

  @Test("the named arguments of a closure are no parameters, and its effects not the initializer's")
  func aClosureKeepsItsArguments() {
    var initializer = CodeSymbol()
    initializer.fragments = Self.fragments([
      ("keyword", "init"), ("text", "("), ("externalParam", "clock"), ("text", ": any Clock, "),
      ("externalParam", "onTick"), ("text", ": ("), ("externalParam", "_"), ("text", " "),
      ("internalParam", "count"), ("text", ": Int) "), ("keyword", "async"), ("text", " "), ("keyword", "throws"),
      ("text", " -> Void = { _ in f(\")\", a: 1) }, "), ("externalParam", "last"), ("text", ": Int)"),
    ])
    let parameters = initializer.readInitializer()
    #expect(parameters.map(\.label) == ["clock", "onTick", "last"])
    #expect(parameters.map(\.hasDefault) == [false, true, false])
    #expect(!initializer.isAsync && !initializer.isThrowing && !initializer.isFailable)
    var own = CodeSymbol()
    own.fragments = Self.fragments([("text", "convenience init?<T>() async throws(Problem) where T: Sendable")])
    #expect(own.readInitializer().isEmpty)
    #expect(own.isAsync && own.isThrowing && own.hasErrorType && own.isFailable)
  }

  @Test(
    "a structure's memberwise initializer is used if it takes something, else its empty one", arguments: [true, false])
  func implicitInitializersAreChosen(isPlaced: Bool) {
    var graph = GraphText.parts
    graph.placesImplicit = isPlaced
    graph.addType("Plain", as: ["Svc"], parameters: nil)
    graph.addInitializer(of: "Plain", ["retries: Int = x"], isImplicit: true)
    graph.addInitializer(of: "Plain", [], isImplicit: true)
    graph.addType("Timed", as: ["Svc"], documentation: ["- Factory: marked"], parameters: nil)
    graph.addInitializer(of: "Timed", ["clock: any Clock = x", "retries: Int = x"], isImplicit: true)
    graph.addInitializer(of: "Timed", [], isImplicit: true)
    #expect(
      Self.register(graph).lines.dropLast() == [
        "registry.register(\"marked\", as: (any Svc).self) { (clock: any Clock) in Timed(clock: clock) }",
        "registry.register(\"plain\", as: (any Svc).self) { Plain() }",
      ])
  }

  @Test("a protocol's name without any is its existential type")
  func aProtocolNeedsNoAny() {
    var graph = GraphText.parts
    graph.addType("Disk", "swift.class", as: ["Svc"], parameters: ["clock: Clock", "log: Clock? = x", "n: Int = x"])
    let output = Self.register(graph).output
    #expect(
      output.contains(
        """
            registry.register("disk", as: (any Svc).self, labels: ["clock", "log"]) { (clock: any Clock, log: (any Clock)?) in
              Disk(clock: clock, log: log)
            }
        """), "\(output)")
  }

  @Test("where Type.init could mean another initializer, the labels are written")
  func initializersAreToldApart() {
    var graph = GraphText.parts
    graph.addType("Job", as: ["Svc"], parameters: ["clock: any Clock"])
    #expect(Self.register(graph).output.contains(", Job.init)"))
    graph.conform("Job", to: "s:Se", fallback: "Swift.Decodable")
    #expect(Self.register(graph).output.contains(", Job.init(clock:))"))
    var family = GraphText.parts
    family.addType("Base", "swift.class", parameters: [])
    family.addType("Derived", "swift.class", as: ["Svc"], parameters: ["clock: any Clock"])
    family.inherit("Derived", from: "Base")
    #expect(Self.register(family).output.contains("Derived.init(clock:))"))
  }

  @Test("parameters without a name get one")
  func unnamedParametersAreNamed() {
    var graph = GraphText.parts
    graph.addType("Two", as: ["Svc"], parameters: ["_ _: any Clock", "_ _: any Svc", "n: Int = x"])
    let lines = Self.register(graph).lines
    #expect(
      lines.contains(
        "registry.register(\"two\", as: (any Svc).self) { (clock: any Clock, svc: any Svc) in Two(clock, svc) }"),
      "\(lines)")
  }

  @Test("the library's names are written with its module where the package has types of these names")
  func ownNamesAreQualified() {
    var graph = GraphText.parts
    graph.addProtocol("Assembly")
    graph.addType("FactoryRegistry")
    let output = Self.register(graph).output
    #expect(output.contains("struct PartsFactories: ConfigDI.Assembly {"))
    #expect(output.contains("func assemble(_ registry: inout ConfigDI.FactoryRegistry) {"))
  }

  @Test("of several protocols those are served that an initializer asks for, and others are said")
  func unservedProtocolsAreSaid() {
    var graph = GraphText.parts
    graph.addProtocol("Reading")
    graph.addType("Store", as: ["Svc", "Reading"])
    let (lines, _, error) = Self.register(graph)
    #expect(lines.contains("registry.register(\"store\", as: (any Reading).self) { Store() }"))
    #expect(
      error.contains(
        "note: Store is registered only as Reading, since no initializer takes Svc; to register every protocol, add --protocols Reading,Svc"
      ), "\(error)")
    let all = Self.register(graph, "--protocols", "Reading,Svc")
    #expect(all.lines.contains("registry.register(\"storeAsSvc\", as: (any Svc).self) { (store: Store) in store }"))
    #expect(all.error.isEmpty, "\(all.error)")
  }

  @Test("what an umbrella exports of another module stays that module's, and what C declares is nobody's")
  func anUmbrellaOwnsWhatItDeclares() throws {
    let parts = GraphText.parts
    var umbrella = GraphText("Everything")
    umbrella.exportAgain(parts)
    umbrella.addNested("Inner", in: "SystemClock", as: ["Svc"])
    umbrella.addC("address", as: "Svc")
    for (names, module, registrations) in [
      (["Parts", "Everything"], "Parts", ["system"]), (["Everything", "Parts"], "Parts", ["system"]),
      (["Parts", "Everything"], "Everything", ["inner"]),
    ] {
      let graphs = ["Parts": parts.json, "Everything": umbrella.json]
      let recorder = Recorder()
      let files = InMemoryFiles(Dictionary(uniqueKeysWithValues: names.map { ("/graphs/\($0)", graphs[$0] ?? "") }))
      let arguments =
        ["register"] + names.flatMap { ["--symbol-graph", "/graphs/\($0)"] } + ["--target", module, "--output", "-"]
      #expect(runProgram(arguments, console: recorder.console(files: files)) == .success, "\(recorder.error)")
      let written = recorder.output.matches(of: /registry.register\("(\w+)"/).map { String($0.output.1) }
      #expect(written == registrations, "\(module) of \(names): \(recorder.output)")
      #expect(recorder.output.contains("import Parts") == (module != "Parts"))
      #expect(!recorder.output.contains("import Everything"))
    }
  }

  @Test("a type that the program provides is injected, and provided in the first manifest")
  func whatTheProgramProvidesIsInjected() throws {
    var graph = GraphText.parts
    graph.addType("Caller", parameters: ["id: Int"])
    graph.addType("Cart", as: ["Svc"], parameters: ["caller: Caller"])
    #expect(
      Self.register(graph).error.contains(
        "nothing can be injected for its parameter 'caller' of type Caller; if the program or a request provides this value, write `- Provided: Caller` above Caller"
      ))
    graph = GraphText.parts
    graph.addType("Caller", documentation: ["Who asks.", "- Provided: Caller"], parameters: ["id: Int"])
    graph.addType("Cart", as: ["Svc"], parameters: ["caller: Caller"])
    let folder = try Folder(["Parts.symbols.json": graph.json])
    let recorder = Recorder()
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--output", folder.path("F.swift"), "--manifest",
      folder.path("app.yaml"),
    ]
    #expect(runProgram(arguments, console: recorder.console(files: DiskFiles())) == .success, "\(recorder.error)")
    #expect(try folder.text("F.swift").contains("registry.register(\"cart\", as: (any Svc).self, Cart.init)"))
    let manifest = try folder.text("app.yaml")
    for text in [
      "scopes: { request: {} }\n", "  - { key: Svc, scope: request }\n",
      "  Caller: { provided: true, scope: request }\n",
      "  Svc:\n    factory: cart\n    scope: request\n", "  - Clock\n",
    ] {
      #expect(manifest.contains(text), "\(manifest)")
    }
  }

  @Test("what only a candidate that is left aside collects is no collection")
  func whatIsCollectedIsWired() throws {
    var graph = GraphText.parts
    graph.addProtocol("Index")
    graph.addType("OtherClock", as: ["Clock"])
    graph.addType("AIndex", as: ["Index"])
    graph.addType("BIndex", as: ["Index"], parameters: ["clocks: [any Clock]"])
    graph.addProtocol("Client")
    graph.addProtocol("Page")
    graph.addType("OnePage", as: ["Page"], parameters: ["client: any Client", "clients: [any Client]"])
    let folder = try Folder(["Parts.symbols.json": graph.json])
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--output", folder.path("F.swift"), "--manifest",
      folder.path("app.yaml"),
    ]
    #expect(runProgram(arguments, console: Recorder().console(files: DiskFiles())) == .success)
    let manifest = try folder.text("app.yaml")
    #expect(manifest.contains("roots:\n  - Clock\n  - Index\n  - Page\n"), "\(manifest)")
    // It is collected, and it is asked for alone: nothing makes it.
    #expect(manifest.contains("  Client: { provided: true }\n"), "\(manifest)")
    #expect(manifest.contains("  # Other factories: system\n  Clock: other\n"), "\(manifest)")
    #expect(manifest.contains("collections:\n  clients: { of: Client }\n\n"), "\(manifest)")
  }

  @Test("a manifest names the factories that the assemblies register") func theNamesAreThoseOfTheAssemblies() throws {
    var graph = GraphText.parts
    graph.addProtocol("Page")
    graph.addType("OnePage", as: ["Page"], parameters: ["clock: any Clock"])
    let written = "registry.register(\"page1\", as: (any Page).self, OnePage.init)"
    let file =
      "func assemble(_ registry: inout FactoryRegistry) {\n    \(written)\n"
      + "    registry.register(\"wall\", as: (any Clock).self) { let a = OnePage.init; return SystemClock() }\n"
      + "    registry.register(\"utc\", as: (any Clock).self) { SystemClock() }\n  }\n"
    let folder = try Folder(["Parts.symbols.json": graph.json, "F.swift": file])
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--output", folder.path("F.swift"), "--manifest",
      folder.path("app.yaml"),
    ]
    #expect(runProgram(arguments, console: Recorder().console(files: DiskFiles())) == .success)
    let manifest = try folder.text("app.yaml")
    #expect(manifest.contains("  Clock: utc\n") && manifest.contains("  Page: page1\n"), "\(manifest)")
  }

  @Test("an argument that is a closure is registered without @escaping") func argumentsAreValues() {
    var graph = GraphText.parts
    graph.addType("Article", as: ["Svc"], parameters: nil)
    graph.addInitializer(
      of: "Article", ["render: @escaping (Int) -> String"], documentation: "- Argument: render")
    let output = Self.register(graph).output
    #expect(output.contains("(render: Argument<(Int) -> String>) in"), "\(output)")
  }

  @Test("a private initializer is said to be private") func privateInitializers() {
    var graph = GraphText.parts
    graph.addType("Sealed", as: ["Svc"], parameters: nil)
    graph.addInitializer(of: "Sealed", [], access: "private")
    #expect(Self.register(graph).error.contains("Sealed is skipped: its initializer is private; make it internal"))
  }

  @Test("an initializer whose call would also fit another one is skipped")
  func ambiguousCalls() {
    var graph = GraphText.parts
    graph.addType("Client", as: ["Svc"], parameters: nil)
    graph.addInitializer(of: "Client", ["timeout: Int = x"], documentation: "- Factory: client")
    graph.addInitializer(of: "Client", ["host: String = x"])
    graph.addType("Server", as: ["Svc"], parameters: nil)
    graph.addInitializer(of: "Server", ["clock: any Clock", "port: Int = x"], documentation: "- Factory: server")
    graph.addInitializer(of: "Server", ["clock: any Clock", "host: String"])
    let (lines, _, error) = Self.register(graph)
    #expect(lines.contains { $0.contains("Server(clock: clock)") })
    #expect(!lines.contains { $0.contains("Client") })
    #expect(
      error.contains(
        "Client is skipped: a call that leaves out the defaults of init(timeout:) may also mean init(host:); "),
      "\(error)")
  }

  @Test("an initializer that runs on an actor is skipped if it takes what is not Sendable")
  func actorsTakeOnlySendableServices() {
    var graph = GraphText.parts
    graph.addProtocol("Store", sendable: false)
    graph.addType(
      "Home", "swift.class", as: ["Svc"], attribute: "@MainActor", parameters: ["store: any Store"], effects: "async")
    graph.addType(
      "Menu", "swift.class", as: ["Svc"], attribute: "@MainActor", parameters: ["clock: any Clock"], effects: "async")
    graph.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.class" }, "identifier": { "precise": "\(GraphText.id("Disk"))" },
          "pathComponents": ["Disk"], "declarationFragments": [{ "kind": "keyword", "spelling": "actor" }] }
        """)
    graph.conform("Disk", to: GraphText.id("Svc"))
    graph.conform("Disk", to: "s:s8SendableP", fallback: "Swift.Sendable")
    graph.addInitializer(of: "Disk", ["store: any Store"])
    let (lines, _, error) = Self.register(graph)
    #expect(lines.count == 2 && lines.contains { $0.contains("Menu.init") }, "\(lines)")
    for type in ["Home", "Disk"] {
      #expect(
        error.contains(
          "\(type) is skipped: its initializer runs on an actor, but its parameter 'store' is not Sendable"), "\(error)"
      )
    }
  }

  @Test("a type that needs a newer system than the package supports is skipped", arguments: [13, 14])
  func newerSystems(major: Int) {
    var graph = GraphText.parts
    graph.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.class" }, "identifier": { "precise": "\(GraphText.id("Glass"))" },
          "pathComponents": ["Glass"], "declarationFragments": [],
          "availability": [{ "domain": "iOS", "introduced": { "major": 99 } },
            { "domain": "macOS", "introduced": { "major": 13, "minor": 3 } }] }
        """)
    graph.conform("Glass", to: GraphText.id("Svc"))
    graph.conform("Glass", to: "s:s8SendableP", fallback: "Swift.Sendable")
    graph.addInitializer(of: "Glass", [])
    graph.platform = """
      { "operatingSystem": { "name": "macosx", "minimumVersion": { "major": \(major), "minor": 0 } } }
      """
    let (lines, _, error) = Self.register(graph)
    #expect(lines.contains { $0.contains("Glass()") } == (major == 14))
    #expect(
      error.contains("Glass is skipped: it needs a newer system than the package supports") == (major == 13), "\(error)"
    )
  }

  @Test("an associated type may be a dictionary, and a generic type is not suggested as provided")
  func dictionariesAndGenericTypes() {
    var graph = GraphText.parts
    graph.addType("Counter", as: ["Svc"], parameters: ["counts: [String: Int]"])
    graph.addType("Box", generic: true)
    graph.addType("User", as: ["Svc"], parameters: ["box: Box<Int>"])
    let error = Self.register(graph).error
    #expect(
      error.contains("nothing can be injected for its parameter 'counts' of type [String: Int]"), "\(error)")
    #expect(
      error.contains(
        "its parameter 'box' of type Box<Int>; give the parameter a default, or mark the initializer"), "\(error)")
  }

  @Test("a first manifest chooses a factory that every user can call")
  func theChosenFactoryServesAll() throws {
    var graph = GraphText()
    graph.addProtocol("Clock")
    graph.addProtocol("Page")
    graph.addProtocol("Menu")
    graph.addType("AppClock", "swift.class", as: ["Clock"], attribute: "@MainActor")
    graph.addType("SystemClock", as: ["Clock"])
    graph.addType("Article", as: ["Page"], parameters: nil)
    graph.addInitializer(of: "Article", ["id: Int"], documentation: "- Argument: id")
    graph.addType("Home", as: ["Page"])
    graph.addType("MainMenu", as: ["Menu"], parameters: ["clock: any Clock", "page: any Page"])
    let folder = try Folder(["Parts.symbols.json": graph.json])
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--output", folder.path("F.swift"), "--manifest",
      folder.path("app.yaml"),
    ]
    #expect(runProgram(arguments, console: Recorder().console(files: DiskFiles())) == .success)
    let manifest = try folder.text("app.yaml")
    #expect(manifest.contains("  Clock: system\n") && manifest.contains("  Page: home\n"), "\(manifest)")
  }

  @Test("a first manifest quotes what YAML would take apart, and wires services that need each other")
  func theFirstManifestIsRight() throws {
    var graph = GraphText()
    graph.addProtocol("A")
    graph.addProtocol("B")
    graph.addType("AA", as: ["A"], documentation: ["- Factory: a: b # c"], parameters: ["b: any B"])
    graph.addType("BB", as: ["B"], parameters: ["a: any A"])
    let folder = try Folder(["Parts.symbols.json": graph.json])
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--output", folder.path("F.swift"), "--manifest",
      folder.path("app.yaml"),
    ]
    #expect(runProgram(arguments, console: Recorder().console(files: DiskFiles())) == .success)
    let manifest = try folder.text("app.yaml")
    #expect(manifest.contains("  A: \"a: b # c\"\n  B: b\n"), "\(manifest)")
  }

  @Test("a type that is not Copyable is left out, as a service and as a parameter") func noncopyableTypes() {
    var graph = GraphText.parts
    let line = graph.symbols.count
    graph.addType("Box", generic: true, parameters: nil)
    graph.addType("Token", as: ["Svc"])
    graph.addType("Owner", "swift.class", as: ["Clock"], documentation: ["- Factory: owner"], parameters: ["t: Token"])
    graph.addType("Holder", "swift.class", as: ["Clock"], documentation: ["- Factory: held"], parameters: ["b: Box"])
    let types = "struct Box<T: ~Copyable> {}\nstruct Token: Svc, ~Copyable {}\n"
    let source = String(repeating: "{}\n", count: line) + types
    let (lines, _, error) = Self.register(graph, files: ["/Sources/Parts/Parts A.swift": source])
    #expect(lines.count == 2 && lines.contains { $0.contains("Holder.init") }, "\(lines)")
    #expect(error.contains("Token is skipped: it is not Copyable; wrap it in a class"), "\(error)")
    #expect(error.contains("'t' of type Token; give the parameter a default, or register the type by hand"), "\(error)")
  }

  @Test("a folder of several manifests is refused, and they are named") func severalManifests() throws {
    let folder = try Folder([
      "Parts.symbols.json": GraphText.parts.json, "app.yaml": "configdi: 1\n", "other.yaml": "configdi: 1\n",
    ])
    let recorder = Recorder()
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--output", folder.path("F.swift"), "--manifest", folder.path(),
    ]
    #expect(runProgram(arguments, console: recorder.console(files: DiskFiles())) == .failure)
    #expect(recorder.error.contains("other.yaml"), "\(recorder.error)")
  }
}
