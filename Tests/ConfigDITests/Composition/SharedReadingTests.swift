import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A file that several manifests share is read once for all of them, and counts for each.
@Suite struct SharedReadingTests {
  /// Files that know how often each of them was read.
  private final class CountedFiles: FileAccess {
    private let files: InMemoryFiles
    private let reads = Lock<[String: Int]>([:])

    init(_ texts: [String: String]) {
      files = InMemoryFiles(texts)
    }

    func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
      let place = files.resolve(path) ?? path
      reads.withLock { $0[place, default: 0] += 1 }
      return try files.read(path, limit: limit)
    }

    func locate(_ path: String) throws(FileProblem) -> String { try files.locate(path) }

    func list(_ folder: String) throws(FileProblem) -> [FolderEntry] { try files.list(folder) }

    func count(of path: String) -> Int { reads.withLock { $0[path] ?? 0 } }
  }

  private func files(sharing text: String) -> CountedFiles {
    CountedFiles([
      "a.yaml": "configdi: 1\nimports: [shared.yaml]\n", "b.yaml": "configdi: 1\nimports: [shared.yaml]\n",
      "shared.yaml": text,
    ])
  }

  private func findings(
    of entry: String, _ files: CountedFiles, _ documents: DocumentCache, nodes: Int = Limits().nodes
  ) -> [String] {
    var options = CompositionOptions()
    options.limits.nodes = nodes
    var diagnostics = Diagnostics()
    _ = Composer.compose(
      .path(entry), world: World(files: files), options: options, documents: documents, reporting: &diagnostics)
    return diagnostics.findings.map(\.rule.code)
  }

  @Test(
    "a shared file is read once and reported for each manifest",
    arguments: [
      ("configdi: 1\nservices: { A: a }\n", []), ("configdi: 1\nservices: { A: a, A: b }\n", ["DI002"]),
      ("configdi: 1\nservices: { A: { factory: a, settings: { b: no } } }\n", ["DI003"]),
    ])
  func itIsReadOnceAndItsFindingsAreThoseOfEach(text: String, found: [String]) {
    let files = files(sharing: text)
    let documents = DocumentCache()
    #expect(findings(of: "a.yaml", files, documents) == found)
    #expect(findings(of: "b.yaml", files, documents) == found)
    #expect(files.count(of: "/shared.yaml") == 1)
  }

  @Test("a limit applies to a file that another manifest could read")
  func aLimitHoldsForAFileThatAnotherManifestCouldRead() {
    let files = files(sharing: "configdi: 1\nservices: { A: a, B: b, C: c }\n")
    let documents = DocumentCache()
    #expect(findings(of: "a.yaml", files, documents).isEmpty)
    #expect(findings(of: "b.yaml", files, documents, nodes: 12) == ["DI007"])
    #expect(findings(of: "a.yaml", files, documents).isEmpty)
  }
}
