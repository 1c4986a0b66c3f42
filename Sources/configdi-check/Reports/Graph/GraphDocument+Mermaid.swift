import ConfigDI

extension GraphDocument {
  /// A flowchart for Markdown pages, with a subgraph for each file. Shapes show scopes; colors and words show findings.
  var mermaid: String { mermaid(inClusters: files.count > 1) }

  /// - Parameter isClustered: Whether each file's services are in a subgraph.
  func mermaid(inClusters isClustered: Bool) -> String {
    let marks = Marks(findings)
    var text = "flowchart LR\n"
    if let stage { text += "  %% stage \(String(stage.map { $0.isNewline ? " " : $0 }))\n" }
    if edges.count > 500 {
      text +=
        "  %% \(edges.count) edges, but Mermaid draws at most 500 by default: select a part with --focus KEY --depth N\n"
    }
    for (index, file) in files.enumerated() {
      if isClustered { text += "  subgraph f\(index)[\(mermaidQuoted(file.path))]\n" }
      for node in file.nodes { text += "\(isClustered ? "    " : "  ")\(mermaidNode(node))\n" }
      if isClustered { text += "  end\n" }
    }
    for (index, edge) in edges.enumerated() {
      let words = words(of: edge) + (marks.codesOfEdge[index] ?? [])
      let label = words.isEmpty ? "" : "|\(mermaidQuoted(words.joined(separator: " · ")))|"
      text += "  n\(edge.from) \(edge.kind.line.mermaid)\(label) n\(edge.to)\n"
    }
    return text + mermaidStyles(marks)
  }

  private func mermaidNode(_ index: Int) -> String {
    let node = nodes[index]
    let second = secondLine(of: node)
    var label = mermaidEscaped(node.key)
    if let second { label += "<br/><small>\(mermaidEscaped(second))</small>" }
    let (open, close) = node.shape.mermaid
    return "n\(index)\(open)\"\(label)\"\(close)"
  }

  private func mermaidStyles(_ marks: Marks) -> String {
    var text = ""
    let nodesOfSeverity = Dictionary(grouping: marks.severityOfNode.keys.sorted()) { marks.severityOfNode[$0] ?? .note }
    let edgesOfSeverity = Dictionary(grouping: marks.severityOfEdge.keys.sorted()) { marks.severityOfEdge[$0] ?? .note }
    for severity in Severity.allCases.sorted(by: >) {
      if let nodes = nodesOfSeverity[severity] {
        text += "  classDef has\(severity.rawValue) stroke:\(severity.color),stroke-width:2px\n"
        text += "  class \(nodes.map { "n\($0)" }.joined(separator: ",")) has\(severity.rawValue)\n"
      }
      if let edges = edgesOfSeverity[severity] {
        text +=
          "  linkStyle \(edges.map { String($0) }.joined(separator: ",")) stroke:\(severity.color),stroke-width:2px\n"
      }
    }
    let roots = nodes.indices.filter { nodes[$0].isRoot }
    if !roots.isEmpty {
      text += "  classDef isRoot font-weight:bold\n"
      text += "  class \(roots.map { "n\($0)" }.joined(separator: ",")) isRoot\n"
    }
    return text
  }
}

extension Severity {
  /// The color of findings in drawings.
  var color: String { word(error: "#b3261e", warning: "#9a6700", note: "#3b6fb5") }
}

private func mermaidQuoted(_ text: String) -> String {
  "\"\(mermaidEscaped(text))\""
}

/// Text for Mermaid, which interprets most special characters except as entities in quoted text.
private func mermaidEscaped(_ text: String) -> String {
  let escaped = text.escaped { scalar in
    switch scalar {
    case "\"", "#", "&", "<", ">", "`", "\\", ";", "{", "}", "[", "]", "(", ")", "|", "%": "#\(scalar.value);"
    case "\n", "\r": " "
    default: nil
    }
  }
  return visible(escaped)
}
