import ConfigDI

/// The findings that an edit removed, and those that it added. Every edit moves lines and columns, so findings are
/// compared as in baselines: by rule, file and position in the manifest's structure.
struct FindingBalance {
  /// The findings that the edit added.
  let new: [Diagnostic]
  /// Whether all findings that the edit should correct have disappeared.
  let isFixed: Bool

  init(before: [Diagnostic], after: [Diagnostic], fixed: [Diagnostic]) {
    var old: [FindingKey: [Diagnostic]] = [:]
    for finding in before { old[.position(finding), default: []].append(finding) }
    var expected = old.mapValues(\.count)
    for finding in fixed { expected[.position(finding), default: 0] -= 1 }
    let fixed = Set(fixed.map(FindingKey.position))
    var now: [FindingKey: Int] = [:]
    var unmatched: [Diagnostic] = []
    for finding in after {
      now[.position(finding), default: 0] += 1
      if old[.position(finding)]?.popLast() == nil { unmatched.append(finding) }
    }
    isFixed = fixed.allSatisfy { now[$0, default: 0] <= max(0, expected[$0, default: 0]) }
    var lines: [FindingKey: Int] = [:]
    for finding in old.values.joined() where !fixed.contains(.position(finding)) {
      lines[.line(finding), default: 0] += 1
    }
    new = unmatched.filter { !lines.take(.line($0)) }
  }
}

/// Identifies a finding among those of other checks: by rule, file and one more property.
struct FindingKey: Hashable, Sendable {
  let rule: String
  let path: String
  let text: String

  var description: String { "\(rule) \(text)\(path.isEmpty ? "" : " (\(path))")" }
}

extension FindingKey {
  private init(_ finding: Diagnostic, _ text: String) {
    self.init(rule: finding.rule.code, path: finding.location?.file.path ?? "", text: text)
  }

  static func message(_ finding: Diagnostic) -> Self { Self(finding, finding.message) }

  /// Identifies a finding by its position in the manifest's structure.
  static func position(_ finding: Diagnostic) -> Self { Self(finding, finding.symbol ?? finding.message) }

  /// The same, with the file's path in the repository.
  static func position(_ finding: Diagnostic, _ paths: RepositoryPaths) -> Self {
    let path = finding.place.map { paths.relative($0.file.path) } ?? ""
    return Self(rule: finding.rule.code, path: path, text: finding.symbol ?? finding.message)
  }

  static func line(_ finding: Diagnostic) -> Self { Self(finding, "\(finding.location?.start.line ?? 0)") }
}
