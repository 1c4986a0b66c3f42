import ConfigDI

extension Report {
  /// The manifests that were checked, the findings and the skipped rules, on one line.
  var summary: String {
    let checked = [counted(manifests, "manifest"), counted(stages, "stage"), counted(services, "service")]
    let found = [Severity.error, .warning, .note].compactMap { severity in
      let count = count(severity)
      return count > 0 ? counted(count, severity.rawValue) : nil
    }
    var text = checked.joined(separator: ", ") + ": " + (found.isEmpty ? "no findings" : found.joined(separator: ", "))
    if suppressedConsequences > 0 {
      text +=
        ". \(counted(suppressedConsequences, "finding")) that merely \(suppressedConsequences == 1 ? "follows" : "follow") left out"
    }
    if !skippedRules.isEmpty { text += ". \(counted(skippedRules.count, "rule")) skipped: no catalog" }
    return text
  }
}
