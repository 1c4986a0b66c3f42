@testable import ConfigDI
@testable import ConfigDIRuntime

/// The environment variables that a stage needs, found in the text of its settings without the code that evaluates
/// parameters.
struct ReadVariables {
  private var names: Set<String> = []

  init(_ stage: ComposedStage) {
    let parameters = Dictionary(stage.parameters.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    var read = Set(stage.parameters.filter(\.isExposed).map(\.name.value))
    var texts: [String] = []
    func collect(_ node: Node) {
      switch node.kind {
      case .scalar: texts.append(node.text)
      case .sequence: node.elements.forEach(collect)
      case .mapping: node.pairs.map(\.value).forEach(collect)
      }
    }
    for service in stage.services {
      if case .select(let parameter, _) = service.kind { read.insert(parameter.value) }
      service.settings?.nodes.forEach(collect)
      service.decorators.settingsNodes.forEach(collect)
    }
    stage.lifecycle.flatMap(\.initializers).settingsNodes.forEach(collect)
    func find() {
      for name in parameters.keys where texts.contains(where: { $0.contains("${\(name)}") }) { read.insert(name) }
    }
    find()
    // A parameter's own text may name others.
    for _ in parameters {
      for name in read {
        if case .value(let literal)? = parameters[name]?.source { texts.append(literal.text) }
        if let preset = parameters[name]?.default { texts.append(preset.text) }
      }
      find()
    }
    for name in read {
      if case .env(let variable)? = parameters[name]?.source { names.insert(variable.value) }
    }
  }

  func environment(from all: [String: String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, all[$0] ?? "4") })
  }
}
