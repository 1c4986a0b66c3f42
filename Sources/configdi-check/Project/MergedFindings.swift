import ConfigDI

/// The findings of several manifests, each once. A finding in a shared file names the manifests in which it holds.
struct MergedFindings {
  private struct Identity: Hashable {
    let rule: Rule
    let severity: Severity
    let path: String?
    let range: Range<Int>?
    let message: String
    let stages: [String]?
  }

  private var order: [Identity] = []
  private var findings: [Identity: (finding: Diagnostic, manifests: [String])] = [:]

  mutating func add(_ diagnostics: [Diagnostic], from manifest: String) {
    for diagnostic in diagnostics {
      let identity = Identity(
        rule: diagnostic.rule, severity: diagnostic.severity, path: diagnostic.location?.file.path,
        range: diagnostic.location?.range, message: diagnostic.message, stages: diagnostic.stages)
      if findings[identity] == nil {
        order.append(identity)
        findings[identity] = (diagnostic, [manifest])
      } else if findings[identity]?.manifests.last != manifest {
        findings[identity]?.manifests.append(manifest)
      }
    }
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
