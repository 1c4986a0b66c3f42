import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Every manifest of the repository that is sound by the catalog beside it is, compiled and read again, the plan that
/// it was. `CONFIGDI_CASES` names a further folder.
@Suite struct CompiledFilesTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let manifests: [String] = {
    let further = ProcessInfo.processInfo.environment["CONFIGDI_CASES"].map { [URL(filePath: $0)] } ?? []
    let folders = ["Tests", "Examples"].map { repository.appending(path: $0) } + further
    return folders.flatMap { folder in
      let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".yaml") }.map { folder.appending(path: $0).path }
    }.sorted()
  }()

  private static func catalog(beside path: String) -> CatalogIndex? {
    let path = FilePath.join(FilePath.folder(of: path), "configdi.catalog.json")
    guard let bytes = try? DiskFiles().read(path, limit: 1 << 24) else { return nil }
    var diagnostics = Diagnostics()
    let catalog = Catalog(SourceFile(path: path, bytes: bytes), limits: Limits(), reporting: &diagnostics)
    return diagnostics.hasErrors ? nil : catalog.map { CatalogIndex($0) }
  }

  @Test func filesAreReadAsTheyWere() throws {
    var compared = 0
    for path in Self.manifests {
      guard let catalog = Self.catalog(beside: path) else { continue }
      var options = CompositionOptions()
      options.modules = ["ScanSDK": FilePath.join(FilePath.folder(of: path), "ScanSDK")]
      let checked = Pipeline(world: World(files: DiskFiles()), options: options).check(.path(path), catalog: catalog)
      guard !checked.diagnostics.hasErrors, let composed = checked.composed,
        let writer = CompiledWriter(checked, files: DiskFiles())
      else { continue }
      let contents = try CompiledContents(writer.bytes(), name: path, folder: FilePath.folder(of: path))
      for stage in composed.stages.indices {
        var reader = StageReader(contents, factories: contents.factories)
        let open = try reader.plan(of: stage)
        let plan = try #require(checked.draft(of: stage))
        let read = open.plan(checked.values[stage])
        #expect(read == plan, "\(path)")
        #expect(Self.places(read) == Self.places(plan), "\(path)")
        compared += 1
      }
    }
    #expect(compared > 10, "\(compared) stages")
  }

  /// The services in their order, each with its place, whatever way its file is called.
  private static func places(_ plan: Plan) -> [String] {
    plan.services.map { service in
      let file = FilePath.name(of: service.origin.file.path)
      return "\(service.key) \(file) \(service.origin.start) \(service.keyOrigin.start) \(service.origin.end)"
    }
  }
}
