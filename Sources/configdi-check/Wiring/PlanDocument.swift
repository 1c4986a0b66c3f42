import ConfigDI

/// The composed wiring of a stage, in construction order, each value with its origin: what `plan` prints.
struct PlanDocument {
  private let graph: DependencyGraph
  private let values: ParameterValues

  private let stage: ComposedStage
  private let secrets: SecretSettings

  /// The one service to show; `nil` for all, with parameters and phases.
  private let only: ServiceKey?

  init(_ chosen: ChosenStage, only: ServiceKey? = nil) {
    self.only = only
    secrets = SecretSettings(chosen.graph.catalog)
    graph = chosen.graph
    values = chosen.values
    stage = chosen.stage
  }

  /// A few lines of aliases can stand for millions of values, and a plan writes each where it stands.
  ///
  /// As many as the files have bytes are never too many: without aliases there cannot be more.
  func refuseFlood() throws(Failure) {
    let most = max(Self.mostValues, graph.composed.files.reduce(0) { $0 + $1.file.bytes.count })
    var left = most
    let decorators = stage.services.lazy.flatMap(\.decorators).compactMap(\.settings)
    let initializers = stage.lifecycle.lazy.flatMap(\.initializers).compactMap(\.settings)
    for node in stage.services.lazy.compactMap(\.settings).flatMap(\.nodes) + decorators + initializers {
      Self.count(node, &left)
      guard left >= 0 else {
        throw Failure(
          "\(node.location): the plan would write more than \(most) values, since aliases repeat them; write fewer aliases"
        )
      }
    }
  }

  private static let mostValues = 200_000

  private static func count(_ node: Node, _ left: inout Int) {
    left -= 1
    guard left >= 0 else { return }
    switch node.kind {
    case .scalar: break
    case .sequence: for element in node.elements where left >= 0 { count(element, &left) }
    case .mapping: for (_, value) in node.pairs where left >= 0 { count(value, &left) }
    }
  }

  /// Services after what has to be made before them; those on a cycle last, as composed.
  private var services: [ComposedService] {
    let order = graph.graph.topologicalOrder { !graph.edges[$0].isDeferred }.filter { $0 < graph.keys.count }
    let ordered = Set(order)
    return (order + graph.keys.indices.filter { !ordered.contains($0) }).compactMap {
      graph.version(of: $0, in: 0)?.service
    }.filter { only == nil || $0.key.value == only }
  }

  private func setting(_ settings: ComposedSettings, of factory: String) -> Setting {
    var interpolation = Interpolation(values)
    var setting = interpolation.setting(from: settings)
    setting.hide(secrets.fields(of: factory))
    return setting
  }

  /// What is needed, with what only the catalog asks for.
  private func arguments(of service: ComposedService) -> [ConfigDI.Argument] {
    guard case .factory(let name) = service.kind else { return [] }
    return ConfigDI.Argument.match(
      service.dependencies, factory: graph.factory(name.value, for: service.key.value), at: name.location,
      names: graph.catalog?.names ?? KeyNames()
    ).arguments
  }
}

extension PlanDocument {
  var text: String {
    var lines: [String] = []
    if let name = stage.name { lines += ["stage \(name)", ""] }
    for service in services { lines += text(of: service) }
    if only != nil { return lines.map { $0 + "\n" }.joined() }
    if !stage.parameters.isEmpty {
      lines += ["", "parameters"]
      for parameter in stage.parameters {
        lines.append(
          "  \(parameter.name.value) = \(values[parameter.name.value]?.known ?? parameter.stateText)  "
            + provenance(parameter.sourceLocation, parameter.history.map(\.previous)))
      }
    }
    for phase in stage.lifecycle where !phase.initializers.isEmpty {
      lines += ["", "lifecycle \(phase.name.value)"]
      for initializer in phase.initializers {
        lines.append("  \(initializer.words(secrets))  \(initializer.factory.location)")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func text(of service: ComposedService) -> [String] {
    var heading = "\(service.key.value) = \(service.served(secrets))"
    if !service.isPassage { heading += " (\(service.scopeText))" }
    let whole = service.history.filter(\.part.isEmpty).map(\.previous)
    var lines = ["\(heading)  \(provenance(service.location, whole))"]
    for argument in arguments(of: service) {
      let kind = argument.kind == .instance ? "" : "\(argument.kind.rawValue) "
      let target = argument.target?.text ?? argument.slot?.key ?? ""
      let name = argument.label.map { $0 == target ? "" : "\($0): " } ?? ""
      let place = argument.written == nil ? "asked for by the factory" : "\(argument.location)"
      lines.append("    \(name)\(kind)\(target)  \(place)\(replaced(service, "dependencies", argument.name))")
    }
    if let settings = service.settings, case .factory(let factory) = service.kind {
      let tree = setting(settings, of: factory.value)
      if case .map(let entries) = tree.content, tree.secret == nil {
        for entry in entries {
          lines.append(
            "    \(entry.name.value) = \(entry.value.words)  \(entry.value.location)"
              + replaced(service, "settings", entry.name.value))
        }
      } else {
        lines.append("    settings = \(tree.words)  \(tree.location)")
      }
    }
    for part in ["scope", "eager", "decorators", "collect"] {
      for replacement in service.history where replacement.part == part {
        lines.append("    \(part) replaced \(replacement.previous)")
      }
    }
    return lines
  }

  private func provenance(_ location: SourceLocation, _ replaced: [SourceLocation]) -> String {
    replaced.isEmpty ? "\(location)" : "\(location), replaced \(replaced.map(\.description).joined(separator: ", "))"
  }

  private func replaced(_ service: ComposedService, _ section: String, _ name: String?) -> String {
    guard let name else { return "" }
    let previous = service.history.filter { $0.part == "\(section).\(name)" }.map(\.previous.description)
    return previous.isEmpty ? "" : ", replaced \(previous.joined(separator: ", "))"
  }
}

extension PlanDocument {
  var json: JSON {
    .object([
      ("version", 1),
      ("stage", stage.name.map { .string($0) } ?? .null),
      ("services", .array(services.map(json))),
      ("parameters", .array(only == nil ? stage.parameters.map(json) : [])),
      (
        "lifecycle",
        .object(
          (only == nil ? stage.lifecycle : []).map { phase in
            (
              phase.name.value,
              .array(
                phase.initializers.map { use in
                  .object(
                    json(use) + [
                      ("onError", .string(use.onError?.value.rawValue ?? "stop")),
                      ("origin", JSON(origin: use.factory.location)),
                    ])
                })
            )
          })
      ),
    ])
  }

  private func json(_ argument: ConfigDI.Argument) -> JSON {
    .object([
      ("label", argument.label.map { .string($0) } ?? .null),
      ("key", .string(argument.target?.text ?? argument.slot?.key ?? "")),
      ("kind", .string(argument.kind.rawValue)),
    ])
  }

  private func json(_ service: ComposedService) -> JSON {
    let kind: String
    var factory: String?
    var members: [(String, JSON)] = []
    switch service.kind {
    case .factory(let name): (kind, factory) = ("factory", name.value)
    case .alias(let key):
      kind = "alias"
      members = [("alias", .string(key.value.text))]
    case .select(let parameter, let cases):
      kind = "select"
      members = [
        ("select", .string(parameter.value)),
        ("cases", .object((cases?.value ?? []).map { ($0.value.value, .string($0.key.value.text)) })),
      ]
    case .provided: kind = "provided"
    }
    return .object(
      [
        ("key", .string(service.key.value.text)), ("kind", .string(kind)),
        ("factory", factory.map { .string($0) } ?? .null),
        ("scope", service.isPassage ? .null : .string(service.scope?.value ?? "singleton")),
        ("eager", .bool(service.isEager)),
        ("dependencies", .array(arguments(of: service).map(json))),
        ("settings", service.settings.map { setting($0, of: factory ?? "").json ?? .null } ?? .null),
        ("decorators", .array(service.decorators.map { .object(json($0)) })),
        ("origin", JSON(origin: service.key.location)),
        ("replaced", .array(service.history.map { JSON(origin: $0.previous) })),
      ] + members)
  }

  private func json(_ use: FactoryUse) -> [(String, JSON)] {
    [
      ("factory", .string(use.factory.value)),
      (
        "dependencies",
        .array(
          (use.dependencies?.items ?? []).map { item in
            .object([
              ("label", item.label.map { .string($0.value) } ?? .null),
              ("key", .string(item.reference.target.value.text)), ("kind", .string(item.reference.kind.rawValue)),
            ])
          })
      ),
      ("settings", use.settings.map { setting(.node($0), of: use.factory.value).json ?? .null } ?? .null),
    ]
  }

  private func json(_ parameter: ComposedParameter) -> JSON {
    let source =
      switch parameter.source {
      case .value?: "value"
      case .env(let name)?: "env \(name.value)"
      case .file(let path)?: "file \(path.value)"
      case nil: "default"
      }
    let value = values[parameter.name.value]
    return .object(present: [
      ("name", .string(parameter.name.value)),
      ("type", .string(parameter.type.rawValue)),
      ("source", .string(source)),
      ("value", parameter.isSecret ? nil : value.flatMap { $0.isUnknown ? .null : $0.json }),
      ("secret", .bool(parameter.isSecret)),
      ("origin", JSON(origin: parameter.sourceLocation)),
    ])
  }
}

extension ComposedSettings {
  fileprivate var nodes: [Node] {
    switch self {
    case .node(let node): [node]
    case .merged(let labels, _): labels.map(\.value)
    }
  }
}

extension Setting {
  fileprivate var isUnknown: Bool {
    if case .unknown = content { return true }
    return false
  }

  /// Its words, where its value is known.
  fileprivate var known: String? { isUnknown ? nil : words }
}
