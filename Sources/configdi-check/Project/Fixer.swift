import ConfigDI

/// Applies safe fixes in memory, and decides which of them can be trusted. A fix is trusted only if its finding
/// disappears, no finding is added, the corrected text is used nowhere else, and the wiring is unchanged wherever the
/// finding was absent. This must hold in each stage of each manifest in the run, and of every other manifest in the
/// repository that reads the file.
struct Fixer {
  struct Outcome {
    let start: State
    let end: State
    let fixed: Int
    /// The findings whose safe fixes were not applied, each with the reason as text.
    let refused: [(finding: Diagnostic, reason: String)]
  }

  struct State {
    var files: EditedFiles
    /// The report on the findings that remain.
    var report: Report
    /// The findings of all rules, used to detect added findings.
    var all: [Diagnostic]
    /// The manifests, used to detect changes to the wiring.
    var manifests: [WiredManifest]
    var documents: DocumentCache

    /// The files that were read. Each knows the secrets that must be hidden when its text is shown.
    var sources: [SourceFile] { manifests.flatMap { $0.checked.composed?.files.map(\.file) ?? [] } }
  }

  private enum Trial {
    case passed(State, fixed: Int)
    case refused(String)
  }

  let arguments: Arguments
  let console: Console
  private let selection: Selection
  /// The maximum number of checks. Once they are used up, the remaining fixes are not applied.
  private var mostChecks: Int
  private var end: ContinuousClock.Instant?
  /// Whether a person applies the fixes, and so sees new warnings and notes in the manifests that had the old findings:
  /// the old findings may have hidden them. Otherwise, every new finding in those manifests must have a safe fix.
  private var isAttended = false
  private var catalogs: CatalogLoader?
  private let calls = CallCache()
  private var searched: [String] = []
  private var neighbors: Neighbors?
  /// The reason why the repository's other manifests could not be searched.
  private var problem: String?
  private var reasons: [FindingKey: String] = [:]
  private var checks = 0
  /// The work budget for comparing the wirings before and after fixes.
  private var work: WorkBudget

  static func run(_ arguments: Arguments, _ selection: Selection, _ console: Console) throws -> Outcome {
    var fixer = Fixer(
      arguments: arguments, console: console, selection: selection, mostChecks: 100,
      work: WorkBudget(Limits(arguments)))
    let start = try fixer.check(EditedFiles(console.files))
    // Each trial checks everything again, and reports all findings.
    fixer.mostChecks = max(4, min(100, 50_000 / max(1, start.all.count)))
    return try fixer.run(from: start)
  }

  /// The number of findings in a report that `fix` would correct. It skips some safe fixes.
  static func count(_ report: Report, _ selection: Selection, _ project: Project) -> Int {
    guard !project.arguments.positionals.contains("-") else { return 0 }
    let count = SafeFixes(of: report.diagnostics, in: project.console.files).fixed.count
    // Each trial checks everything again, and reports all findings.
    guard count > 0, report.diagnostics.count <= 1_000 else { return count }
    var fixer = Fixer(
      arguments: project.arguments, console: project.console, selection: selection,
      mostChecks: min(12, 2_000 / report.diagnostics.count), catalogs: project.catalogs,
      work: WorkBudget(Limits(project.arguments)))
    // Fixes cannot be tried if a new check gives different findings, for example because of a baseline, or if other
    // manifests cannot be read. With many findings it would take too long.
    guard let state = try? fixer.check(EditedFiles(project.console.files)),
      state.report.diagnostics.map(FindingKey.message) == report.diagnostics.map(FindingKey.message),
      let outcome = try? fixer.run(from: state), !fixer.isSpent, fixer.problem == nil
    else { return count }
    return outcome.fixed
  }

  /// Tries the safe fixes for findings on the current files, as many at once as possible.
  ///
  /// - Parameters:
  ///   - searched: The folders that contain no other manifest that reads the edited files.
  ///   - patience: The time, from the end of the first check, after which no further fix is tried.
  ///   - arguments: Arguments that name the manifests to check. These manifests read the edited files.
  static func judge(
    _ findings: [Diagnostic], searched: [String], within patience: Duration, _ arguments: Arguments, _ console: Console
  ) throws -> Verdict {
    guard !findings.isEmpty, !arguments.positionals.isEmpty else { return Verdict() }
    var fixer = Fixer(
      arguments: arguments, console: console, selection: try Selection(arguments),
      mostChecks: 12, isAttended: true, work: WorkBudget(Limits(arguments)))
    let state = try fixer.check(EditedFiles(console.files))
    fixer.end = .now + patience
    fixer.searched += searched
    let wanted = Set(findings.map(FindingKey.message))
    let fixes = SafeFixes(of: state.report.diagnostics.filter { wanted.contains(.message($0)) }, in: state.files)
    let (next, _) = try fixer.settle(fixes.fixed, from: state)
    let left = Set(next.report.diagnostics.map(FindingKey.message))
    return Verdict(
      trusted: Set(fixes.fixed.map(FindingKey.message)).subtracting(left), reasons: fixer.reasons)
  }

  /// Which of the tried fixes can be trusted, and why the others cannot.
  struct Verdict {
    fileprivate var trusted: Set<FindingKey> = []
    fileprivate var reasons: [FindingKey: String] = [:]

    /// The reason why a finding's fix cannot be trusted; `nil` if the fix can be trusted.
    func reason(against finding: Diagnostic) -> String? {
      let key = FindingKey.message(finding)
      return trusted.contains(key) ? nil : reasons[key] ?? Fixer.untried
    }
  }

  private mutating func run(from start: State) throws -> Outcome {
    var state = start
    var count = 0
    var refused: [(finding: Diagnostic, reason: String)] = []
    // A fix may make another one possible.
    for _ in 0..<10 {
      let fixes = SafeFixes(of: state.report.diagnostics, in: state.files)
      guard !fixes.fixed.isEmpty else { break }
      let (next, fixed) = try settle(fixes.fixed, from: state)
      let left = Set(next.report.diagnostics.map(FindingKey.message))
      refused = fixes.fixed.filter { left.contains(.message($0)) }.map { finding in
        (finding, reasons[.message(finding)] ?? Fixer.untried)
      }
      count += fixed
      state = next
      if fixed == 0 { break }
    }
    return Outcome(start: start, end: state, fixed: count, refused: refused)
  }

  private var isSpent: Bool { checks >= mostChecks || work.isSpent || end.map { $0 < .now } ?? false }

  /// Applies as many of the fixes as can be trusted: all together, or else each half separately.
  private mutating func settle(_ findings: [Diagnostic], from state: State) throws -> (State, fixed: Int) {
    guard !findings.isEmpty, !isSpent else { return (state, 0) }
    switch try trial(findings, from: state) {
    case .passed(let next, let fixed): return (next, fixed)
    case .refused(let reason):
      guard findings.count > 1 else {
        reasons[.message(findings[0])] = reason
        return (state, 0)
      }
    }
    let half = findings.count / 2
    let (first, fixed) = try settle(Array(findings[..<half]), from: state)
    // The other half's locations refer to the old text. Its findings that remain in the new text are tried there.
    let wanted = Set(findings[half...].map(FindingKey.message))
    let rest = fixed == 0 ? Array(findings[half...]) : first.report.diagnostics.filter { wanted.contains(.message($0)) }
    let (second, more) = try settle(rest.filter(\.isSafelyFixable), from: first)
    return (second, fixed + more)
  }

  /// Tries fixes, and further fixes that they make possible. Refuses them with a reason if a fix corrects nothing, adds
  /// a finding, or changes a correct wiring.
  private mutating func trial(_ findings: [Diagnostic], from state: State) throws -> Trial {
    var current = state
    var fixes = SafeFixes(of: findings, in: state.files)
    var touched: Set<String> = []
    var fixed = 0
    for _ in 0..<5 {
      guard !fixes.fixed.isEmpty else { return .refused("the fix changes nothing") }
      let text = RepeatedText(limits: Limits(arguments))
      if let reason = Self.reason(ifRepeated: fixes.fixed.flatMap(\.fixes), text, console) { return .refused(reason) }
      let units = current.manifests.compactMap(\.checked.composed).reduce(0) { $0 + min($1.unitsOfPlanning, 1 << 40) }
      guard !isSpent, work.spend(units) else { return .refused(Self.untried) }
      let next = try check(current.files.applying(fixes), after: current, editing: Set(fixes.texts.keys))
      touched.formUnion(fixes.texts.keys)
      guard FindingBalance(before: current.all, after: next.all, fixed: fixes.fixed).isFixed else {
        return .refused("the finding would remain")
      }
      let besides: (before: [WiredManifest], after: [WiredManifest])
      do {
        let neighbors = try neighbors(of: state)
        besides = (
          neighbors.check(reading: touched, in: current.files), neighbors.check(reading: touched, in: next.files)
        )
      } catch {
        let problem = words(error)
        self.problem = problem
        return .refused(problem)
      }
      let changes =
        FixEffect.changes(from: current.manifests, to: next.manifests, besides: fixes.fixed, in: current.files)
        + FixEffect.changes(from: besides.before, to: besides.after, besides: fixes.fixed, in: current.files)
      guard changes.isEmpty else { return .refused(words(changes)) }
      fixed += fixes.fixed.count
      let new = FindingBalance(before: state.all, after: next.all, fixed: findings).new.filter {
        !isAttended || $0.severity == .error
      }
      if new.isEmpty {
        let others =
          fixed == fixes.fixed.count
          ? besides.before : try neighbors(of: state).check(reading: touched, in: state.files)
        let brought = Self.brought(
          by: findings, from: others + unconcerned(by: findings, state), to: besides.after + next.manifests)
        if let brought { return .refused(words(bringing: brought)) }
        return .passed(next, fixed: fixed)
      }
      let chosen = Set(next.report.diagnostics.map(FindingKey.message))
      if let other = new.first(where: {
        isAttended || !$0.isSafelyFixable || !chosen.contains(.message($0))
      }) {
        return .refused(words(bringing: other))
      }
      fixes = SafeFixes(of: new, in: next.files)
      current = next
    }
    return .refused(Self.untried)
  }

  /// The manifests that have none of the findings, if a person applies the fixes, who does not see them.
  private func unconcerned(by findings: [Diagnostic], _ state: State) -> [WiredManifest] {
    guard isAttended else { return [] }
    let keys = Set(findings.map(FindingKey.message))
    return state.manifests.filter { manifest in !manifest.findings.contains { keys.contains(.message($0)) } }
  }

  private static func brought(
    by fixed: [Diagnostic], from before: [WiredManifest], to after: [WiredManifest]
  ) -> Diagnostic? {
    let after = Dictionary(firstOf: after.map { ($0.path, $0.findings) })
    return before.lazy.flatMap { manifest in
      FindingBalance(before: manifest.findings, after: after[manifest.path] ?? [], fixed: fixed).new
    }.first
  }

  private mutating func neighbors(of state: State) throws -> Neighbors {
    if let neighbors { return neighbors }
    var console = console
    console.files = state.files
    let found = try Neighbors(of: state.manifests, searched: searched, arguments, console)
    neighbors = found
    return found
  }

  /// - Parameters:
  ///   - last: The state before the last edits. Manifests that do not read the edited files are unchanged.
  ///   - paths: The edited files, as absolute paths with links resolved.
  private mutating func check(
    _ files: EditedFiles, after last: State? = nil, editing paths: Set<String> = []
  ) throws -> State {
    checks += 1
    var edited = console
    edited.files = files
    let documents = last.map { last in
      DocumentCache(reusing: last.documents) { !paths.contains(files.resolve($0.path) ?? $0.path) }
    }
    let project = try Project(
      arguments, edited, catalogs: catalogs, documents: documents ?? DocumentCache(),
      readsBaseline: arguments.command.name == Command.fix.name, readsSources: true, calls: calls)
    catalogs = project.catalogs
    if last == nil { searched = project.searched }
    let same = (last?.manifests ?? []).filter { manifest in
      manifest.checked.composed.map { paths.isDisjoint(with: $0.resolvedPaths) } ?? false
    }
    let known = Dictionary(same.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    let run = CheckRun(project: project, selection: selection)
    let checked = try run.check(reusing: { source in
      known[source.input.path].flatMap { manifest in
        manifest.source.options.mayBePart == source.options.mayBePart && manifest.source.catalog === source.catalog
          ? manifest.checked : nil
      }
    })
    return State(
      files: files, report: run.report(on: checked),
      all: CheckRun(project: project, selection: .everything).report(on: checked).diagnostics,
      manifests: checked, documents: project.documents)
  }

  // MARK: - The reasons why fixes were not applied

  static let untried = "trying the fixes takes too long"

  /// Why fixes cannot be applied alone: an alias repeats the text that one of them replaces. `nil` if no alias does.
  static func reason(ifRepeated fixes: [Diagnostic.Fix], _ text: RepeatedText, _ console: Console) -> String? {
    text.alias(repeating: fixes).map { "the alias at \(shown($0, console)) repeats this text" }
  }

  func words(_ changes: [FixEffect.Change]) -> String {
    let places = changes.prefix(3).map { change in
      let stage = change.stage.map { "stage '\($0)' of " } ?? ""
      return (change.key.map { "'\($0)' in " } ?? "") + stage + console.shown(change.manifest)
    }
    let more = changes.count > 3 ? " and \(counted(changes.count - 3, "other manifest"))" : ""
    return "it would change \(places.joined(separator: ", "))\(more)"
  }

  func words(bringing finding: Diagnostic) -> String { "it would introduce \(text(finding))" }

  func words(_ error: any Error) -> String {
    let reason =
      switch error {
      case let error as Failure: error.message
      case let error as BadInput: error.findings.first.map(text) ?? "\(error)"
      default: "\(error)"
      }
    return "the repository's other manifests could not be searched: \(reason)"
  }

  private func text(_ finding: Diagnostic) -> String {
    "\(finding.location.map { "\(Self.shown($0, console)): " } ?? "")\(finding.message) [\(finding.rule.code)]"
  }

  private static func shown(_ place: SourceLocation, _ console: Console) -> String {
    "\(console.shown(place.file.path)):\(place.start.line):\(place.start.column)"
  }
}
