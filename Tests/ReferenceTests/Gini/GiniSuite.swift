import ConfigDI
import ConfigDITesting
import Foundation
import Testing

/// What programs on the Gini SDK's injector do: an SDK whose parts its client replaces before they are first used.
@Suite struct GiniSuite {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let options = ManifestOptions(modules: ["ScanSDK": folder.appending(path: "ScanSDK").path])
  private static let alone = ManifestLocation.path(folder.appending(path: "ScanSDK/di.yaml").path)
  private static let app = ManifestLocation.path(folder.appending(path: "App/app.yaml").path)

  private struct BankVault: CredentialsVault {
    func password() -> String { "bank" }
  }

  private struct ScanScreen: Sendable {
    let session: ScanSession
    let uploader: any Uploader
  }

  /// The client's module.
  private struct BankApp: Assembly {
    static let screen = Key<ScanScreen>("ScanScreen")

    func assemble(_ registry: inout FactoryRegistry) {
      registry.declare(Self.screen)
      registry.register("bankVault", as: (any CredentialsVault).self) { BankVault() }
      registry.register("scanScreen", as: ScanScreen.self) { session, uploader in
        ScanScreen(session: session, uploader: uploader)
      }
    }
  }

  @Test func theManifestsAreSound() {
    expectSound(Self.alone, registry: FactoryRegistry(ScanSDK()))
    expectSound(Self.app, registry: FactoryRegistry(ScanSDK(), BankApp()), options: Self.options)
  }

  @Test("factories get their dependencies at the first access") func factoriesAreGivenWhatTheyNeedAtTheFirstAccess()
    throws
  {
    let sdk = ScanSDK()
    let container = try Container(manifest: Self.alone, registry: FactoryRegistry(sdk))
    #expect(sdk.makings.all.isEmpty)
    let session = try container.resolve(ScanSession.self)
    #expect(sdk.makings.all == ["vault", "uploader", "recognizer", "session"])
    #expect(
      session.recognizer.uploader.upload("page") == "page to scan.example or fallback.scan.example as device")
  }

  @Test("singletons are shared and plain factories are not") func singletonsAreSharedAndPlainFactoriesMakeNewOnes()
    throws
  {
    let container = try Container(manifest: Self.alone, registry: FactoryRegistry(ScanSDK()))
    let first = try container.resolve(ScanSession.self)
    let second = try container.resolve(ScanSession.self)
    #expect(first !== second)
    #expect(first.recognizer === second.recognizer)
    #expect(try container.resolve(Recognizer.self) === first.recognizer)
  }

  @Test func anyObjectMayBeAKey() throws {
    let container = try Container(manifest: Self.alone, registry: FactoryRegistry(ScanSDK()))
    #expect(try container.resolve(ScanSDK.server).host == "scan.example")
    #expect(try container.resolve(ScanSDK.fallback).host == "fallback.scan.example")
  }

  @Test("the client's replacement before the build applies everywhere")
  func theClientReplacesBeforeTheBuildAndItCountsEverywhere() throws {
    var registry = FactoryRegistry(ScanSDK())
    registry.register("deviceVault", as: (any CredentialsVault).self, replace: true) { BankVault() }
    let container = try Container(manifest: Self.alone, registry: registry)
    #expect(try container.resolve((any CredentialsVault).self).password() == "bank")
    #expect(try container.resolve(ScanSession.self).recognizer.uploader.upload("page").hasSuffix("as bank"))
  }

  @Test("the client replaces in its own manifest") func theClientReplacesInItsManifestWithoutTouchingTheSDKs() throws {
    let container = try Container(
      manifest: Self.app, registry: FactoryRegistry(ScanSDK(), BankApp()), options: Self.options)
    let screen = try container.resolve(BankApp.screen)
    let text = "page to scan.bank.example or fallback.scan.example as bank"
    #expect(screen.session.recognizer.uploader.upload("page") == text)
    #expect(screen.uploader.upload("page") == text)
  }

  @Test("an accidental replacement throws") func aReplacementThatNobodyMeantIsAnError() throws {
    var registry = FactoryRegistry(ScanSDK())
    registry.register("deviceVault", as: (any CredentialsVault).self) { BankVault() }
    let line = #line - 1
    let error = try #require(throws: ManifestError.self) { try Container(manifest: Self.alone, registry: registry) }
    #expect(error.diagnostics.map(\.rule.code) == ["DI411"])
    #expect(error.description.contains("GiniSuite.swift:\(line)"))
    #expect(error.description.contains("ScanSDK.swift"))
  }

  @Test func aBuiltContainerIsFrozen() throws {
    var registry = FactoryRegistry(ScanSDK())
    let container = try Container(manifest: Self.alone, registry: registry)
    registry.register("deviceVault", as: (any CredentialsVault).self, replace: true) { BankVault() }
    #expect(try container.resolve((any CredentialsVault).self).password() == "device")
  }

  @Test("setting the default after its first use throws") func anotherDefaultAfterTheFirstUseIsAClearError() async {
    await #expect(processExitsWith: .success) {
      let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ScanSDK/di.yaml").path
      let manifest = ManifestLocation.path(path)
      try Container.setDefault { try Container(manifest: manifest, registry: FactoryRegistry(ScanSDK())) }
      _ = try Container.current.resolve(ScanSession.self)
      let error = #expect(throws: ContainerError.self) {
        try Container.setDefault { try Container(manifest: manifest, registry: FactoryRegistry(ScanSDK())) }
      }
      #expect(error?.description.hasPrefix("the default container is already in use") == true)
    }
  }

  @Test("an overlay of an unknown or closed service throws") func whatIsNotThereOrClosedCannotBeReplacedLate()
    async throws
  {
    let container = try Container(manifest: Self.alone, registry: FactoryRegistry(ScanSDK()))
    let error = #expect(throws: ResolutionError.self) {
      _ = try container.overlay(Key<Server>("scan.sever"), returning: Server(host: "x"))
    }
    #expect(error?.description.contains("did you mean scan.server?") == true)
    try await container.shutdown()
    #expect(throws: ContainerClosed.self) {
      _ = try container.overlay((any CredentialsVault).self, returning: BankVault())
    }
  }
}
