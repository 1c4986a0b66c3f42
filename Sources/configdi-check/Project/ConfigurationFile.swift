import ConfigDI

/// A `.configdi-check.yml` file: defaults for flags that are not given.
struct ConfigurationFile: Sendable {
  static let name = ".configdi-check.yml"
  static let names = [name, ".configdi-check.yaml"]

  /// The path of the catalog. It and the other paths are already relative to the working directory.
  var catalog: String?
  var paths: [String] = []
  var baseline: String?
  var failOn: FailOn?
  /// The rules that are not reported, by `ignore` or with the severity `off`.
  var ignore: [Rule] = []
  /// The severities by code; rules that are off are in `ignore`.
  var severity: [String: Severity] = [:]
  var root: String?
}

/// The lowest severity that fails a run.
enum FailOn: String, Sendable, CaseIterable {
  case never, error, warning, note

  var severity: Severity? { Severity(rawValue: rawValue) }

  /// Whether it fails a run in more cases.
  func isStricter(than other: FailOn) -> Bool {
    let all = FailOn.allCases
    return (all.firstIndex(of: self) ?? 0) > (all.firstIndex(of: other) ?? 0)
  }
}
