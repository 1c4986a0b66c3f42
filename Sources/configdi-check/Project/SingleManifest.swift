import ConfigDI

/// The one manifest that a command looks at, composed and checked.
struct SingleManifest {
  let composed: ComposedManifest
  let graph: DependencyGraph
  let source: ManifestSource
  /// Sorted.
  let findings: [Diagnostic]

  init(
    _ path: String, stages: StageSelection, _ arguments: Arguments, _ console: Console
  ) throws {
    let project = try Project(arguments, console, paths: [path], stages: stages)
    let paths = project.sources.map(\.input.path)
    guard let source = project.sources.first, paths.count == 1 else {
      throw Failure("\(path) holds \(paths.count) manifests; name one of them: \(paths.joined(separator: ", "))")
    }
    let pipeline = Pipeline(world: project.world, options: source.options, documents: project.documents)
    let checked = pipeline.check(source.input, catalog: source.catalog)
    findings = checked.diagnostics.sorted()
    guard let composed = checked.composed, let graph = checked.graph else { throw NotComposed(findings: findings) }
    self.composed = composed
    self.graph = graph
    self.source = source
  }

  /// Fails where there are errors, since what follows from a broken manifest is not what will happen.
  func requireSound() throws(NotComposed) {
    let errors = findings.filter { $0.severity == .error }
    guard errors.isEmpty else { throw NotComposed(findings: errors) }
  }

  func key(_ written: String) -> ServiceKey {
    source.catalog?.names.key(written) ?? ServiceKey(written)
  }

  func noSuchKey(_ written: String) -> Failure {
    let known = graph.keys.map(\.text)
    let help = Spelling.help(for: Spelling.suggestions(for: written, among: known)).map { "; \($0)" }.joined()
    return Failure("no service '\(written)' in \(source.input.path)\(help)")
  }
}

/// Findings because of which a command has nothing to show: exit code 1, with them on standard error.
struct NotComposed: Error {
  let findings: [Diagnostic]
}
