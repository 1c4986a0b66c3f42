import ConfigDI

/// The findings about several manifests, each once. A finding in a shared file lists its manifests, and also its stages
/// if no manifest has the finding in all stages.
struct MergedFindings {
  private struct Identity: Hashable {
    let rule: Rule
    let severity: Severity
    let path: String?
    let range: Range<Int>?
    let message: String
    /// The number of earlier findings about the same manifest that differ only in their stages.
    var ordinal = 0
  }

  private var order: [Identity] = []
  private var findings: [Identity: (finding: Diagnostic, manifests: [String])] = [:]

  mutating func add(_ diagnostics: [Diagnostic], from manifest: String) {
    var stages: [Identity: [[String]?]] = [:]
    for diagnostic in diagnostics {
      var identity = Identity(
        rule: diagnostic.rule, severity: diagnostic.severity, path: diagnostic.location?.file.path,
        range: diagnostic.location?.range, message: diagnostic.message)
      guard stages[identity]?.contains(diagnostic.stages) != true else { continue }
      stages[identity, default: []].append(diagnostic.stages)
      identity.ordinal = (stages[identity]?.count ?? 1) - 1
      guard let known = findings[identity].map(\.finding.stages) else {
        order.append(identity)
        findings[identity] = (diagnostic, [manifest])
        continue
      }
      // Changed in place, so that a long list of manifests is not copied.
      findings[identity]?.manifests.append(manifest)
      findings[identity]?.finding.stages = Self.united(known, diagnostic.stages)
    }
  }

  /// The stages in either list. A `nil` list, like a `nil` result, means all stages.
  private static func united(_ some: [String]?, _ others: [String]?) -> [String]? {
    guard let some, let others else { return nil }
    return some + others.filter { !some.contains($0) }
  }

  var diagnostics: Diagnostics {
    var result = Diagnostics()
    for identity in order {
      guard let merged = findings[identity] else { continue }
      var finding = merged.finding
      let manifests = merged.manifests
      if manifests.count > 1 { finding.manifests = manifests }
      result.report(finding)
    }
    return result
  }
}
