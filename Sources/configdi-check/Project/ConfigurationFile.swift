import ConfigDI

/// A `.configdi-check.yml`: defaults for what flags do not say.
struct ConfigurationFile: Sendable {
  static let name = ".configdi-check.yml"
  static let names = [name, ".configdi-check.yaml"]

  /// Paths are relative to the working directory by now.
  var catalog: String?
  var paths: [String] = []
  var baseline: String?
  var failOn: FailOn?
  /// Those that are not to be reported, by `ignore` or with the severity `off`.
  var ignore: [Rule] = []
  /// By code; what is off is in `ignore`.
  var severity: [String: Severity] = [:]
  var root: String?
}

/// The least severity that fails a run.
enum FailOn: String, Sendable, CaseIterable {
  case never, error, warning, note

  var severity: Severity? { Severity(rawValue: rawValue) }

  /// Whether it lets less pass.
  func isStricter(than other: FailOn) -> Bool {
    let all = FailOn.allCases
    return (all.firstIndex(of: self) ?? 0) > (all.firstIndex(of: other) ?? 0)
  }
}
