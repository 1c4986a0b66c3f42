import ConfigDI

/// What uses a key in a stage, and the path from the program to the key: the output of `why`.
struct WhyAnswer: Sendable {
  let stage: String?
  let key: String
  let origin: SourceLocation
  /// The path to the key from a root or another entry point of the program; `nil` if nothing leads to the key.
  let path: [String]?
  let users: [User]
  /// The locations in the program's sources where the key is resolved.
  let requests: [SourceLocation]
  /// The documentation of the type that the key's factory makes, from the catalog.
  let documentation: String?

  typealias User = (name: String, kind: String, label: String?, origin: SourceLocation)

  /// - Returns: `nil` if the stage has no such key.
  init?(_ key: ServiceKey, in index: WhyIndex, stage: Int) {
    let graph = index.graph
    guard let node = graph.nodes[key], let version = graph.version(of: node, in: stage) else { return nil }
    self.stage = graph.composed.stages[stage].name
    self.key = key.text
    origin = version.service.key.location
    users = index.uses(of: node).filter { $0.edge.stages.contains(stage) }.map { use in
      (
        use.entryPoint?.title ?? graph.name(of: use.edge.from),
        use.edge.kind == .member ? "collection" : use.edge.shownKind.rawValue,
        use.edge.argument?.label ?? use.edge.condition?.value, use.edge.location
      )
    }
    if case .factory(let name) = version.service.kind {
      documentation = graph.catalog?.factory(named: name.value)?.documentation
    } else {
      documentation = nil
    }
    path = index.path(to: node, stage: stage)
    requests = index.requests.places(of: node)
  }

  var text: String {
    var lines = ["\(key)  \(origin)\(stage.map { "  (stage \($0))" } ?? "")"]
    if let documentation { lines.append("  \(documentation)") }
    if let path {
      lines.append("  reached through \(path.joined(separator: " -> "))")
    } else if requests.isEmpty {
      lines.append("  not reachable from any root, initializer, eager service or collection")
    }
    lines += requests.map { "  asked for at \($0)" }
    lines.append(users.isEmpty ? "  not needed by anything" : "  needed by")
    let width = users.map(\.name.count).max() ?? 0
    for user in users {
      let how = [user.kind == "instance" ? nil : user.kind, user.label].compactMap { $0 }.joined(separator: " ")
      let name = user.name + String(repeating: " ", count: width - user.name.count)
      lines.append("    \(name)  \(user.origin)\(how.isEmpty ? "" : "  \(how)")")
    }
    return lines.map { visible($0) + "\n" }.joined()
  }

  var json: JSON {
    [
      "version": 1,
      "stage": stage.map { .string($0) } ?? .null,
      "key": .string(key),
      "origin": JSON(origin: origin),
      "documentation": documentation.map { .string($0) } ?? .null,
      "path": path.map { .strings($0) } ?? .null,
      "askedForAt": .array(requests.map { JSON(origin: $0) }),
      "neededBy": .array(
        users.map { user in
          [
            "key": .string(user.name), "kind": .string(user.kind),
            "label": user.label.map { .string($0) } ?? .null, "origin": JSON(origin: user.origin),
          ]
        }),
    ]
  }
}

extension DependencyGraph.EntryPoint {
  /// The entry point's name for display.
  var title: String {
    switch kind {
    case .root(let root): "root \(root.key.value)"
    case .initializer(let use, let phase): "\(phase): \(use.factory.value)"
    }
  }
}
