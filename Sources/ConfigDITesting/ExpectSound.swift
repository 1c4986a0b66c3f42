public import ConfigDI
import Testing

/// Checks manifests, and optionally a committed catalog, in one line of a test. Mistakes are reported as issues at that
/// line.
///
/// ```swift
/// @Test func wiringIsSound() {
///   expectSound("config/app.yaml", registry: FactoryRegistry(AppAssembly()), catalog: "config/configdi.catalog.json")
/// }
/// ```
///
/// Every stage is checked, and nothing is read from the environment. A relative path is looked up in the folder of the
/// calling Swift file and its parent folders, independent of the working directory.
///
/// - Parameters:
///   - manifests: Paths or strings of YAML. A manifest with findings is reported as an issue whose message is the
///     output of `configdi-check`.
///   - registry: The program's registry; without a registry, the rules that need the factories are skipped.
///   - catalog: The committed catalog, which must equal the registry's catalog.
///   - options: Overlays, parameters, modules and limits, as for a container.
///   - severity: The lowest severity of findings that are reported as issues.
///   - fileID: The file that contains this call; leave the default.
///   - filePath: The file that contains this call; leave the default.
///   - line: The line of this call; leave the default.
///   - column: The column of this call; leave the default.
public func expectSound(
  _ manifests: ManifestLocation..., registry: FactoryRegistry? = nil, catalog: String? = nil,
  options: ManifestOptions = ManifestOptions(), failingOn severity: Severity = .error, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  let file = filePath.description
  let place = Testing.SourceLocation(fileID: fileID, filePath: file, line: line, column: column)
  let checker = Checker(registry: registry, options: options)
  func expect(_ check: () throws -> Void) {
    do { try check() } catch { Issue.record(error, sourceLocation: place) }
  }
  for manifest in manifests {
    expect { try checker.validate(try manifest.found(from: file), failingOn: severity) }
  }
  guard let catalog else { return }
  expect {
    let path = try FilePath.find(catalog, from: file, advice: Catalog.writingAdvice)
    try (registry ?? FactoryRegistry()).checkCatalog(at: path, caller: filePath)
  }
}
