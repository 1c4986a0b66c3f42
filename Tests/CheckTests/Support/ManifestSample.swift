import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport
@testable import configdi_check

/// A manifest with its catalog, for tests that compare what the tool prints with what the library makes.
struct ManifestSample {
  let path: String
  let catalog: Catalog
  /// The file of the catalog; `nil` if the manifest has none, and the catalog is what the manifest asks for.
  let catalogFile: String?
  let files: any FileAccess
  /// The variables of a random manifest; `nil` for a file, whose parameters the program sets.
  let environment: [String: String]?

  /// Every manifest of the repository.
  static var ofRepository: [ManifestSample] {
    RepositoryManifests.paths.compactMap { path in
      let pipeline = Pipeline(world: World(files: DiskFiles()), options: CompositionOptions())
      guard let (catalog, file) = RepositoryManifests.catalog(of: path, pipeline) else { return nil }
      return ManifestSample(path: path, catalog: catalog, catalogFile: file, files: DiskFiles(), environment: nil)
    }
  }

  private static let randomCatalog = AgreementRegistry.registry.examined().catalog
  private static let randomCatalogText = randomCatalog.json

  static func random(_ seed: UInt64) -> ManifestSample {
    var writer = DraftWriter(Seeded(seed), randomCatalog)
    let files = InMemoryFiles(["app.yaml": writer.draft().text, "configdi.catalog.json": randomCatalogText])
    return ManifestSample(
      path: "app.yaml", catalog: randomCatalog, catalogFile: "configdi.catalog.json", files: files,
      environment: DraftWriter.environment)
  }

  /// The manifest as the tool checks it; `nil` if it has errors.
  func checked() -> (manifest: CheckedManifest, composed: ComposedManifest)? {
    let pipeline = Pipeline(world: World(files: files), options: CompositionOptions())
    let checked = pipeline.check(.path(path), catalog: catalogFile.map { _ in CatalogIndex(catalog) })
    guard !checked.diagnostics.hasErrors, let composed = checked.composed else { return nil }
    return (checked, composed)
  }

  /// The JSON of a command; `nil` where the command finds an error, such as a variable that is not set.
  func output(_ command: String, _ further: [String] = [], stage: String?) -> String? {
    let recorder = Recorder()
    let arguments =
      [command, path] + further + ["--format", "json"] + (catalogFile.map { ["--catalog", $0] } ?? [])
      + (stage.map { ["--stage", $0] } ?? [])
    let console = recorder.console(files: files, environment: environment ?? [:])
    return runProgram(arguments, console: console) == .success ? recorder.output : nil
  }
}
