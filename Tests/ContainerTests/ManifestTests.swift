import ConfigDI
import Testing

private protocol Greeter: Sendable {
  var greeting: String { get }
}

/// Containers from manifests' texts, through the public API alone.
@Suite struct ManifestTests {
  private struct Polite: Greeter {
    let greeting: String
  }

  private struct Settings: ServiceSettings {
    var text: String
  }

  private static let key = Key<any Greeter>("Greeter")

  private static var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(key)
    registry.register("polite", as: (any Greeter).self) { (settings: Settings) in Polite(greeting: settings.text) }
    return registry
  }

  private static let manifest = """
    configdi: 1
    defaultStage: plain
    stages:
      plain: {}
      loud: { parameters: { word: HELLO } }
    parameters: { word: { value: hello, exposed: true } }
    services:
      Greeter: { factory: polite, settings: { text: "${word}!" } }
    """

  private static func container(
    _ text: String = manifest, stage: String? = nil, overlay: ManifestLocation? = nil
  ) throws -> Container {
    try Container(
      manifest: .yaml(text), stage: stage, registry: registry, overlay: overlay,
      options: ManifestOptions(environment: [:]))
  }

  @Test("the root of manifests given as texts is a folder in their names") func rootOfTexts() throws {
    let text = Self.manifest.replacing("configdi: 1", with: "configdi: 1\nroot: shared\nimports: [shared/x.yaml]")
    let imported = ("shared/x.yaml", "configdi: 1\nservices: { Greeter/x: { alias: Greeter } }")
    let container = try Container(
      manifest: .yaml(text, named: "app.yaml", imports: [imported]), registry: Self.registry,
      options: ManifestOptions(environment: [:]))
    #expect(try container.resolve(Self.key).greeting == "hello!")
  }

  @Test("settings come from the chosen stage") func settingsComeFromTheChosenStage() throws {
    #expect(try Self.container().resolve(Self.key).greeting == "hello!")
    #expect(try Self.container(stage: "loud").resolve(Self.key).greeting == "HELLO!")
  }

  @Test("remedies are those of a program, not of the command line") func remediesOfAProgram() throws {
    let missing = try #require(throws: ManifestError.self) { try Self.container(overlay: .path("nowhere.yaml")) }
    #expect(
      "\(missing)".hasSuffix(
        """
        error: the argument 'overlay': no such file: 'nowhere.yaml' [DI101]
          = help: check the path: in a program, it is relative to the working directory

        """), "\(missing)")
    let alone = try #require(throws: ManifestError.self) { try Self.container("configdi: 1\nkind: overlay") }
    #expect("\(alone)".contains("or add it to a manifest with the argument 'overlay'"), "\(alone)")
    let outside = try #require(throws: ManifestError.self) {
      try Container(
        manifest: .yaml("configdi: 1\nimports: [x.yaml]", imports: [("x.yaml", "configdi: 1")]),
        registry: Self.registry, options: ManifestOptions(environment: [:], root: "/nowhere"))
    }
    #expect("\(outside)".contains("or choose a wider root folder in ManifestOptions.root"), "\(outside)")
  }

  @Test("an overlay applies last") func anOverlayComesLast() throws {
    let overlay = ManifestLocation.yaml(
      "configdi: 1\nkind: overlay\nservices: { Greeter: { settings: { text: bye } } }", named: "bye.yaml")
    #expect(try Self.container(overlay: overlay).resolve(Self.key).greeting == "bye")
  }

  @Test("an overlay may bring overlays of its own") func overlaysOfAnOverlay() throws {
    func text(_ greeting: String) -> String {
      "configdi: 1\nkind: overlay\nservices: { Greeter: { settings: { text: \(greeting) } } }"
    }
    let overlay = ManifestLocation.yaml(text("bye"), named: "bye.yaml", overlays: [("hi.yaml", text("hi"))])
    #expect(try Self.container(overlay: overlay).resolve(Self.key).greeting == "hi")
  }

  @Test("inline texts need no names") func textsNeedNoNames() throws {
    let bye = ManifestLocation.yaml("configdi: 1\nkind: overlay\nservices: { Greeter: { settings: { text: bye } } }")
    #expect(try Self.container(overlay: bye).resolve(Self.key).greeting == "bye")
    let hi = ManifestLocation.yaml("configdi: 1\nkind: overlay\nservices: { Greeter: { settings: { text: hi } } }")
    let options = ManifestOptions(overlays: [bye, hi])
    let container = try Container(manifest: .yaml(Self.manifest), registry: Self.registry, options: options)
    #expect(try container.resolve(Self.key).greeting == "hi")
    try Checker(registry: Self.registry, options: options).validate(.yaml(Self.manifest))
  }

  @Test("a missing manifest is reported") func aManifestThatIsNotThereIsSaidToBe() throws {
    let error = try #require(throws: ManifestError.self) {
      try Container(manifest: "no/such.yaml", registry: Self.registry)
    }
    #expect(error.description.contains("there is no file 'no/such.yaml'"))
  }

  @Test(
    "What a comment suppresses keeps no container from being made, where it leaves the wiring whole",
    arguments: [
      ("DI407", "  Greeter: { factory: polite, settings: { text: hello!, tone: low } }"),
      ("DI004", "  Greeter: { factory: polite, tone: low, settings: { text: hello! } }"),
    ])
  func suppressedErrorsAreHonoured(code: String, services: String) throws {
    let plain = "configdi: 1\nservices:\n\(services)\n"
    let suppressed = plain + "# configdi:ignore-file \(code) -- known\n"
    let error = try #require(throws: ManifestError.self) { try Self.container(plain) }
    #expect(error.diagnostics.map(\.rule.code) == [code])
    #expect(try Self.container(suppressed).resolve(Self.key).greeting == "hello!")
  }

  @Test("a suppressed error that prevents the container is reported at start")
  func aSuppressedErrorWithWhichThereIsNoContainerIsToldAtTheStart() throws {
    let error = try #require(throws: ManifestError.self) {
      try Self.container(
        Self.manifest + "\n  Other: { alias: Missing } # configdi:ignore DI201 -- known\n"
          + "  Third: { factory: polite, settings: { text: a, tone: b } } # configdi:ignore DI407, DI402 -- known\n")
    }
    #expect(error.diagnostics.map(\.rule.code) == ["DI201", "DI402"])
    #expect(error.diagnostics.allSatisfy { $0.notes.last?.hasPrefix("a comment suppresses this error") == true })
  }

  /// Findings about the references to the service were left out, since they follow from the one that is suppressed.
  @Test("a suppressed error behind a missing service is reported at start")
  func aSuppressedErrorThatExplainsAMissingServiceIsToldAtTheStart() throws {
    let error = try #require(throws: ManifestError.self) {
      try Self.container(
        """
        configdi: 1
        overlays: [{ services: { Missing: { factory: polite } } }] # configdi:ignore DI108 -- known
        services:
          Greeter: { factory: polite, settings: { text: hello! } }
          Other: { alias: Missing }
        """)
    }
    #expect(error.diagnostics.map(\.rule.code) == ["DI108"])
  }

  @Test("exposed parameters are the configuration") func exposedParametersAreTheConfiguration() throws {
    let configuration = try Self.container(stage: "loud").configuration
    #expect(configuration.stage == "loud")
    #expect(configuration.names == ["word"])
    #expect(try configuration["word", as: String.self] == "HELLO")
  }

  @Test("exposed secrets are read and never printed") func exposedSecretsAreReadAndNeverPrinted() throws {
    let text = """
      configdi: 1
      parameters: { key: { env: KEY, secret: true, exposed: true }, shown: { value: word, exposed: true } }
      """
    let configuration = try Container(
      manifest: .yaml(text), registry: Self.registry, options: ManifestOptions(environment: ["KEY": "sesame"])
    ).configuration
    #expect(configuration.value(forService: "key", key: "") == nil)
    #expect(try configuration["key", as: String.self] == "sesame")
    #expect("\(configuration)" == "no stage: [key: <secret key>, shown: 'word']")
    var dumped = ""
    dump([configuration], to: &dumped)
    #expect(dumped.contains("word") && !dumped.contains("sesame"))
    let error = #expect(throws: ExposedParameterError.self) { try configuration["key", as: Int.self] }
    #expect(error?.description.contains("sesame") == false)
  }

  @Test("one error lists every mistake as the command line prints it")
  func everyMistakeIsInOneErrorAsTheCommandLinePrintsIt() throws {
    let text = Self.manifest.replacing("polite", with: "polit").replacing("hello,", with: "hello, typ: string,")
    let error = try #require(throws: ManifestError.self) { try Self.container(text) }
    #expect(Set(error.diagnostics.map(\.rule.code)) == ["DI004", "DI401"])
    #expect(error.description.contains("<manifest>:8:23: error: unknown factory 'polit' [DI401]"))
    #expect(error.description.contains("did you mean 'polite'?"))
  }

  @Test("an unknown stage is refused") func aStageThatIsNotThereIsRefused() throws {
    let error = try #require(throws: ManifestError.self) { try Self.container(stage: "laud") }
    #expect(error.description.contains("there is no stage 'laud'"))
    #expect(error.description.contains("did you mean 'loud'?"))
  }

  @Test("one error has every missing, unexpected and mismatched instance") func everyWrongInstance() throws {
    var registry = FactoryRegistry()
    registry.declare(Key<Int>("Port"))
    let manifest = """
      configdi: 1
      services: { Port: { provided: true }, Host: { provided: true }, Size: { provided: true } }
      """
    let error = try #require(throws: ManifestError.self) {
      try Container(
        manifest: .yaml(manifest, named: "app.yaml"), registry: registry,
        provided: [
          Provided("80", for: Key("Port")), Provided(1.5, for: Key("Hist")), Provided(2.5, for: Key("Other")),
        ])
    }
    #expect(error.diagnostics.map(\.rule.code) == ["DI413", "DI413", "DI413", "DI413", "DI413"])
    let text = "\(error)"
    #expect(
      text.contains("an instance of Hist was passed to the container, but 'app.yaml' has no such service; did you"))
    #expect(text.contains("did you mean Host?"))
    #expect(text.contains("an instance of Other was passed to the container, but 'app.yaml' has no such service"))
    #expect(text.contains("help: remove it, or add the service with provided: true"))
    #expect(text.contains("is a Int, not a String"))
    #expect(text.contains("Host is provided by the host") && text.contains("Size is provided by the host"))
    #expect(!text.contains("Port is provided by the host"))
  }

  @Test("a provided service without an instance is DI413") func whatTheHostDidNotHandInIsDI413() throws {
    let text = "configdi: 1\nservices: { Greeter: { provided: true } }"
    let error = try #require(throws: ManifestError.self) { try Self.container(text) }
    #expect(error.diagnostics.map(\.rule.code) == ["DI413"])
    let container = try Container(
      manifest: .yaml(text), registry: Self.registry, provided: [Provided(Polite(greeting: "own"), for: Self.key)])
    #expect(try container.resolve(Self.key).greeting == "own")
  }

  @Test("nesting that is too deep is found before anything is made") func whatIsNestedTooDeeplyIsFoundBeforehand()
    throws
  {
    final class Link: Sendable { init(_ next: Link?) {} }
    var registry = FactoryRegistry()
    registry.declare(Key<Link>("Link"))
    registry.register("link", as: Link.self, labels: ["next"]) { (next: Link?) in Link(next) }
    func manifest(_ count: Int) -> ManifestLocation {
      let links = (1...count).map { index in
        "  Link/\(index): { factory: link, scope: transient, dependencies: { next: { optional: Link/\(index - 1) } } }"
      }
      return .yaml("configdi: 1\nservices:\n  Link/0: link\n" + links.joined(separator: "\n"))
    }
    try Checker(registry: registry).validate(manifest(512))
    _ = try Container(manifest: manifest(512), registry: registry).resolve(Key<Link>("Link/512"))
    let findings = try Checker(registry: registry).check(manifest(520)).filter { $0.severity == .error }
    #expect(findings.map(\.rule.code) == ["DI007"])
    #expect(findings.first?.location?.start.line == 516)
    #expect(throws: ManifestError.self) { try Container(manifest: manifest(520), registry: registry) }
  }

  @Test("an alias is a member of a collection like its service") func anAliasMayCollect() throws {
    let text = """
      configdi: 1
      collections: { greeters: { of: Greeter } }
      services:
        Greeter: { factory: polite, settings: { text: own } }
        Greeter/b: { factory: polite, settings: { text: b }, collect: greeters }
        Greeter/other: { alias: Greeter, collect: greeters }
      """
    let container = try Self.container(text)
    #expect(try container.make { (greeters: [any Greeter]) in greeters.map(\.greeting) } == ["b", "own"])
  }

  @Test("make fills an array from the only collection") func makeFillsAnArrayFromTheOneCollection() throws {
    func greetings(_ collections: String) throws -> [String] {
      let services = """
        services:
          Greeter: { factory: polite, settings: { text: alone } }
          Greeter/a: { factory: polite, settings: { text: a }, collect: first }
          Greeter/b: { factory: polite, settings: { text: b }, collect: first }
        """
      let text = "configdi: 1\ncollections: \(collections)\n\(services)"
      return try Self.container(text).make { (greeters: [any Greeter]) in greeters.map(\.greeting) }
    }
    #expect(try greetings("{ first: { of: Greeter } }") == ["a", "b"])
    let several = refusal(.noCollection) {
      try greetings("{ first: { of: Greeter }, second: { of: Greeter } }")
    }
    #expect(several?.description.contains("several collections of Greeter: first, second") == true)
    let none = refusal(.noCollection) {
      try Self.container().make { (greeters: [any Greeter]) in greeters.count }
    }
    #expect(none?.description.contains("no collection of Greeter") == true)
  }

  @Test("the checker uses the live registry for every stage") func theCheckerJudgesEveryStageWithTheLiveRegistry()
    throws
  {
    let checker = Checker(registry: Self.registry)
    try checker.validate(.yaml(Self.manifest))
    let text = Self.manifest.replacing("loud: {", with: "loud: { services: { Greeter: { settings: { txt: a } } },")
    let findings = try checker.check(.yaml(text))
    #expect(findings.map(\.rule.code) == ["DI407"])
    #expect(findings.first?.stages == ["loud"])
    #expect(throws: ManifestError.self) { try checker.validate(.yaml(text)) }
  }

  @Test("a string path names the manifest file") func aManifestsFileIsNamedByPath() throws {
    #expect(throws: ManifestError.self) {
      try Container(manifest: .path("no/such.yaml"), registry: FactoryRegistry())
    }
    let location: ManifestLocation = .path("no/such.yaml")
    #expect(throws: ManifestError.self) { try Container(manifest: location, registry: FactoryRegistry()) }
  }

  @Test("a type without a factory is found by its name", arguments: ["GuestOfNobody", "ManifestTests.GuestOfNobody"])
  func aTypeThatNoFactoryMentionsIsFoundByItsName(_ name: String) throws {
    let container = try Container(
      manifest: .yaml("configdi: 1\nservices: { \(name): { provided: optional }, \(name)/second: { provided: true } }"),
      registry: FactoryRegistry(),
      provided: [Provided(GuestOfNobody(), as: GuestOfNobody.self, named: "second")])
    #expect(try container.resolveIfPresent(GuestOfNobody.self) == nil)
    _ = try container.resolve(GuestOfNobody.self, named: "second")
    #expect(throws: ResolutionError.self) { try container.resolveIfPresent(Polite.self) }
  }

  struct GuestOfNobody: Sendable {}

  private struct AllGiven: ServiceSettings {
    var text: String? = nil
  }

  @Test("null settings are absent") func settingsThatAreLeftNullAreNone() throws {
    var registry = FactoryRegistry()
    registry.declare(Self.key)
    registry.register("polite", as: (any Greeter).self) { (settings: AllGiven) in
      Polite(greeting: settings.text ?? "hi")
    }
    let container = try Container(
      manifest: .yaml("configdi: 1\nservices: { Greeter: { factory: polite, settings: } }"), registry: registry)
    #expect(try container.resolve(Self.key).greeting == "hi")
  }

  @Test("an entry with only unknown keys does not build")
  func anEntryOfUnknownKeysAloneBuildsNothingThoughItIsAccepted() throws {
    let text = "configdi: 1\nservices:\n  Greeter: { implementation: polite } # configdi:ignore DI004 -- known\n"
    let error = try #require(throws: ManifestError.self) { try Self.container(text) }
    #expect(error.diagnostics.map(\.rule.code) == ["DI004"])
  }
}
