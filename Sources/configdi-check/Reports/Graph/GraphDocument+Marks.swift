import ConfigDI

extension GraphDocument {
  /// The findings of each node and edge.
  struct Marks {
    private(set) var severityOfNode: [Int: Severity] = [:]
    private(set) var severityOfEdge: [Int: Severity] = [:]
    private(set) var codesOfEdge: [Int: [String]] = [:]

    init(_ findings: [Finding]) {
      for finding in findings {
        let severity = finding.diagnostic.severity
        for node in finding.nodes { severityOfNode[node] = max(severityOfNode[node] ?? .note, severity) }
        for edge in finding.edges {
          severityOfEdge[edge] = max(severityOfEdge[edge] ?? .note, severity)
          if codesOfEdge[edge]?.contains(finding.diagnostic.rule.code) != true {
            codesOfEdge[edge, default: []].append(finding.diagnostic.rule.code)
          }
        }
      }
    }
  }
}
