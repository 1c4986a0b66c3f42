import ConfigDI

/// Applies safe fixes in memory. A fix counts only if its finding is gone afterwards, no new one was added, and the
/// wiring is the same wherever the finding was not.
struct Fixer {
  struct Outcome {
    var files: EditedFiles
    /// The report of the remaining findings.
    var report: Report
    var fixed = 0
    /// The number of safe fixes that were not applied: they correct nothing, add findings, or change what is right.
    var refused = 0
    /// The parts of the files that must not be shown.
    var secrets: SecretSpans
  }

  private struct State {
    var files: EditedFiles
    var report: Report
    /// The findings of all rules, to see what a fix adds.
    var all: [Diagnostic]
    /// The manifests, to see what a fix changes.
    var manifests: [WiredManifest]
    var secrets: SecretSpans
  }

  private let arguments: Arguments
  private let console: Console
  private let selection: Selection
  private var catalogs: CatalogLoader?
  private var checks = 0
  /// The greatest number of checks of all manifests; after it the remaining fixes are not applied.
  private let mostChecks: Int

  private init(
    _ arguments: Arguments, _ selection: Selection, _ console: Console, mostChecks: Int, catalogs: CatalogLoader? = nil
  ) {
    self.arguments = arguments
    self.console = console
    self.selection = selection
    self.mostChecks = mostChecks
    self.catalogs = catalogs
  }

  static func run(_ arguments: Arguments, _ selection: Selection, _ console: Console) throws -> Outcome {
    var fixer = Fixer(arguments, selection, console, mostChecks: 100)
    return try fixer.run(from: fixer.check(EditedFiles(console.files)))
  }

  /// The number of findings of a report that `fix` would correct: it leaves some fixes alone.
  static func count(_ report: Report, _ selection: Selection, _ project: Project) -> Int {
    guard !project.arguments.positionals.contains("-") else { return 0 }
    let count = SafeFixes(of: report.diagnostics, in: project.console.files).fixed.count
    guard count > 0 else { return 0 }
    var fixer = Fixer(project.arguments, selection, project.console, mostChecks: 12, catalogs: project.catalogs)
    // Without the same findings, such as beside a baseline, it cannot be tried which fixes bring others. Where many
    // do, it would take too long.
    guard let state = try? fixer.check(EditedFiles(project.console.files)),
      state.report.diagnostics.map({ FixKey($0) }) == report.diagnostics.map({ FixKey($0) }),
      let outcome = try? fixer.run(from: state), fixer.checks < fixer.mostChecks
    else { return count }
    return outcome.fixed
  }

  private mutating func run(from start: State) throws -> Outcome {
    var state = start
    var outcome = Outcome(files: state.files, report: state.report, secrets: state.secrets)
    // A fix may make another one possible.
    for _ in 0..<10 {
      let fixes = SafeFixes(of: state.report.diagnostics, in: state.files)
      guard !fixes.fixed.isEmpty else { break }
      let (next, fixed) = try settle(fixes.fixed, from: state)
      let left = Set(next.report.diagnostics.map { FixKey($0) })
      outcome.refused = fixes.fixed.count { left.contains(FixKey($0)) }
      outcome.fixed += fixed
      state = next
      if fixed == 0 { break }
    }
    outcome.files = state.files
    outcome.report = state.report
    return outcome
  }

  /// Applies as many of the fixes as pass the test: all at once, else each half separately.
  private mutating func settle(_ findings: [Diagnostic], from state: State) throws -> (State, fixed: Int) {
    guard !findings.isEmpty, checks < mostChecks else { return (state, 0) }
    if let (next, fixed) = try trial(findings, from: state) { return (next, fixed) }
    guard findings.count > 1 else { return (state, 0) }
    let half = findings.count / 2
    let (first, fixed) = try settle(Array(findings[..<half]), from: state)
    // The places of the other half belong to the old text; findings that the new text still has are tried there.
    let wanted = Set(findings[half...].map { FixKey($0) })
    let rest = fixed == 0 ? Array(findings[half...]) : first.report.diagnostics.filter { wanted.contains(FixKey($0)) }
    let (second, more) = try settle(rest.filter(\.isSafelyFixable), from: first)
    return (second, fixed + more)
  }

  private struct FixKey: Hashable {
    let code: String
    let path: String
    let message: String

    init(_ finding: Diagnostic) {
      code = finding.rule.code
      path = finding.location?.file.path ?? ""
      message = finding.message
    }
  }

  /// The state after fixes and after those that they make possible; `nil` if a fix corrects nothing, adds a finding, or
  /// changes what is right.
  private mutating func trial(_ findings: [Diagnostic], from state: State) throws -> (State, fixed: Int)? {
    var current = state
    var fixes = SafeFixes(of: findings, in: state.files)
    var fixed = 0
    for _ in 0..<5 {
      guard !fixes.fixed.isEmpty, checks < mostChecks else { return nil }
      let next = try check(current.files.applying(fixes))
      let effect = FixEffect(before: current.manifests, after: next.manifests, in: current.files)
      guard FindingBalance(before: current.all, after: next.all, fixed: fixes.fixed).isFixed,
        effect.isConfined(to: fixes.fixed)
      else { return nil }
      fixed += fixes.fixed.count
      let new = FindingBalance(before: state.all, after: next.all, fixed: findings).new
      if new.isEmpty { return (next, fixed) }
      let chosen = Set(next.report.diagnostics.map { FixKey($0) })
      guard new.allSatisfy({ $0.isSafelyFixable && chosen.contains(FixKey($0)) }) else { return nil }
      fixes = SafeFixes(of: new, in: next.files)
      current = next
    }
    return nil
  }

  private mutating func check(_ files: EditedFiles) throws -> State {
    checks += 1
    var edited = console
    edited.files = files
    let project = try Project(arguments, edited, catalogs: catalogs)
    catalogs = project.catalogs
    let (report, all, manifests) = try CheckRun(project, selection).reports()
    let secrets = SecretSpans(manifests.flatMap { $0.composed?.files ?? [] })
    return State(files: files, report: report, all: all, manifests: manifests, secrets: secrets)
  }
}

/// The fixes of findings that can be applied together: all or none of a finding's fixes, and no two that touch.
struct SafeFixes {
  /// The edited texts by resolved path: a file with several names is one file.
  private(set) var texts: [String: EditedText] = [:]
  /// The findings that they correct.
  private(set) var fixed: [Diagnostic] = []
  private let files: any FileAccess

  init(of diagnostics: [Diagnostic], in files: any FileAccess) {
    self.files = files
    let blocked = Self.errors(among: diagnostics)
    for diagnostic in diagnostics where diagnostic.isSafelyFixable {
      add(diagnostic, blocked)
    }
  }

  private mutating func add(_ diagnostic: Diagnostic, _ blocked: Set<SourceLocation>) {
    var added: [(path: String, edit: EditedText.Edit)] = []
    for fix in diagnostic.fixes {
      let file = fix.location.file
      let edit = EditedText.Edit(range: fix.location.range, text: fix.text)
      let resolved = files.resolve(file.path) ?? file.path
      let isErrorElse = diagnostic.severity < .error && blocked.contains(fix.location)
      let addition =
        file.isArgument || !file.hasText || isErrorElse
        ? .refused : texts[resolved, default: EditedText(path: file.path, bytes: file.bytes)].add(edit, to: file.bytes)
      switch addition {
      case .added: added.append((resolved, edit))
      case .known: continue
      case .refused:
        for (path, edit) in added { texts[path]?.remove(edit) }
        for path in added.map(\.path) + [resolved] where texts[path]?.isUnchanged == true { texts[path] = nil }
        return
      }
    }
    fixed.append(diagnostic)
  }

  /// The places of errors: a warning's fix at such a place might change the text that the error is about.
  private static func errors(among diagnostics: [Diagnostic]) -> Set<SourceLocation> {
    Set(diagnostics.filter { $0.severity == .error && !$0.isSafelyFixable }.compactMap(\.location))
  }
}

extension Diagnostic {
  var isSafelyFixable: Bool { !fixes.isEmpty && fixes.allSatisfy(\.safe) }
}
