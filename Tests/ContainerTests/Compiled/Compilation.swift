import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A manifest's text as the command compiles it, with the program's own catalog.
struct Compilation {
  let checked: CheckedManifest
  let bytes: [UInt8]

  init(
    _ text: String, _ registry: FactoryRegistry, options: ManifestOptions = ManifestOptions(), stages: [String] = []
  ) throws {
    let manifest = ManifestLocation.yaml(text, named: "app.yaml")
    checked = try manifest.yaml().pipeline(options, stages: .all, readingEnvironment: false)
      .check(manifest.yaml().input, catalog: CatalogIndex(registry.catalog))
    let errors = checked.diagnostics.findings.filter { $0.severity == .error }
    guard errors.isEmpty else { throw ManifestError(errors) }
    bytes = try #require(CompiledWriter(checked, stages: stages, files: InMemoryFiles([:]))).bytes()
  }
}
