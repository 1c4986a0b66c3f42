import ConfigDI
import Testing

/// An SDK with its own manifest and assembly, and a client that amends both.
@Suite struct ModulesSuite {
  protocol Scanner: Sendable { var name: String { get } }

  struct CameraScanner: Scanner {
    struct Settings: ServiceSettings { var resolution: Int }
    let name = "camera"
    init(settings: Settings) {}
  }

  struct ClientScanner: Scanner { let name = "client" }

  /// Not `Sendable`: everyone has his own.
  final class Page { var text = "" }

  final class Reader: Sendable {
    let pages: Provider<Page>
    init(pages: Provider<Page>) { self.pages = pages }
  }

  struct SDK: Assembly {
    func assemble(_ registry: inout FactoryRegistry) {
      registry.register("scanner", as: (any Scanner).self, CameraScanner.init)
      registry.registerUnshared("page", as: Page.self) { Page() }
      registry.register("reader", as: Reader.self, Reader.init)
    }
  }

  struct Client: Assembly {
    var name = "scanner"
    func assemble(_ registry: inout FactoryRegistry) {
      registry.register(name, as: (any Scanner).self, replace: true) { ClientScanner() }
    }
  }

  private let manifest = ManifestLocation.yaml(
    """
    configdi: 1
    services:
      Scanner: { factory: scanner, settings: { resolution: 300 } }
      Page: { factory: page, scope: transient }
      Reader: reader
    """)

  @Test("a replacement may ignore the settings") func aReplacementNeedNotTakeTheSettings() throws {
    let container = try Container(manifest: manifest, registry: FactoryRegistry(SDK(), SDK(), Client()))
    #expect(try container.resolve((any Scanner).self).name == "client")
  }

  @Test("a replacement of nothing throws") func aReplacementOfNothingIsAnError() throws {
    let error = #expect(throws: ManifestError.self) {
      try Container(manifest: manifest, registry: FactoryRegistry(SDK(), Client(name: "scaner")))
    }
    let text = try #require(error.map { "\($0)" })
    #expect(text.contains("[DI414]") && text.contains("did you mean 'scanner'?"), "\(text)")
  }

  @Test("a shared service may hold a provider of an unshared one") func aSharedServiceMayHoldAProviderOfWhatIsNot()
    throws
  {
    let container = try Container(manifest: manifest, registry: FactoryRegistry(SDK()))
    let reader = try container.resolve(Reader.self)
    let page = try reader.pages()
    page.text = "mine"
    #expect(try reader.pages().text.isEmpty)
  }

  @Test("the importing file amends in place") func theFileThatImportsAmendsInPlace() throws {
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        parameters: { resolution: 300 }
        services:
          Scanner: { factory: scanner, settings: { resolution: "${resolution}" } }
          Page: { factory: page, scope: transient }
        overlays:
          - parameters: { resolution: 600 }
            services: { Scanner: client }
        """), registry: FactoryRegistry(SDK(), Other()))
    #expect(try container.resolve((any Scanner).self).name == "client")
  }

  private struct Other: Assembly {
    func assemble(_ registry: inout FactoryRegistry) {
      registry.register("client", as: (any Scanner).self) { ClientScanner() }
    }
  }

  @Test("an instance of the wrong type is a finding") func anInstanceThatDoesNotFitIsAFinding() throws {
    let error = #expect(throws: ManifestError.self) {
      try Container(
        manifest: manifest, registry: FactoryRegistry(SDK()),
        provided: [Provided(ClientScanner() as any Scanner, as: (any Scanner).self)])
    }
    #expect(error.map { "\($0)" }?.contains("provided: an instance of Scanner") == true)
  }
}
