import ConfigDI

/// The one manifest of `plan`, `why` and `graph`, composed and checked in the stage that the library would choose.
struct ChosenStage {
  let graph: DependencyGraph
  let findings: [Diagnostic]
  /// What the library would make of it; as much as could be made out where it has errors.
  let plan: Plan
  /// Its position among the stages that were composed.
  let position: Int

  var stage: ComposedStage { graph.composed.stages[position] }

  /// Tells what is wrong; throws where there is nothing to show for it.
  ///
  /// - Parameter all: Whether the other stages are wanted too.
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
    console.tell(Format.text.render(Report(diagnostics: grave), Style(paths: console.repository)))
    guard let graph = checked.graph, !graph.composed.stages.isEmpty else {
      throw Failure("\(source.input.path) cannot be composed")
    }
    self.graph = graph
    let name = try? StageChoice.choose(
      argument: arguments[.stage], environment: console.environment,
      defaultStage: graph.composed.defaultStage?.value, declared: graph.composed.stages.compactMap(\.name))
    position = graph.composed.stages.firstIndex { $0.name == name } ?? 0
    guard let plan = checked.draft(of: position) else { throw Failure("\(source.input.path) cannot be composed") }
    self.plan = plan
  }

  /// What a command ends with after it has shown what there is.
  var code: ExitCode {
    findings.contains { $0.severity == .error } ? .findings : .success
  }
}
