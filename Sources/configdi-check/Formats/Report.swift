import ConfigDI

/// The result of a run, from which every format is made.
struct Report: Sendable {
  /// The findings, sorted.
  var diagnostics: [Diagnostic]
  /// The codes of the rules that were skipped for lack of a catalog, sorted.
  var skippedRules: [String] = []
  /// The number of findings left out because they only follow from another.
  var suppressedConsequences = 0
  var manifests = 0
  var stages = 0
  var services = 0
  /// Every file that was read, sorted.
  var files: [String] = []
  /// All rules, for formats that contain a table of them.
  var rules = RuleBook.all
  /// The lowest severity that fails the run; `nil` if none does.
  var failOn: Severity? = .error

  func count(_ severity: Severity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  var fails: Bool {
    guard let failOn else { return false }
    return diagnostics.contains { $0.severity >= failOn }
  }
}
