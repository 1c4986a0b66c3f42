import ConfigDI

extension GraphDocument {
  /// The services and their edges as JSON. A collection becomes an edge to each member, and a missing service becomes a
  /// finding.
  var json: JSON {
    [
      "version": 1,
      "stage": stage.map { .string($0) } ?? .null,
      "nodes": .array(nodes.filter(\.isService).map { JSON($0) }),
      "edges": .array(edgesBetweenServices.map { JSON($0, in: self) }),
      "findings": .array(findings.map { JSON($0.diagnostic) }),
    ]
  }

  private var edgesBetweenServices: [Edge] {
    var members: [Int: [Int]] = [:]
    for edge in edges where nodes[edge.from].kind == .collection { members[edge.from, default: []].append(edge.to) }
    return edges.flatMap { edge -> [Edge] in
      guard nodes[edge.from].isService, nodes[edge.to].kind != .missing else { return [] }
      guard nodes[edge.to].kind == .collection else { return [edge] }
      return members[edge.to, default: []].map { member in
        var edge = edge
        edge.to = member
        return edge
      }
    }
  }
}

extension GraphDocument.Node {
  fileprivate var isService: Bool { kind != .collection && kind != .missing }
}

extension JSON {
  fileprivate init(_ node: GraphDocument.Node) {
    self = [
      "key": .string(node.key),
      "factory": node.factory.map { .string($0) } ?? .null,
      "scope": node.scope.map { .string($0.text) } ?? .null,
      "origin": JSON(origin: node.origin),
      "root": .bool(node.isRoot),
      "askedForAt": .array(node.requests.map { JSON(origin: $0) }),
    ]
  }

  fileprivate init(_ edge: GraphDocument.Edge, in document: GraphDocument) {
    self = .object(present: [
      "from": .string(document.nodes[edge.from].key),
      "to": .string(document.nodes[edge.to].key),
      "kind": .string(edge.kind.rawValue),
      "label": edge.label.map { .string($0) } ?? .null,
      "argument": edge.argument.map { .string($0) },
      "origin": JSON(origin: edge.origin),
    ])
  }
}
