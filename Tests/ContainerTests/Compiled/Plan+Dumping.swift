@testable import ConfigDIRuntime

extension Plan {
  /// One line for each service, in the order of creation, with its dependencies and settings. Secrets are left out.
  var description: String {
    var lines = ["stage \(stage ?? "-")"]
    for scope in scopes {
      lines.append("scope \(scope.name)\(scope.parent.map { " in \(scopes[$0].name)" } ?? "")")
    }
    for (index, service) in services.enumerated() {
      lines.append("\(service.key) = \(text(of: service.kind)) (\(lifetime(of: index)))")
      for factory in service.factories { lines += details(of: factory) }
    }
    for collection in collections {
      lines.append("collection \(collection.name) = [\(keys(collection.members))]")
    }
    for parameter in parameters {
      lines.append("parameter \(parameter.name) = \(parameter.words) (\(parameter.type.rawValue), \(parameter.source))")
    }
    for phase in phases {
      for initializer in phase.initializers {
        lines.append("lifecycle \(phase.name) = \(initializer.factory.name)")
        lines += details(of: initializer.factory)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(of kind: PlannedService.Kind) -> String {
    switch kind {
    case .factory(let factory, let decorators): ([factory] + decorators).map(\.name).joined(separator: " + ")
    case .alias(let key, _): "alias of \(key)"
    case .select(let choice):
      "select \(choice.parameter): \(choice.target.map { keys([$0]) } ?? "not known")"
    case .provided: "provided"
    }
  }

  private func lifetime(of index: Int) -> String {
    let service = services[index]
    var words = [scopeName(of: service) ?? "passage"]
    if service.isEager { words.append("eager") }
    let needed = places.outermostScopes[index]
    if scopes.indices.contains(needed), service.scope != .declared(needed) {
      words.append("needs scope \(scopes[needed].name)")
    }
    if let argument = service.argument { words.append("argument \(argument)") }
    if traits[index].contains(.reachesAsync) { words.append("async") }
    if traits[index].contains(.isMain) { words.append("main actor") }
    return words.joined(separator: ", ")
  }

  private func details(of factory: PlannedFactory) -> [String] {
    var lines = factory.arguments.map { argument in
      let label = argument.label.map { "\($0): " } ?? ""
      return "  \(label)\(argument.kind == .instance ? "" : "\(argument.kind.rawValue) ")\(keys(argument.targets))"
    }
    if let settings = factory.shownSettings { lines.append("  settings \(settings.words)") }
    return lines
  }

  private func keys(_ services: some Sequence<Int>) -> String {
    services.map { self.services.indices.contains($0) ? self.services[$0].key.text : "?" }.joined(separator: ", ")
  }
}
