import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Every sound manifest of the repository, compiled and read again, is the container that its text is: the same plan at
/// the same places, the same instances in the same order, or the same errors, under several environments.
///
/// `CONFIGDI_CASES` names a further folder.
@Suite struct CompiledFilesTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let manifests: [String] = {
    let further = ProcessInfo.processInfo.environment["CONFIGDI_CASES"].map { [URL(filePath: $0)] } ?? []
    let folders = ["Tests", "Examples"].map { repository.appending(path: $0) } + further
    return folders.flatMap { folder in
      let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".yaml") && !$0.contains(".build/") }.map { folder.appending(path: $0).path }
    }.sorted()
  }()

  /// Its own name's, the folder's, or the one that the manifest asks for.
  private static func catalog(of path: String, _ pipeline: Pipeline) -> Catalog? {
    let folder = FilePath.folder(of: path)
    let own = FilePath.name(of: path).split(separator: ".").first.map { "\($0).catalog.json" }
    for name in [own, "configdi.catalog.json"].compactMap(\.self) {
      let path = FilePath.join(folder, name)
      guard let bytes = try? DiskFiles().read(path, limit: 1 << 24) else { continue }
      var diagnostics = Diagnostics()
      return Catalog(SourceFile(path: path, bytes: bytes), limits: Limits(), reporting: &diagnostics)
    }
    return pipeline.check(.path(path), catalog: nil).composed.map { Catalog(usedBy: $0) }
  }

  @Test(.timeLimit(.minutes(60))) func filesAreReadAsTheyWere() async throws {
    var compared = CompiledComparison.Count()
    for path in Self.manifests {
      let modules = ["ScanSDK": FilePath.join(FilePath.folder(of: path), "ScanSDK")]
      var options = CompositionOptions()
      options.modules = modules
      let pipeline = Pipeline(world: World(files: DiskFiles()), options: options)
      guard let catalog = Self.catalog(of: path, pipeline) else { continue }
      let checked = pipeline.check(.path(path), catalog: CatalogIndex(catalog))
      guard !checked.diagnostics.hasErrors, let composed = checked.composed,
        let writer = CompiledWriter(checked, modules: modules, files: DiskFiles())
      else { continue }
      let comparison = CompiledComparison(
        manifest: .path(path), compiled: .compiled(writer.bytes(), folder: FilePath.folder(of: path)),
        catalog: catalog, options: ManifestOptions(modules: modules))
      for stage in composed.stages {
        for surroundings in Surroundings.all(of: stage) {
          try await comparison.run(stage, surroundings, counting: &compared)
        }
      }
      compared.manifests += 1
    }
    print("\(compared.manifests) manifests, \(compared.built) containers, \(compared.refused) refused by both")
    #expect(compared.manifests > 100)
    #expect(compared.built > 300)
    #expect(compared.refused > 20)
  }
}
