import ConfigDI
import ConfigDITesting
import Foundation
import Testing

/// A payment SDK behind a facade that a builder makes: what its clients replace, and when.
@Suite struct TerminalSuite {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let sdk = ManifestLocation.path(folder.appending(path: "PaySDK/pay.yaml").path)
  private static let shop = ManifestLocation.path(folder.appending(path: "Shop/shop.yaml").path)
  private static let environment = ["PAY_CURRENCY": "CHF"]

  private struct TestReader: CardReader {
    func read() -> String { "test card" }
  }

  /// A client's module.
  private struct Shop: Assembly {
    struct Till: Sendable {
      let reader: any CardReader
      let acquirer: Acquirer
    }

    static let till = Key<Till>("Till")

    func assemble(_ registry: inout FactoryRegistry) {
      registry.declare(Self.till)
      registry.register("tester", as: (any CardReader).self) { TestReader() }
      registry.register("till", as: Till.self, Till.init)
    }
  }

  private static func options() -> ManifestOptions {
    ManifestOptions(modules: ["PaySDK": folder.appending(path: "PaySDK").path], environment: environment)
  }

  @Test func theManifestsAreSound() {
    expectSound(Self.sdk, registry: FactoryRegistry(PaySDK()))
    expectSound(Self.shop, registry: FactoryRegistry(PaySDK(), Shop()), options: Self.options())
  }

  @Test("without the client's parts the SDK's are used") func withoutAClientsPartsItIsTheSDKs() throws {
    let builder = Terminal.Builder(manifest: Self.sdk, options: ManifestOptions(environment: Self.environment))
    #expect(try builder.build().pay(5) == "5 CHF of chip at pay.example")
  }

  @Test("a builder's replacement applies to later builds") func whatTheClientPutsOnTheBuilderCountsInWhatIsBuiltLater()
    throws
  {
    var builder = Terminal.Builder(manifest: Self.sdk, options: ManifestOptions(environment: [:]))
    let before = try builder.build()
    builder.replaceReader { TestReader() }
    #expect(try builder.build().pay(5) == "5 EUR of test card at pay.example")
    #expect(try before.pay(5) == "5 EUR of chip at pay.example")
  }

  @Test("the client amends the SDK's manifest in its own file") func theClientAmendsTheSDKsManifestInItsOwnFile() throws
  {
    var builder = Terminal.Builder(manifest: Self.shop, options: Self.options())
    builder.registry.add(Shop())
    let terminal = try builder.build()
    #expect(try terminal.pay(7) == "7 CHF of test card at pay.shop.example")
    #expect(try terminal.printer.header() == "charged by pay.shop.example")
  }

  @Test("an amendment of a removed service is reported at its line")
  func anAmendmentOfWhatTheSDKNoLongerHasIsToldAtItsLine() throws {
    let manifest = ManifestLocation.yaml(
      """
      configdi: 1
      imports: ["module:PaySDK/pay.yaml"]
      overlays: [{ services: { CardRedaer: tester } }]
      """)
    let error = #expect(throws: ManifestError.self) {
      try Container(manifest: manifest, registry: FactoryRegistry(PaySDK(), Shop()), options: Self.options())
    }
    #expect(error?.diagnostics.map(\.rule.code) == ["DI108"])
    #expect(error?.description.contains(":3:26: ") == true, "\(error.map { "\($0)" } ?? "")")
    #expect(error?.description.contains("did you mean 'CardReader'?") == true)
  }

  @Test("a lazy part kept longer than the terminal throws") func aLazyPartThatIsKeptLongerThanTheTerminalSaysWhy()
    async throws
  {
    let builder = Terminal.Builder(manifest: Self.sdk, options: ManifestOptions(environment: [:]))
    let unused = try builder.build()
    let printer = unused.printer
    try await unused.shutDown()
    #expect(throws: ContainerClosed.self) { try printer.header() }
    let used = try builder.build()
    #expect(try used.printer.header() == "charged by pay.example")
    try await used.shutDown()
  }
}
