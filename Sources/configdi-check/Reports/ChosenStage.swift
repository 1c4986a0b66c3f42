import ConfigDI

/// The one manifest of `plan`, `why` and `graph`, composed and checked in the stage that the library would choose.
struct ChosenStage {
  let graph: DependencyGraph
  let findings: [Diagnostic]
  /// Its position among the composed stages.
  let position: Int
  private let checked: CheckedManifest

  var stage: ComposedStage { graph.composed.stages[position] }

  /// Prints the findings; throws if there is nothing to show.
  ///
  /// - Parameter all: Whether the other stages are needed too.
  init(_ arguments: Arguments, _ console: Console, withAllStages all: Bool = false) throws {
    let project = try Project(arguments, console)
    guard let source = project.sources.first, project.sources.count == 1 else {
      throw Failure("name one manifest; \(counted(project.sources.count, "manifest")) found")
    }
    var options = source.options
    options.stages = all ? .all : .chosen(argument: arguments[.stage])
    let world = World(files: console.files, environment: console.environment)
    let checked = Pipeline(world: world, options: options).check(source.input, catalog: source.catalog)
    var diagnostics = checked.diagnostics
    Suppressions(documents: checked.composed?.files ?? []).apply(
      to: &diagnostics, rules: Rule.all, notRun: Set(checked.skippedRules.map(\.code)), isComplete: false)
    findings = diagnostics.sorted()
    let grave = findings.filter { $0.severity == .error }
    console.tell(Format.text.render(Report(diagnostics: grave), Style()))
    guard let graph = checked.graph, !graph.composed.stages.isEmpty else {
      throw Failure("\(source.input.path) cannot be composed")
    }
    self.graph = graph
    let name = try? StageChoice.choose(
      argument: arguments[.stage], environment: console.environment,
      defaultStage: graph.composed.defaultStage?.value, declared: graph.composed.stages.compactMap(\.name))
    position = graph.composed.stages.firstIndex { $0.name == name } ?? 0
    self.checked = checked
  }

  /// The key that a text spells: as the composed manifest has it, or as long as the files may write it.
  func spelled(_ text: String) -> ServiceKey { (graph.catalog?.names ?? KeyNames()).key(text) }

  /// The plan that the library would make; if there are errors, as much as is known.
  func plan() throws(Failure) -> Plan {
    try refuseFlood()
    try refuseManyMembers(10_000_000, "the plan")
    guard let plan = checked.plan(of: position) else {
      throw Failure("\(graph.composed.entry.path) cannot be composed")
    }
    return plan
  }

  /// Throws if aliases stand for too many values: a few lines can stand for millions, and a plan holds each of them.
  ///
  /// A manifest without aliases cannot have more values than its files have bytes, so that number is always allowed.
  private func refuseFlood() throws(Failure) {
    let most = max(Self.mostValues, graph.composed.files.reduce(0) { $0 + $1.file.bytes.count })
    var left = most
    let decorators = stage.services.lazy.flatMap(\.decorators).compactMap(\.settings)
    let initializers = stage.lifecycle.lazy.flatMap(\.initializers).compactMap(\.settings)
    for node in stage.services.lazy.compactMap(\.settings).flatMap(\.nodes) + decorators + initializers {
      Self.count(node, &left)
      guard left >= 0 else {
        throw Failure(
          "\(node.location): the plan would write more than \(most) values, since aliases repeat them; write fewer aliases"
        )
      }
    }
  }

  /// Throws if collections stand for too many dependencies: whoever takes a collection depends on each of its members.
  ///
  /// - Parameters:
  ///   - most: The number that is allowed.
  ///   - result: What would have them all, in words.
  func refuseManyMembers(_ most: Int, _ result: String) throws(Failure) {
    var members: [Int: Int] = [:]
    for edge in graph.edges where edge.kind == .member && edge.stages.contains(position) {
      members[edge.from, default: 0] += 1
    }
    var left = most
    for edge in graph.edges where edge.kind == .collection && edge.stages.contains(position) {
      left -= members[edge.to, default: 0]
      guard left >= 0 else {
        throw Failure(
          "\(edge.location): \(result) would have more than \(most) dependencies, since each user of a collection "
            + "depends on all its members; let fewer services take collections, or collect fewer")
      }
    }
  }

  private static let mostValues = 200_000

  private static func count(_ node: Node, _ left: inout Int) {
    left -= 1
    guard left >= 0 else { return }
    switch node.kind {
    case .scalar: break
    case .sequence: for element in node.elements where left >= 0 { count(element, &left) }
    case .mapping: for (_, value) in node.pairs where left >= 0 { count(value, &left) }
    }
  }

  /// The exit code of a command that has shown its result.
  var code: ExitCode {
    findings.contains { $0.severity == .error } ? .findings : .success
  }
}

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
    console.tell(Format.text.render(Report(diagnostics: grave), Style()))
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
