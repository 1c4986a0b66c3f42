/// The checks of `configdi-check` as a library, with the program's own registry: one line in a unit test.
///
/// ```swift
/// @Test func wiringIsSound() throws {
///   try Checker(registry: registry).validate("config/app.yaml")
/// }
/// ```
///
/// The checker prints nothing and never exits the process. It checks every stage, and reads nothing from the
/// environment.
public struct Checker: Sendable, ContentsHiding {
  private let registry: ExaminedRegistry?
  private let options: ManifestOptions

  /// - Parameters:
  ///   - registry: The program's registry; without one, the rules that need the factories are skipped.
  ///   - options: Overlays, parameters, modules and limits, as for a container.
  public init(registry: FactoryRegistry? = nil, options: ManifestOptions = ManifestOptions()) {
    self.registry = registry?.examined()
    self.options = options
  }

  /// The findings about a manifest, in every stage, sorted by location; mistakes in the registry come first.
  ///
  /// As on the command line, findings that a comment in the manifest suppresses are omitted.
  public func check(_ manifest: ManifestLocation) throws -> [Diagnostic] {
    let (checked, _) = try checked(manifest, registry.map { CatalogIndex($0) })
    var diagnostics = checked.diagnostics
    Suppressions(documents: checked.composed?.files ?? []).apply(
      to: &diagnostics, notRun: Set(checked.skippedRules.map(\.code)))
    return (registry?.findings ?? []) + diagnostics.sorted()
  }

  /// The manifest in the form that `configdi-check compile` writes, for the registry's factories, with every stage.
  ///
  /// One test keeps a committed file current:
  ///
  /// ```swift
  /// let compiled = try Checker(registry: registry).compile("config/app.yaml")
  /// ```
  ///
  /// - Throws: ``ManifestError`` with every finding, if there are errors.
  public func compile(_ manifest: ManifestLocation) throws -> [UInt8] {
    let (checked, files) = try checked(manifest, registry.map { CatalogIndex($0) } ?? CatalogIndex(Catalog()))
    let findings = (registry?.findings ?? []) + checked.findingsAgainstContainer + checked.writtenSecrets()
    guard !findings.contains(where: { $0.severity == .error }),
      let writer = CompiledWriter(checked, modules: options.modules, files: files)
    else { throw ManifestError(findings) }
    return writer.bytes()
  }

  private func checked(
    _ manifest: ManifestLocation, _ catalog: CatalogIndex?
  ) throws -> (CheckedManifest, files: any FileAccess) {
    let yaml = try manifest.yaml()
    let pipeline = try yaml.pipeline(options, stages: .all, readingEnvironment: false)
    return (pipeline.check(yaml.input, catalog: catalog, settings: registry), pipeline.world.files)
  }

  /// Checks a manifest in a test: throws if there is a finding of this severity or above.
  ///
  /// - Throws: ``ManifestError``, whose description is the text that the command line prints.
  public func validate(_ manifest: ManifestLocation, failingOn severity: Severity = .error) throws {
    let findings = try check(manifest)
    guard findings.contains(where: { $0.severity >= severity }) else { return }
    throw ManifestError(findings)
  }
}
