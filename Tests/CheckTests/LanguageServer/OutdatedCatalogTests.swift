import ConfigDI
import Synchronization
import Testing

@testable import configdi_check

/// A catalog beside the Swift files that it speaks of.
@Suite struct OutdatedCatalogTests {
  private static let catalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "systemClock", "role": "service", "provides": "App.Clock", "file": "App/Factories.swift" }
    ] }
    """
  private static let files = [
    "app.yaml": "configdi: 1\nroots: [Clock]\nservices:\n  Clock: systemClock\n",
    "configdi.catalog.json": catalog,
  ]

  private func session(_ swift: String, at path: String = "Sources/App/Factories.swift") -> LanguageSession {
    LanguageSession(Self.files.merging([path: swift], uniquingKeysWith: { $1 }))
  }

  private func messages(_ session: LanguageSession) -> [String] {
    session.diagnostics("configdi.catalog.json").compactMap { $0["message"]?.string }
  }

  @Test("no finding while the sources match the catalog") func saysNothingWhileTheySayTheSame() {
    #expect(session("registry.register(\"systemClock\", as: Clock.self)\n").shown.isEmpty)
    // A comment registers nothing, and another module's file of the same name says nothing.
    #expect(session("r.register(\"systemClock\")\n// r.register(\"other\")\n").shown.isEmpty)
    #expect(session("r.register(\"other\")\n", at: "Sources/Other/Factories.swift").shown.isEmpty)
  }

  @Test("removed registrations are reported") func namesWhatIsRegisteredNoMore() throws {
    let session = session("registry.register(\"otherClock\", as: Clock.self)\n")
    let finding = try #require(session.diagnostics("configdi.catalog.json").first)
    #expect(finding["code"]?.string == "DI701")
    #expect(finding["severity"]?.int == 2)
    #expect(
      messages(session) == [
        "'systemClock' is no longer registered in App/Factories.swift",
        "App/Factories.swift registers 'otherClock', which is missing from the catalog",
      ])
    // The command that renews it stands beside.
    let help = session.diagnostics("configdi.catalog.json").flatMap { $0["relatedInformation"]?.elements ?? [] }
      .compactMap { $0["message"]?.string }
    #expect(help.count { $0.contains("--output configdi.catalog.json") } == 2)
  }

  @Test("a Swift file that changes is compared again") func isLookedAtAgainWhenTheSwiftFileChanges() {
    let files = ReplacedFiles()
    files.set(
      Self.files.merging(["Sources/App/Factories.swift": "r.register(\"otherClock\", as: Clock.self)\n"]) { $1 })
    let session = LanguageSession(access: files)
    #expect(messages(session).count == 2)
    files.set(Self.files.merging(["Sources/App/Factories.swift": "r.register(\"systemClock\")\n"]) { $1 })
    session.notify("workspace/didChangeWatchedFiles", ["changes": []])
    session.settle()
    #expect(messages(session).isEmpty)
  }

  /// A check that runs when a change is announced may have read the file before the change.
  @Test("a change during a check is compared too") func isLookedAtAgainAlsoIfACheckRunsAlready() {
    let files = ReplacedFiles()
    files.set(
      Self.files.merging(["Sources/App/Factories.swift": "r.register(\"otherClock\", as: Clock.self)\n"]) { $1 })
    let session = LanguageSession(access: files)
    session.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(session.waitingJobs.count == 1)
    session.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(session.waitingJobs.count == 2)
    #expect(session.waitingJobs.map(\.cancellation.isCancelled) == [true, false])
  }

  @Test(
    "every register method is recognized",
    arguments: [
      "registerAsync(\"newClock\", as: Clock.self)", "registerMainActorInitializer(\"newClock\", start)",
      "registerInstance(\"newClock\", as: Clock.self, clock)",
    ]) func everyMethodThatRegistersCounts(call: String)
  {
    let files = ReplacedFiles()
    files.set(
      Self.files.merging(["Sources/App/Factories.swift": "r.register(\"systemClock\")\nr.\(call)\n"]) { $1 })
    #expect(messages(LanguageSession(access: files)).contains { $0.contains("registers 'newClock'") })
  }
}

/// Files that a test replaces.
final class ReplacedFiles: FileAccess {
  private let files = Mutex(InMemoryFiles())

  func set(_ texts: [String: String]) {
    let new = InMemoryFiles(Dictionary(uniqueKeysWithValues: texts.map { ("/work/\($0.key)", $0.value) }))
    files.withLock { $0 = new }
  }

  private var current: InMemoryFiles { files.withLock { $0 } }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] { try current.read(path, limit: limit) }
  func locate(_ path: String) throws(FileProblem) -> String { try current.locate(path) }
  func list(_ folder: String) throws(FileProblem) -> [FolderEntry] { try current.list(folder) }
}
