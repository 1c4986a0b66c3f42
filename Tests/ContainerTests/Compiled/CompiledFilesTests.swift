import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Every sound manifest of the repository, compiled and read again, is the container that its text is: the same plan at
/// the same places, the same instances in the same order, or the same errors, under several environments.
@Suite struct CompiledFilesTests {
  @Test("a compiled file reads back unchanged", .timeLimit(.minutes(60))) func filesAreReadAsTheyWere() async throws {
    var compared = CompiledComparison.Count()
    for path in RepositoryManifests.paths {
      let modules = ["ScanSDK": FilePath.join(FilePath.folder(of: path), "ScanSDK")]
      var options = CompositionOptions()
      options.modules = modules
      let pipeline = Pipeline(world: World(files: DiskFiles()), options: options)
      guard let catalog = RepositoryManifests.catalog(of: path, pipeline)?.catalog else { continue }
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
