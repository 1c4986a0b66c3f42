import ConfigDI

/// The findings about several manifests, each once. A finding in a shared file lists its manifests, and also its stages
/// if no manifest has the finding in all stages. Its severity is the highest that a manifest's configuration gives it.
struct MergedFindings {
  struct Identity: Hashable, Sendable {
    let rule: Rule
    let path: String?
    let range: Range<Int>?
    let message: String
    /// The number of earlier findings about the same manifest that differ only in their stages.
    var ordinal = 0

    init(_ finding: Diagnostic) {
      rule = finding.rule
      path = finding.location?.file.path
      range = finding.location?.range
      message = finding.message
    }
  }

  private var order: [Identity] = []
  private var findings: [Identity: (finding: Diagnostic, manifests: [String])] = [:]
  /// The number of manifests that read each file.
  private var readers: [String: Int] = [:]

  /// - Parameter files: The paths of the files that the manifest consists of.
  mutating func add(_ diagnostics: [Diagnostic], from manifest: String, reading files: [String] = []) {
    for path in files { readers[path, default: 0] += 1 }
    var stages: [Identity: [[String]?]] = [:]
    for diagnostic in diagnostics {
      var identity = Identity(diagnostic)
      guard stages[identity]?.contains(diagnostic.stages) != true else { continue }
      stages[identity, default: []].append(diagnostic.stages)
      identity.ordinal = (stages[identity]?.count ?? 1) - 1
      guard let known = findings[identity].map(\.finding.stages) else {
        order.append(identity)
        findings[identity] = (diagnostic, [manifest])
        continue
      }
      if let severity = findings[identity]?.finding.severity, severity < diagnostic.severity {
        findings[identity]?.finding.severity = diagnostic.severity
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

  /// Whether some manifests that read the finding's file do not have the finding.
  private func hasOtherReaders(_ finding: Diagnostic) -> Bool {
    let own = findings[Identity(finding)]?.manifests.count ?? 0
    return own < finding.location.flatMap { readers[$0.file.path] } ?? 0
  }

  var diagnostics: Diagnostics {
    var result = Diagnostics()
    for identity in order {
      guard let merged = findings[identity] else { continue }
      var finding = merged.finding
      let manifests = merged.manifests
      if manifests.count > 1 { finding.manifests = manifests }
      if manifests.count == 1, hasOtherReaders(finding) {
        finding.notes.append("reported only for \(manifests[0]), not for the other manifests that read this file")
      }
      result.report(finding)
    }
    return result
  }
}
