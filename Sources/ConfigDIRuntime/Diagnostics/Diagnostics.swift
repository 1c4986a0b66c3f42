/// Collects findings from every step of the pipeline. Steps never throw; only the outermost caller turns findings into
/// an error or exit code.
package struct Diagnostics: Sendable {
  package var findings: [Diagnostic] = []
  /// The number of hidden follow-up findings, such as those that a missing file causes.
  package var suppressedConsequences = 0

  package init() {}

  package init(_ findings: [Diagnostic], suppressedConsequences: Int) {
    self.findings = findings
    self.suppressedConsequences = suppressedConsequences
  }

  package mutating func report(_ finding: Diagnostic) {
    findings.append(finding)
  }

  /// Reports a finding that needs no more than these parts.
  package mutating func report(
    _ rule: Rule, _ message: String, at location: SourceLocation?, related: [Diagnostic.Related] = [],
    notes: [String] = [], help: [String] = [], fixes: [Diagnostic.Fix] = [], remedies: [Diagnostic.Remedy] = [],
    meaning names: [String] = [], symbol: String? = nil, stages: [String]? = nil, absent: Absence? = nil,
    hides: [Absence] = []
  ) {
    findings.append(
      Diagnostic(
        rule, message, at: location, related: related, notes: notes, help: help, fixes: fixes, remedies: remedies,
        meaning: names, symbol: symbol, stages: stages, absent: absent, hides: hides))
  }

  package mutating func report(contentsOf others: [Diagnostic]) {
    findings.append(contentsOf: others)
  }

  package mutating func report(_ others: Diagnostics) {
    findings += others.findings
    suppressedConsequences += others.suppressedConsequences
  }

  package mutating func filter(_ isIncluded: (Diagnostic) -> Bool) {
    findings.removeAll { !isIncluded($0) }
  }

  package mutating func update(_ change: (inout Diagnostic) -> Void) {
    for index in findings.indices { change(&findings[index]) }
  }

  package var hasErrors: Bool {
    findings.contains { $0.severity == .error }
  }

  /// The findings, sorted by path, line, column, code and message, so that the output is reproducible. Findings without
  /// a location come first.
  package func sorted() -> [Diagnostic] {
    guard findings.count > 1 else { return findings }
    let keyed = findings.map { finding in
      (
        path: finding.location?.file.path ?? "", at: finding.location?.start ?? SourcePosition(line: 0, column: 0),
        finding
      )
    }
    return keyed.sorted { left, right in
      if left.path != right.path { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
      if left.at != right.at { return left.at < right.at }
      if left.2.rule.code != right.2.rule.code { return left.2.rule.code < right.2.rule.code }
      return left.2.message.utf8.lexicographicallyPrecedes(right.2.message.utf8)
    }.map(\.2)
  }
}

/// The error for an unusable manifest or registry, with all its mistakes.
///
/// Its description is the text that `configdi-check` prints, with the line and remedy of each mistake.
public struct ManifestError: Error, Sendable, CustomStringConvertible {
  /// The errors, warnings and notes, sorted by path, line and column. Empty for a compiled manifest that must be
  /// compiled again.
  public let diagnostics: [Diagnostic]
  /// Why a compiled manifest cannot be used, and the command that updates it.
  private let unusable: String?

  package init(_ diagnostics: [Diagnostic] = [], unusable: String? = nil) {
    self.diagnostics = diagnostics
    self.unusable = unusable
  }

  public var description: String {
    if let unusable { return unusable }
    let errors = diagnostics.count { $0.severity == .error }
    return "the configuration has \(counted(errors, "error"))\n\n"
      + diagnostics.map { $0.text() }.joined(separator: "\n")
  }
}
