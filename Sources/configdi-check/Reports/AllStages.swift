import ConfigDI

/// One manifest composed for every stage, for `env`, `diff`, `generate` and `register`, which need all of them.
struct AllStages {
  var composed: ComposedManifest
  let catalog: CatalogIndex?

  /// Throws, after printing the reason, if the manifest cannot be composed completely.
  init(_ arguments: Arguments, _ console: Console) throws {
    let project = try Project(arguments, console)
    guard let source = project.sources.first, project.sources.count == 1 else {
      throw Failure("name one manifest; \(counted(project.sources.count, "manifest")) found")
    }
    try self.init(source, files: console.files, asked: arguments.all(.stages), console)
  }

  /// - Parameter asked: The stages to keep; all if none is named.
  init(_ source: ManifestToCheck, files: any FileAccess, asked: [String] = [], _ console: Console) throws {
    var diagnostics = Diagnostics()
    var options = source.options
    options.stages = .all
    let composed = Composer.compose(
      source.input, world: World(files: files), options: options, keys: source.catalog?.names ?? KeyNames(),
      reporting: &diagnostics)
    let grave = diagnostics.sorted().filter { $0.severity == .error }
    console.tell(Format.text.render(Report(diagnostics: grave), Style(paths: console.repository)))
    guard var composed, !composed.isIncomplete else { throw Failure("\(source.input.path) cannot be composed") }
    let declared = composed.stages.compactMap(\.name)
    if let unknown = asked.first(where: { !declared.contains($0) }) {
      throw Failure("there is no stage '\(unknown)'; declared are: \(declared.joined(separator: ", "))")
    }
    if !asked.isEmpty { composed.stages = composed.stages.filter { $0.name.map(asked.contains) ?? false } }
    self.composed = composed
    catalog = source.catalog
  }
}
