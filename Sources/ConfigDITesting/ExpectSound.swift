public import ConfigDI
import Testing

/// Checks manifests, and a committed catalog, in one line of a test. What is wrong is an issue at that line.
///
/// ```swift
/// @Test func wiringIsSound() {
///   expectSound("config/app.yaml", registry: FactoryRegistry(AppAssembly()), catalog: "config/configdi.catalog.json")
/// }
/// ```
///
/// Every stage is looked at, and nothing is read from the environment. A relative path is looked for from the folder of
/// the calling Swift file upward, so that it does not depend on where the tests are run.
///
/// - Parameters:
///   - manifests: Paths, or any other sources; each with a finding is an issue, worded as the command line does.
///   - registry: Without one, the rules that need to know the factories are skipped.
///   - catalog: The committed catalog, which must say what the registry says.
///   - options: Overlays, parameters, modules and limits, as a container would be given them.
///   - severity: What counts as an issue: this or above.
///   - fileID: Where this is written; left out.
///   - filePath: Where this is written; left out.
///   - line: Where this is written; left out.
///   - column: Where this is written; left out.
public func expectSound(
  _ manifests: any ManifestSource..., registry: FactoryRegistry? = nil, catalog: String? = nil,
  options: ManifestOptions = ManifestOptions(), failingOn severity: Severity = .error, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  let file = filePath.description
  let place = Testing.SourceLocation(fileID: fileID, filePath: file, line: line, column: column)
  let checker = Checker(registry: registry, options: options)
  for manifest in manifests {
    do {
      try checker.validate(try FoundManifest.find(manifest, from: file), failingOn: severity)
    } catch {
      Issue.record(error, sourceLocation: place)
    }
  }
  guard let catalog else { return }
  do {
    try (registry ?? FactoryRegistry()).checkCatalog(at: FoundManifest.find(catalog, from: file), caller: filePath)
  } catch {
    Issue.record(error, sourceLocation: place)
  }
}
