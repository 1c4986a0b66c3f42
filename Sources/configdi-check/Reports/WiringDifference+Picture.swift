import ConfigDI

extension WiringDifference {
  /// The maximum number of services in a comment's diagram; a larger diagram would be unreadable.
  private static let mostNodes = 25

  /// A Mermaid flowchart of the changed services, with as many neighbors as fit, in the stage with the most changes;
  /// `nil` if no service changes.
  func picture(from old: [GraphDocument], to new: [GraphDocument]) -> (text: String, stage: String?)? {
    let byStage = Dictionary(grouping: changes.filter { $0.kind != .parameter }) { $0.stage }
    // If two stages have equally many changes, the later one wins: the last stage is usually production.
    guard let most = byStage.values.map(\.count).max(),
      let now = new.last(where: { byStage[$0.stage]?.count == most }), let changes = byStage[now.stage]
    else { return nil }
    let before = old.first { $0.stage == now.stage } ?? GraphDocument(stage: now.stage)
    var marks: [String: Change.Kind] = [:]
    for change in changes {
      let isWhole = change.kind == .added || change.kind == .removed
      if marks[change.key] == nil || isWhole { marks[change.key] = change.kind }
    }
    return (Merged(before, now).picture(marks, most: Self.mostNodes), now.stage)
  }
}

/// A drawing that combines the services and edges of two revisions.
private struct Merged {
  private var document: GraphDocument
  /// The names of the edges in each revision.
  private let before: Set<[String?]>
  private let after: Set<[String?]>

  /// What an edge of one revision has in common with the same edge of the other.
  private static func name(_ edge: GraphDocument.Edge, in document: GraphDocument) -> [String?] {
    [document.nodes[edge.from].key, document.nodes[edge.to].key, edge.kind.rawValue, edge.label]
  }

  init(_ old: GraphDocument, _ new: GraphDocument) {
    document = GraphDocument(stage: new.stage, nodes: new.nodes, edges: new.edges)
    before = Set(old.edges.map { Self.name($0, in: old) })
    after = Set(new.edges.map { Self.name($0, in: new) })
    var positions = Dictionary(firstOf: new.nodes.enumerated().map { ($1.key, $0) })
    for node in old.nodes {
      guard let position = positions[node.key] else {
        positions[node.key] = document.nodes.count
        document.nodes.append(node)
        continue
      }
      if let before = node.factory, let now = document.nodes[position].factory, before != now {
        document.nodes[position].factory = "\(before) → \(now)"
      }
    }
    for edge in old.edges where !after.contains(Self.name(edge, in: old)) {
      guard let from = positions[old.nodes[edge.from].key], let to = positions[old.nodes[edge.to].key] else { continue }
      var copy = edge
      copy.from = from
      copy.to = to
      document.edges.append(copy)
    }
  }

  func picture(_ marks: [String: WiringDifference.Change.Kind], most: Int) -> String {
    let nodes = document.nodes
    var kept = nodes.indices.filter { marks[nodes[$0].key] != nil }
    let count = kept.count
    kept = Array(kept.prefix(most))
    let changed = Set(kept)
    // Ends of added or removed edges first, then the nodes that touch the most changes.
    var weights: [Int: Int] = [:]
    for edge in document.edges {
      let name = Self.name(edge, in: document)
      let weight = before.contains(name) && after.contains(name) ? 1 : 100
      if changed.contains(edge.from), !changed.contains(edge.to) { weights[edge.to, default: 0] += weight }
      if changed.contains(edge.to), !changed.contains(edge.from) { weights[edge.from, default: 0] += weight }
    }
    let beside = weights.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    kept += beside.prefix(most - kept.count)
    // Keep only edges that the change touches. The neighbors' other edges say nothing about the change.
    func isTouched(_ edge: GraphDocument.Edge) -> Bool { changed.contains(edge.from) || changed.contains(edge.to) }
    let small = document.keeping(nodes: Set(kept).contains, edges: isTouched)
    let names = small.edges.map { Self.name($0, in: small) }
    let lines = ["added": before, "removed": after].mapValues { known in
      names.indices.filter { !known.contains(names[$0]) }.map(String.init)
    }
    var text = small.mermaid(inClusters: false)
    for (name, style, kinds) in Self.styles {
      let members = small.nodes.indices.filter { marks[small.nodes[$0].key].map(kinds) == true }
      if !members.isEmpty {
        text += "  classDef \(name) \(style)\n  class \(members.map { "n\($0)" }.joined(separator: ",")) \(name)\n"
      }
      if let edges = lines[name], !edges.isEmpty { text += "  linkStyle \(edges.joined(separator: ",")) \(style)\n" }
    }
    let left = (count - changed.count) + (beside.count - (kept.count - changed.count))
    return left > 0 ? text + "  %% \(left) more services are not drawn\n" : text
  }

  /// The style for each kind of change. Only strokes are styled, so the diagram is readable in light and dark mode.
  private static let styles: [(String, String, @Sendable (WiringDifference.Change.Kind) -> Bool)] = [
    ("added", "stroke:#2da44e,stroke-width:3px", { $0 == .added }),
    ("removed", "stroke:#cf222e,stroke-width:3px,stroke-dasharray:5 4", { $0 == .removed }),
    ("changed", "stroke:#bf8700,stroke-width:3px", { $0 != .added && $0 != .removed }),
  ]
}
