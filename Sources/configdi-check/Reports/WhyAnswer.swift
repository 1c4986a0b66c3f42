import ConfigDI

/// Who needs a key in a stage, and how the program comes to it: what `why` prints.
struct WhyAnswer: Sendable {
  let stage: String?
  let key: String
  let origin: SourceLocation
  /// From a root, or another place where the program enters, to the key; `nil` where none leads there.
  let path: [String]?
  let users: [User]
  /// What the source says of the type that serves it.
  let documentation: String?

  struct User: Sendable {
    let name: String
    let kind: String
    let label: String?
    let origin: SourceLocation
  }

  /// - Returns: `nil` where the stage has no such key.
  init?(_ key: ServiceKey, in graph: DependencyGraph, stage: Int) {
    guard let node = graph.nodes[key], let version = graph.version(of: node, in: stage) else { return nil }
    self.stage = graph.composed.stages[stage].name
    self.key = key.text
    origin = version.service.key.location
    users =
      graph.edges.filter { $0.to == node && $0.stages.contains(stage) }.map { edge in
        User(
          name: graph.name(of: edge.from), kind: edge.kind == .member ? "collection" : edge.kind.rawValue,
          label: edge.argument?.label ?? edge.condition?.value, origin: edge.location)
      }
      + graph.entryPoints.flatMap { entryPoint in
        entryPoint.edges.filter { $0.to == node && $0.stages.contains(stage) }.map { edge in
          User(name: entryPoint.title, kind: edge.kind.rawValue, label: edge.argument?.label, origin: edge.location)
        }
      }
    if case .factory(let name) = version.service.kind {
      documentation = graph.catalog?.factory(named: name.value)?.documentation
    } else {
      documentation = nil
    }
    path = Self.path(to: node, in: graph, stage: stage)
  }

  /// The shortest, from the roots if one leads there, else from initializers, eager services and collections.
  private static func path(to node: Int, in graph: DependencyGraph, stage: Int) -> [String]? {
    let roots = graph.entryPoints.filter { $0.isRoot }
    let others = graph.entryPoints.filter { !$0.isRoot }
    let eager = graph.versions.filter { $0.service.isEager && $0.stages.contains(stage) }.map(\.node)
    let sources = [
      roots.flatMap(\.edges).filter { $0.stages.contains(stage) }.map { ($0.to, nil) },
      others.flatMap { entryPoint in
        entryPoint.edges.filter { $0.stages.contains(stage) }.map { ($0.to, String?.some(entryPoint.title)) }
      } + eager.map { ($0, nil) },
      graph.collections.indices.map { (graph.keys.count + $0, nil) },
    ]
    for starts in sources {
      let paths = graph.graph.shortestPaths(from: starts.map(\.0)) { graph.edges[$0].stages.contains(stage) }
      guard let edges = paths.path(to: node) else { continue }
      let start = edges.first.map { graph.edges[$0].from } ?? node
      let title = starts.first { $0.0 == start }?.1
      return (title.map { [$0] } ?? []) + [graph.name(of: start)] + edges.map { graph.name(of: graph.edges[$0].to) }
    }
    return nil
  }
}

extension WhyAnswer {
  var text: String {
    var lines = ["\(key)  \(origin)\(stage.map { "  (stage \($0))" } ?? "")"]
    if let documentation { lines.append("  \(documentation)") }
    if let path {
      lines.append("  reached through \(path.joined(separator: " -> "))")
    } else {
      lines.append("  no root, initializer, eager service or collection reaches it")
    }
    lines.append(users.isEmpty ? "  nothing needs it" : "  needed by")
    let width = users.map(\.name.count).max() ?? 0
    for user in users {
      let how = [user.kind == "instance" ? nil : user.kind, user.label].compactMap { $0 }.joined(separator: " ")
      let name = user.name + String(repeating: " ", count: width - user.name.count)
      lines.append("    \(name)  \(user.origin)\(how.isEmpty ? "" : "  \(how)")")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSON {
    .object([
      ("version", 1),
      ("stage", stage.map { .string($0) } ?? .null),
      ("key", .string(key)),
      ("origin", JSON(origin: origin)),
      ("path", path.map { .strings($0) } ?? .null),
      (
        "neededBy",
        .array(
          users.map { user in
            .object([
              ("key", .string(user.name)), ("kind", .string(user.kind)),
              ("label", user.label.map { .string($0) } ?? .null), ("origin", JSON(origin: user.origin)),
            ])
          })
      ),
    ])
  }
}

extension DependencyGraph.EntryPoint {
  var isRoot: Bool {
    if case .root = kind { return true }
    return false
  }

  /// How people speak of it.
  var title: String {
    switch kind {
    case .root(let root): "root \(root.key.value)"
    case .initializer(let use, let phase): "\(phase): \(use.factory.value)"
    }
  }
}
