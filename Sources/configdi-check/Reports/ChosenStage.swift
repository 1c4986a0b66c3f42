import ConfigDI

/// The manifest that `plan`, `why` or `graph` shows, composed and checked in the stage that the library would choose.
struct ChosenStage {
  let graph: DependencyGraph
  let findings: [Diagnostic]
  /// The stage's position among the composed stages.
  let position: Int
  /// The calls in the program's sources that resolve services.
  let requests: ServiceRequests
  private let checked: CheckedManifest
  /// Composes the manifest in every stage, to say which stages have what this one lacks.
  private let everyStage: () -> [ComposedStage]

  var stage: ComposedStage { graph.composed.stages[position] }

  /// Composes the manifest and prints the findings; throws if there is nothing to show.
  ///
  /// - Parameters:
  ///   - all: Whether to compose the other stages too.
  ///   - readsSources: Whether to read the service requests in the program's Swift sources.
  ///   - writesFile: Whether the command's result goes to a file, so that findings go to standard output.
  ///   - brokenCode: The exit code if the manifest is so broken that there is nothing to show.
  init(
    _ arguments: Arguments, _ console: Console, withAllStages all: Bool = false, readsSources: Bool = false,
    writesFile: Bool = false, brokenCode: ExitCode = .failure
  ) throws {
    // Further arguments are keys.
    let manifest = arguments.with(positionals: Array(arguments.positionals.prefix(1)))
    let project = try Project(manifest, console, readsSources: readsSources)
    var source = try project.onlyManifest()
    source.options.stages = all ? .all : .chosen(argument: arguments[.stage])
    let checked = source.checked(in: project.world)
    var diagnostics = checked.diagnostics
    diagnostics.report(contentsOf: project.catalogs.findings)
    Suppressions(documents: checked.composed?.files ?? []).apply(
      to: &diagnostics, notRun: Set(checked.skippedRules.map(\.code)), isComplete: false)
    findings = diagnostics.sorted()
    let grave = findings.filter { $0.severity == .error }
    if grave.contains(where: { $0.rule == .unknownStage && $0.location == nil }) {
      throw BadInput(findings: grave, code: .findings)
    }
    let errors = Format.text.render(Report(diagnostics: grave), Style(arguments, console, told: !writesFile))
    if writesFile { console.write(errors) } else { console.tell(errors) }
    guard let graph = checked.graph, !graph.composed.stages.isEmpty else {
      throw Failure("\(source.input.path) cannot be composed", code: brokenCode)
    }
    self.graph = graph
    requests = ServiceRequests(of: source.program, in: graph)
    let name: String?
    do throws(StageChoice.Problem) {
      name = try StageChoice.choose(
        argument: arguments[.stage], environment: console.environment,
        defaultStage: graph.composed.defaultStage?.value, declared: graph.composed.stages.compactMap(\.name))
    } catch {
      // A page that shows every stage begins with the first stage if none is chosen.
      if error.isNamed, let finding = error.finding { throw BadInput(findings: [finding], code: .findings) }
      name = nil
    }
    position = graph.composed.stages.firstIndex { $0.name == name } ?? 0
    self.checked = checked
    everyStage = { [source] in source.composed(project.world, stages: .all)?.stages ?? [] }
  }

  /// The failure for a key that the stage lacks, with the stages that have it or else similar names.
  func noSuchKey(_ key: String, among names: [String]) -> Failure {
    let holders = everyStage().filter { $0.services.contains { $0.key.value.text == key } }.compactMap(\.name)
    if let first = holders.first, let own = stage.name {
      return Failure("stage '\(own)' has no service '\(key)'; it is in \(listed(holders)): --stage \(shellWord(first))")
    }
    let help = Spelling.help(for: Spelling.suggestions(for: key, among: names)).first
    return Failure("no service has the key '\(key)'\(help.map { "; \($0)" } ?? "")")
  }

  /// The key for the given spelling, in the same form as in the composed manifest.
  func spelled(_ text: String) -> ServiceKey { (graph.catalog?.names ?? KeyNames()).key(text) }

  /// The plan that the library would make, or the known part of it if there are errors.
  func plan() throws -> Plan {
    var work = graph.composed.work
    let (written, place) = values
    try work.spend(WorkBudget.Cost.written, for: written, at: place) {
      "the plan prints every value that aliases repeat: at least \(written)"
    }
    try refuseManyMembers(1, per: 2, of: work)
    guard let plan = checked.plan(of: position) else {
      throw Failure("\(graph.composed.entry.path) cannot be composed")
    }
    // A list parameter adds all of its elements at each place that names it.
    let further = plan.countOfValues(upTo: written + work.remaining / WorkBudget.Cost.written + 1) - written
    if further > 0 {
      try work.spend(WorkBudget.Cost.written, for: further, at: place) {
        "the plan prints each parameter's value: at least \(further)"
      }
    }
    return plan
  }

  /// The number of values in all settings of the stage, with aliases expanded, and the location of the settings with
  /// the most values.
  private var values: (count: Int, place: SourceLocation) {
    let uses = stage.services.flatMap(\.decorators) + stage.lifecycle.flatMap(\.initializers)
    let nodes = stage.services.compactMap(\.settings).flatMap(\.nodes) + uses.settingsNodes
    let most = nodes.max { $0.expandedCount < $1.expandedCount }
    return (nodes.reduce(0) { $0 + $1.expandedCount }, most?.location ?? graph.composed.entry.beginning)
  }

  /// Throws if collections add too many dependencies: a service that takes a collection depends on each of its members.
  ///
  /// - Parameter units: The work that each `dependencies` dependencies cause.
  func refuseManyMembers(_ units: Int, per dependencies: Int = 1, of work: WorkBudget) throws(BadInput) {
    var members: [Int: Int] = [:]
    for edge in graph.edges where edge.kind == .member && edge.stages.contains(position) {
      members[edge.from, default: 0] += 1
    }
    var count = 0
    for edge in graph.edges where edge.kind == .collection && edge.stages.contains(position) {
      count += members[edge.to, default: 0]
      guard count / dependencies > work.remaining / units else { continue }
      throw BadInput(findings: [
        work.finding(
          at: edge.location,
          "each user of a collection depends on all its members: more than \(count) dependencies")
      ])
    }
  }

  /// The exit code for a command that has shown its result.
  var code: ExitCode {
    findings.contains { $0.severity == .error } ? .findings : .success
  }
}

/// A manifest composed for all of its stages or for those that were asked for, for `env`, `diff` and `register`.
struct AllStages {
  var composed: ComposedManifest
  let catalog: CatalogIndex?
  /// The exit code for a command that has shown its result.
  let code: ExitCode

  /// Composes the manifest on the command line. If it cannot be composed completely, prints the reason and throws.
  init(_ arguments: Arguments, _ console: Console) throws {
    try self.init(
      Project(arguments, console).onlyManifest(), files: console.files, Style(arguments, console, told: true), console)
    let declared = composed.declaredStages.map(\.value)
    if let unknown = arguments.all(.stages).first(where: { !declared.contains($0) }) {
      // An unread import may declare it.
      guard !composed.lacksImports else { throw Failure("\(composed.entry.path) cannot be composed") }
      throw BadInput(findings: [.unknownStage(unknown, declared: declared)], code: .findings)
    }
  }

  /// Composes a manifest, which may lack some of the stages that were asked for.
  ///
  /// - Parameter revision: The revision that the files are from, for messages; `nil` for the working tree.
  init(
    _ source: ManifestToCheck, files: any FileAccess, revision: String? = nil, _ style: Style, _ console: Console
  ) throws {
    var diagnostics = Diagnostics()
    let composed = Composer.compose(
      source.input, world: World(files: files), options: source.options, catalog: source.catalog,
      reporting: &diagnostics)
    diagnostics.hideConsequences(in: composed)
    let grave = diagnostics.sorted().filter { $0.severity == .error }
    let place = revision.map { "in revision '\($0)'" }
    if let place, !grave.isEmpty { console.tell("\(place):\n") }
    console.tell(Format.text.render(Report(diagnostics: grave), style))
    guard let composed, !composed.isIncomplete else {
      throw Failure("\(source.input.path) cannot be composed\(place.map { " \($0)" } ?? "")")
    }
    self.composed = composed
    catalog = source.catalog
    code = grave.isEmpty ? .success : .findings
  }
}

extension Plan {
  /// The number of values in settings, counted only up to a maximum.
  fileprivate func countOfValues(upTo most: Int) -> Int {
    var count = 0
    func add(_ setting: Setting) {
      count += 1
      guard count < most else { return }
      switch setting.content {
      case .list(let elements): for element in elements where count < most { add(element) }
      case .map(let entries):
        for entry in entries where count < most {
          count += 1
          add(entry.value)
        }
      default: break
      }
    }
    let factories = services.flatMap(\.factories) + phases.flatMap(\.initializers).map(\.factory)
    for factory in factories {
      if let settings = factory.settings { add(settings) }
    }
    return count
  }
}
