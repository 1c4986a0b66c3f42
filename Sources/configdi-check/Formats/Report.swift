import ConfigDI

/// The result of a run, in the form that every format prints.
struct Report: Sendable {
  /// The findings, sorted.
  var diagnostics: [Diagnostic]
  /// The codes of the rules that were skipped because there was no catalog, sorted.
  var skippedRules: [String] = []
  /// The command that writes the missing catalog; `nil` if no catalog is missing or the configuration says
  /// `catalog: none`.
  var missingCatalog: String?
  /// The codes of the rules that did not run: skipped or excluded.
  var notRun: Set<String> = []
  /// Whether all stages were checked and all of their files were read.
  var isComplete = true
  /// The number of findings that were hidden because they are only consequences of other findings.
  var suppressedConsequences = 0
  /// The number of findings that baselines hide, and the paths of the baselines; `nil` if they hide none.
  var hidden: (count: Int, baselines: [String])?
  var manifests = 0
  var stages = 0
  var services = 0
  /// The number of calls in Swift sources that were compared with manifests; `nil` if no sources were read.
  var calls: Int?
  /// The locations of calls that were skipped because their name is not a literal.
  var skippedCalls: [SourceLocation] = []
  /// Every file that was read, sorted.
  var files: [String] = []
  /// All rules, for formats that include a table of rules.
  var rules = Rule.all
  /// The threshold on the command line; `nil` if each finding's own configurations decide.
  var failOn: FailOn?
  /// The findings before suppressions apply, with the configurations that apply to each.
  var found = RunFindings()
  /// The configuration file in which to set `catalog: none`.
  var configuration = ConfigurationFile.name

  func count(_ severity: Severity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  var fails: Bool { diagnostics.contains(where: isFailure) }

  func isFailure(_ finding: Diagnostic) -> Bool {
    (failOn ?? found.failOn(finding)).severity.map { finding.severity >= $0 } ?? false
  }

  /// A one-line summary that counts the manifests, findings and skipped rules.
  var summary: String {
    var checked = [counted(manifests, "manifest"), counted(stages, "stage"), counted(services, "service")]
    if let calls, calls > 0 { checked.append(counted(calls, "call")) }
    let found = [Severity.error, .warning, .note].compactMap { severity in
      let count = count(severity)
      return count > 0 ? counted(count, severity.rawValue) : nil
    }
    let nothing = missingCatalog == nil ? "no findings" : "partially checked"
    var text = checked.joined(separator: ", ") + ": " + (found.isEmpty ? nothing : found.joined(separator: ", "))
    if suppressedConsequences > 0 {
      text += ". \(counted(suppressedConsequences, "follow-up finding")) hidden; fix the findings above first"
    }
    if let hidden {
      text += ". \(counted(hidden.count, "finding")) hidden by \(hidden.baselines.joined(separator: ", "))"
    }
    if !skippedCalls.isEmpty { text += ". \(counted(skippedCalls.count, "call")) skipped: computed name" }
    if missingCatalog != nil { text += ". \(counted(skippedRules.count, "rule")) skipped: no catalog" }
    return text
  }

  /// A sentence about the checks skipped for lack of a catalog; `nil` if no catalog is missing.
  var unchecked: String? {
    missingCatalog.map { _ in
      "factory names, settings and types were not checked, since there is no catalog "
        + "(if this is intended, set 'catalog: none' in \(configuration))"
    }
  }

  /// The `unchecked` sentence with the command that writes a catalog, for formats with a single text field.
  var uncheckedWithRemedy: String? {
    missingCatalog.flatMap { command in unchecked.map { "\($0); to write a catalog: \(command)" } }
  }

  /// Suggested next steps: run `fix` for correctable findings, and `explain` for the rules.
  func advice(for arguments: Arguments, fixable: Int) -> [String] {
    let paths = arguments.positionals
    var lines: [String] = []
    if fixable > 0 {
      // Values given with `--set` may be secrets.
      let repeated = Option.composition.filter { $0.name != Option.set.name } + [.project, .select, .ignore, .limit]
      let options = repeated.flatMap { option in arguments.all(option).flatMap { ["--\(option.name)", $0] } }
      let end = paths.contains { $0.hasPrefix("-") } ? ["--"] : []
      let words = (["configdi-check", "fix"] + (options + end + paths).map(shellWord)).joined(separator: " ")
      lines.append("\(counted(fixable, "finding")) can be fixed: \(words)")
    }
    let codes = Set(diagnostics.map(\.rule.code)).sorted()
    if !codes.isEmpty {
      let rest = codes.count > 5 ? ", and \(counted(codes.count - 5, "other rule"))" : ""
      lines.append("to learn more: configdi-check explain \(codes.prefix(5).joined(separator: " "))\(rest)")
    }
    return lines
  }

  /// The number of findings for each rule, in descending order.
  var statistics: String {
    var counts: [Rule: Int] = [:]
    for finding in diagnostics { counts[finding.rule, default: 0] += 1 }
    let rows = counts.sorted { ($1.value, $0.key.code) < ($0.value, $1.key.code) }
    let width = rows.first.map { "\($0.value)".count } ?? 0
    return rows.map { rule, count in
      String(repeating: " ", count: width - "\(count)".count) + "\(count)  \(rule.code)  \(rule.slug)\n"
    }.joined()
  }
}
