import ConfigDI

/// What a run found: what every format is made from.
struct Report: Sendable {
  /// Sorted.
  var diagnostics: [Diagnostic]
  /// Codes of the rules that were not judged for want of a catalog, sorted.
  var skippedRules: [String] = []
  /// Findings left out because they merely follow from another.
  var suppressedConsequences = 0
  var manifests = 0
  var stages = 0
  var services = 0
  /// Every file that was read, sorted.
  var files: [String] = []
  /// Every rule there is, for formats that carry a table of them.
  var rules = RuleBook.all
  /// The least severity that fails the run; `nil` where none does.
  var failOn: Severity? = .error

  func count(_ severity: Severity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  var fails: Bool {
    guard let failOn else { return false }
    return diagnostics.contains { $0.severity >= failOn }
  }
}
