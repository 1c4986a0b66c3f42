import ConfigDI

extension GraphDocument {
  /// A Graphviz graph from left to right, with a cluster for each file. Shapes show scopes; colors and words show
  /// findings.
  var dot: String {
    let marks = Marks(findings)
    var text = "digraph wiring {\n"
    if let stage { text += "  label=\(dotQuoted("stage \(stage)"));\n  labelloc=t;\n" }
    text += """
        rankdir=LR;
        ranksep=0.7;
        nodesep=0.2;
        graph [fontname="Helvetica", color="#c5cad3", fontcolor="#5b6472", style=rounded];
        node [fontname="Helvetica", fontsize=11, shape=box, style="rounded,filled", fillcolor="#ffffff", color="#6b7380"];
        edge [fontname="Helvetica", fontsize=9, color="#8a93a1", fontcolor="#5b6472", arrowsize=0.7];

      """
    for (index, file) in files.enumerated() {
      let isClustered = files.count > 1
      if isClustered { text += "  subgraph cluster_\(index) {\n    label=\(dotQuoted(file.path));\n" }
      for node in file.nodes { text += "\(isClustered ? "    " : "  ")\(dotNode(node, marks.severityOfNode[node]));\n" }
      if isClustered { text += "  }\n" }
    }
    for (index, edge) in edges.enumerated() {
      text += "  \(nodes[edge.from].dotName) -> \(nodes[edge.to].dotName)"
      text += "\(dotAttributes(of: edge, marks.codesOfEdge[index] ?? [], marks.severityOfEdge[index]));\n"
    }
    return text + "}\n"
  }

  /// The text below a node's key in drawings.
  func secondLine(of node: Node) -> String? {
    guard node.kind != .missing else { return "missing" }
    let what = node.kind == .provided ? "provided" : node.factory
    let parts = [what, node.scope == .singleton ? nil : node.scope?.text].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The text on an edge in drawings: its kind unless the edge is plain, and its label unless there are too many edges.
  func words(of edge: Edge) -> [String] {
    let isPlain = edge.kind == .instance || nodes[edge.from].kind == .collection
    let label = edges.count > 200 && edge.kind != .case ? nil : edge.shownLabel
    return [label, isPlain ? nil : edge.kind.rawValue].compactMap { $0 }
  }

  /// The nodes of each file, in the order in which the files first occur.
  var files: [(path: String, nodes: [Int])] {
    nodes.indices.grouped { nodes[$0].origin.file.path }.map { (path: $0.key, nodes: $0.elements) }
  }

  private func dotNode(_ index: Int, _ severity: Severity?) -> String {
    let node = nodes[index]
    let second = secondLine(of: node)
    let lines = [node.key] + (second.map { [$0] } ?? [])
    var attributes = [
      "label=\(dotQuoted(lines.joined(separator: "\n")))",
      "tooltip=\(dotQuoted(([node.origin.description] + node.requests.map { "asked for at \($0)" }).joined(separator: "\n")))",
    ]
    if let shape = node.shape.dot { attributes.append(shape) }
    if node.isRoot { attributes.append("penwidth=2.5") }
    if let severity, node.kind != .missing { attributes.append("color=\(dotQuoted(severity.color))") }
    return "\(node.dotName) [\(attributes.joined(separator: ", "))]"
  }

  private func dotAttributes(of edge: Edge, _ codes: [String], _ severity: Severity?) -> String {
    let words = words(of: edge) + codes
    var attributes: [String] = []
    if !words.isEmpty { attributes.append("label=\(dotQuoted(words.joined(separator: " · ")))") }
    if let style = edge.kind.line.dot { attributes.append(style) }
    if let severity {
      attributes.append("color=\(dotQuoted(severity.color)), fontcolor=\(dotQuoted(severity.color)), penwidth=2")
    }
    return attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
  }
}

extension GraphDocument.Node {
  /// The node's shape: the attributes for Graphviz, and the brackets for Mermaid.
  var shape: (dot: String?, mermaid: (open: String, close: String)) {
    switch (kind, scope) {
    case (.alias, _), (.select, _): ("shape=plaintext, style=\"\"", (">", "]"))
    case (.collection, _): ("shape=folder, style=filled", ("[[", "]]"))
    case (.missing, _): ("style=\"rounded,dashed\", color=\"#b3261e\", fontcolor=\"#b3261e\"", ("[", "]"))
    case (.provided, _): ("shape=cds, style=filled", ("[/", "/]"))
    case (.factory, nil), (.factory, .singleton): (nil, ("[", "]"))
    case (.factory, .transient): ("shape=ellipse, style=filled", ("([", "])"))
    case (.factory, .graph): ("shape=hexagon, style=filled", ("{{", "}}"))
    case (.factory, .weak): ("style=\"rounded,dotted,filled\"", ("[", "]"))
    case (.factory, .declared): ("peripheries=2", ("[\\", "\\]"))
    }
  }

  /// A collection and a service may have the same name.
  fileprivate var dotName: String { dotQuoted(kind == .collection ? "collection \(key)" : key) }
}

extension GraphDocument.EdgeKind {
  /// The edge's line: the attribute for Graphviz, and the arrow for Mermaid.
  var line: (dot: String?, mermaid: String) {
    switch self {
    case .lazy, .provider: ("style=dashed", "-.->")
    case .optional: ("style=dotted", "-.->")
    case .alias, .case: ("arrowhead=empty", "==>")
    case .instance, .collection, .decorator: (nil, "-->")
    }
  }
}

private func dotQuoted(_ text: String) -> String {
  let escaped = text.escaped { scalar in
    switch scalar {
    case "\"", "\\": "\\\(scalar)"
    case "\n": "\\n"
    case "\r": " "
    default: nil
    }
  }
  return "\"\(visible(escaped))\""
}
