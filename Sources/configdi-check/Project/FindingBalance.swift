import ConfigDI

/// The findings that an edit removed, and those that it added. Every edit moves lines and columns, so findings are
/// compared as in baselines: by rule, file and position in the manifest's structure.
struct FindingBalance {
  private struct Identity: Hashable {
    let code: String
    let path: String
    let symbol: String

    init(_ finding: Diagnostic) {
      code = finding.rule.code
      path = finding.location?.file.path ?? ""
      symbol = finding.symbol ?? finding.message
    }
  }

  private struct Line: Hashable {
    let code: String
    let path: String
    let line: Int

    init(_ finding: Diagnostic) {
      code = finding.rule.code
      path = finding.location?.file.path ?? ""
      line = finding.location?.start.line ?? 0
    }
  }

  /// The findings that the edit added.
  let new: [Diagnostic]
  /// Whether all findings that the edit should correct have disappeared.
  let isFixed: Bool

  init(before: [Diagnostic], after: [Diagnostic], fixed: [Diagnostic]) {
    var old: [Identity: [Diagnostic]] = [:]
    for finding in before { old[Identity(finding), default: []].append(finding) }
    var expected = old.mapValues(\.count)
    for finding in fixed { expected[Identity(finding), default: 0] -= 1 }
    var now: [Identity: Int] = [:]
    var unmatched: [Diagnostic] = []
    for finding in after {
      now[Identity(finding), default: 0] += 1
      if old[Identity(finding)]?.popLast() == nil { unmatched.append(finding) }
    }
    isFixed = Set(fixed.map { Identity($0) }).allSatisfy { now[$0, default: 0] <= max(0, expected[$0, default: 0]) }
    let fixed = Set(fixed.map { Identity($0) })
    var lines: [Line: Int] = [:]
    for finding in old.values.joined() where !fixed.contains(Identity(finding)) {
      lines[Line(finding), default: 0] += 1
    }
    new = unmatched.filter { finding in
      guard let count = lines[Line(finding)], count > 0 else { return true }
      lines[Line(finding)] = count - 1
      return false
    }
  }
}
