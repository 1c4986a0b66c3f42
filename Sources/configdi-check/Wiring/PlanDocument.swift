import ConfigDI

/// The composed wiring of a stage, in construction order, each part with where it is written: what `plan` prints.
struct PlanDocument: Sendable {
  let stage: ComposedStage
  let services: [Service]
  let values: ParameterValues

  struct Service: Sendable {
    let service: ComposedService
    let dependencies: [Dependency]
  }

  struct Dependency: Sendable {
    let label: String?
    let key: String
    let kind: String
    let origin: SourceLocation
  }

  init(_ graph: DependencyGraph, stage: Int, variables: [String: String]?) {
    self.stage = graph.composed.stages[stage]
    var findings = Diagnostics()
    values = ParameterValues.resolve(
      self.stage, sources: ParameterSources(environment: variables), reporting: &findings)
    let order = graph.graph.topologicalOrder { index in
      !graph.edges[index].isDeferred && graph.edges[index].stages.contains(stage)
    }
    // The cases of a select may lead in a ring though no one value does: those follow in composed order.
    let ordered = Set(order)
    let all = order + graph.keys.indices.filter { !ordered.contains($0) }
    services = all.compactMap { node in
      graph.version(of: node, in: stage).map { version in
        Service(
          service: version.service,
          dependencies: graph.edges[version.edges].filter { $0.stages.contains(stage) }.map { edge in
            Dependency(
              label: edge.argument?.name ?? edge.condition?.value, key: graph.name(of: edge.to),
              kind: edge.kind.rawValue, origin: edge.location)
          })
      }
    }
  }
}

extension ComposedService {
  var kindName: String {
    switch kind {
    case .factory: "factory"
    case .alias: "alias"
    case .select: "select"
    case .provided: "provided"
    }
  }
}

extension ComposedSettings {
  /// Each with its label; one that is no mapping has none.
  var labelled: [(name: String?, value: Node)] {
    switch self {
    case .merged(let labels, _): return labels.map { ($0.name.value, $0.value) }
    case .node(let node):
      guard node.kind == .mapping else { return [(nil, node)] }
      return node.pairs.map { ($0.key.text, $0.value) }
    }
  }
}
