import ConfigDI
import ConfigDIRuntime
import Foundation

/// Every manifest of the repository's tests and examples, and of the folder that `CONFIGDI_CASES` names.
enum RepositoryManifests {
  static let paths: [String] = {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let further = ProcessInfo.processInfo.environment["CONFIGDI_CASES"].map { [URL(filePath: $0)] } ?? []
    let folders = ["Tests", "Examples"].map { repository.appending(path: $0) } + further
    return folders.flatMap { folder in
      let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".yaml") && !$0.contains(".build/") }.map { folder.appending(path: $0).path }
    }.sorted()
  }()

  /// A manifest's catalog: its own name's, the folder's, or, without a file, the one that the manifest asks for.
  static func catalog(of path: String, _ pipeline: Pipeline) -> (catalog: Catalog, file: String?)? {
    let folder = FilePath.folder(of: path)
    let own = FilePath.name(of: path).split(separator: ".").first.map { "\($0).catalog.json" }
    for name in [own, "configdi.catalog.json"].compactMap(\.self) {
      let file = FilePath.join(folder, name)
      guard let bytes = try? DiskFiles().read(file, limit: 1 << 24) else { continue }
      var diagnostics = Diagnostics()
      return Catalog(SourceFile(path: file, bytes: bytes), limits: Limits(), reporting: &diagnostics)
        .map { ($0, file) }
    }
    return pipeline.check(.path(path), catalog: nil).composed.map { (Catalog(usedBy: $0), nil) }
  }
}
