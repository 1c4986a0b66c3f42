import ConfigDI
import ConfigDITesting
import Testing

/// What the migration pages show, run.
@Suite struct MigrationTests {
  @Test func theManifestsAreSound() {
    expectSound("Manifests/receipts.yaml", registry: FactoryRegistry(ReceiptSDK()), failingOn: .note)
    expectSound("Manifests/letters.yaml", registry: FactoryRegistry(LettersAssembly()), failingOn: .note)
    expectSound("Manifests/launching.yaml", registry: FactoryRegistry(LaunchAssembly()), failingOn: .note)
    expectSound("Manifests/modules.yaml", registry: FactoryRegistry(CoreModule(), BookcaseModule()), failingOn: .note)
  }

  static func session() throws -> ReceiptSession {
    let registry = FactoryRegistry(ReceiptSDK(), OfflineClient())
    let container = try Container(manifest: "config/receipts.yaml", registry: registry)
    let session = try container.resolve(ReceiptSession.self)
    return session
  }

  static func start() async throws {
    let registry = FactoryRegistry(CoreModule(), BookcaseModule(), TabletModule())
    let container = try Container(manifest: "config/app.yaml", registry: registry)
    try await container.start()
  }

  /// Each is on a page, with its manifest.
  @Test("the guides show the manifests") func theyAreShown() {
    let shown = Set(Page.all.flatMap(\.blocks).compactMap(\.directive))
    for name in ["Receipts", "Letters", "Launching", "Modules"] {
      #expect(shown.contains("shows: Tests/DocumentationTests/Snippets/Migration/\(name).swift"))
      #expect(shown.contains("shows: Tests/DocumentationTests/Manifests/\(name.lowercased()).yaml"))
    }
  }

  @Test(
    "an SDK's services get their dependencies",
    .container("Manifests/receipts.yaml", registry: FactoryRegistry(ReceiptSDK())))
  func anSDKsPartsAreGivenWhatTheyNeed() throws {
    let container = try Container.current
    #expect(try container.resolve(ReceiptSession.self).uploader.upload("1 coffee") == "1 coffee to receipts.example")
    #expect(try container.resolve(ReceiptSession.self) !== container.resolve(ReceiptSession.self))
    #expect(try container.resolve(ReceiptSDK.endpoint).host == "receipts.example")
  }

  @Test(
    "the client replaces services before the build",
    .container("Manifests/receipts.yaml", registry: FactoryRegistry(ReceiptSDK(), OfflineClient())))
  func itsClientReplacesThemBefore() throws {
    let session = try Container.current.resolve(ReceiptSession.self)
    #expect(session.uploader.upload("1 coffee") == "1 coffee to the drawer, not to receipts.example")
  }

  @Test(.container("Manifests/launching.yaml", stage: "release", registry: FactoryRegistry(LaunchAssembly())))
  func initializersRunAtLaunchAndInTheForeground() async throws {
    let launching = Launching(container: try Container.current)
    try await launching.didFinishLaunching()
    try await launching.willEnterForeground()
    #expect(
      try await Container.current.resolve(Console.self).lines == [
        "crash reporting with live-key in release", "news in launch, within 2.0 seconds",
        "news in foreground, within 2.0 seconds",
      ])
  }

  @Test(
    .container(
      "Manifests/modules.yaml", registry: FactoryRegistry(CoreModule(), BookcaseModule(), TabletModule()), starts: true)
  )
  func modulesAreAssembledInOrder() async throws {
    let bookcase = try Container.current.resolve(Bookcase.self)
    #expect(await bookcase.books == ["welcome on the tablet"])
    #expect(bookcase.guests.place == "guest")
  }
}
