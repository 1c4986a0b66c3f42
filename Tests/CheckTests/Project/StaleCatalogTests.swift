import ConfigDI
import Testing

@testable import configdi_check

/// A catalog that is older than the package's Swift sources, as the command line shows it.
@Suite struct StaleCatalogTests {
  private static let package = """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(name: "App", targets: [.executableTarget(name: "App")])
    """
  private static let catalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "systemClock", "provides": "App.Clock", "file": "App/Factories.swift" }
    ] }
    """

  private static func check(
    _ factory: String, _ swift: String, at path: String = "/Sources/App/Factories.swift"
  ) -> (code: ExitCode, lines: [String], error: String) {
    let recorder = Recorder()
    let files = InMemoryFiles([
      "/.git/config": "", "/Package.swift": package, "/configdi.catalog.json": catalog,
      "/app.yaml": "configdi: 1\nroots: [Clock]\nservices:\n  Clock: \(factory)\n",
      path: "import ConfigDI\nfunc register(_ registry: inout FactoryRegistry) {\n  \(swift)\n}\n",
    ])
    let code = runProgram(["check", "app.yaml"], console: recorder.console(files: files))
    return (code, recorder.output.split(separator: "\n").map(String.init), recorder.error)
  }

  private static let command = "swift package configdi-catalog --output configdi.catalog.json"

  @Test("a catalog that has what the sources register is not reported") func aCurrentCatalog() {
    let result = Self.check("systemClock", "registry.register(\"systemClock\", as: Clock.self) { SystemClock() }")
    #expect(result.code == .success)
    #expect(result.lines.isEmpty)
  }

  @Test("an unknown factory that the sources register is the catalog's fault") func anUnknownFactory() {
    let swift = """
      registry.register("systemClock", as: Clock.self) { SystemClock() }
        registry.register("systemClocks", as: Clock.self) { SystemClock() }
      """
    let result = Self.check("systemClocks", swift)
    #expect(result.code == .findings)
    #expect(result.lines.first == "app.yaml:4:10: error: unknown factory 'systemClocks' [DI401]")
    #expect(result.lines.contains("  ::: Sources/App/Factories.swift:4:22"))
    #expect(result.lines.last == "  = help: the catalog is older than the sources; to update it: \(Self.command)")
    // No spelling is suggested, and the catalog has no finding of its own.
    #expect(!result.lines.contains { $0.contains("did you mean") || $0.contains("DI701") })
  }

  @Test("an unknown factory that nothing registers keeps its suggestion") func aMisspeltFactory() {
    let result = Self.check("systemClok", "registry.register(\"systemClock\", as: Clock.self) { SystemClock() }")
    #expect(result.lines.contains("  = help: did you mean 'systemClock'?"))
  }

  @Test("methods of the same name that take no type are not ours") func otherMethods() {
    let swift = """
      registry.register("systemClock", as: Clock.self) { SystemClock() }
        table.register("cell", forCellReuseIdentifier: "x")
        metrics.register("requests", help: "x")
        container.register("c", Clock.self)
      """
    let result = Self.check("systemClock", swift)
    #expect(result.lines.isEmpty, "\(result.lines)")
    #expect(Self.check("cell", swift).lines.contains { $0.contains("register 'cell'") })
  }

  @Test("a name that is computed may be any name") func computedNames() {
    let result = Self.check("systemClock", "registry.register(\"clock\" + suffix, as: Clock.self, SystemClock.init)")
    #expect(result.lines.isEmpty, "\(result.lines)")
  }

  @Test("a module's file is below the innermost folder of its name") func innermostModules() {
    let recorder = Recorder()
    let files = InMemoryFiles([
      "/.git/config": "", "/App/Package.swift": Self.package,
      "/App/app.yaml": "configdi: 1\nroots: [Clock]\nservices: { Clock: systemClock }\n",
      "/App/configdi.catalog.json": Self.catalog,
      "/App/Sources/App/Factories.swift":
        "import ConfigDI\n// registry.register(\"systemClock\", as: Clock.self)\nlet s = \"systemClock\"\n",
      "/App/Sources/DI/Factories.swift": "import ConfigDI\nlet s = \"other\"\n",
    ])
    let code = runProgram(["check", "/App/app.yaml"], console: recorder.console(files: files))
    #expect(code == .success && recorder.output.isEmpty, "\(recorder.output)")
  }

  @Test("registrations that the catalog lacks are a warning") func aNewRegistration() {
    let swift = """
      registry.register("systemClock", as: Clock.self) { SystemClock() }
        registry.registerAsync("fixedClock", as: Clock.self) { FixedClock() }
      """
    let result = Self.check("systemClock", swift)
    #expect(result.code == .success)
    #expect(
      result.lines.first
        == "configdi.catalog.json:1:1: warning: App/Factories.swift registers 'fixedClock', which is missing from the "
        + "catalog [DI701]")
    #expect(result.lines.last == "  = help: update it: \(Self.command)")
  }

  @Test("a call to a method that registers something else is not reported") func anotherRegistration() {
    let swift = """
      registry.register("systemClock", as: Clock.self) { SystemClock() }
        router.registerRoute("home")
      """
    #expect(Self.check("systemClock", swift).lines.isEmpty)
  }

  @Test("a registration that is gone is a warning at the catalog's factory") func aRemovedRegistration() {
    let result = Self.check("systemClock", "registry.register(\"clock\", as: Clock.self) { SystemClock() }")
    #expect(
      result.lines.contains { $0.contains("'systemClock' is no longer registered in App/Factories.swift [DI701]") })
  }

  @Test(
    "what may be registered otherwise is not reported",
    arguments: [
      // A name that is put together.
      "for name in names { registry.register(\"\\(name)Clock\", as: Clock.self) { SystemClock() } }",
      "registry.register(name, as: Clock.self) { SystemClock() }",
      // Only some builds have it.
      "registry.register(\"systemClock\", as: Clock.self) { SystemClock() }\n#if DEBUG\n"
        + "registry.register(\"fixedClock\", as: Clock.self) { SystemClock() }\n#endif",
    ]) func whatIsUncertain(swift: String)
  {
    #expect(Self.check("systemClock", swift).lines.isEmpty)
  }

  @Test("another module's file of the same name is not compared") func anotherModule() {
    let result = Self.check(
      "systemClock", "registry.register(\"other\", as: Clock.self) { SystemClock() }",
      at: "/Sources/Other/Factories.swift")
    #expect(result.lines.isEmpty)
  }
}
