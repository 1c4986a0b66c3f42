/// A service's parts in a few words each, for comparison and for people. Parameters stay as they are written.
extension OpenPlan {
  /// The factory and its decorators, or the service that the key stands for.
  package func served(_ service: PlannedService) -> String {
    switch service.kind {
    case .factory: service.factories.map(\.name).joined(separator: " + ")
    case .alias(let key, _): "alias of \(key)"
    case .select(let choice):
      "select \(choice.parameter) { \(choice.cases.map { "\($0.value): \($0.key)" }.joined(separator: ", ")) }"
    case .provided: "provided"
    }
  }

  package func scopeText(of service: PlannedService) -> String {
    let scope =
      switch service.scope {
      case .declared(let scope): scopes.indices.contains(scope) ? scopes[scope].name : ""
      case let scope: "\(scope)"
      }
    return scope + (service.isEager ? ", eager" : "")
  }

  /// The dependencies of its factory and its decorators, and the collections that it is in.
  func wiringText(of service: PlannedService, in collections: [String]) -> String {
    let given = service.factories.map { "[\(arguments(of: $0))]" }.joined(separator: " + ")
    return collections.isEmpty ? given : "\(given) in \(collections.joined(separator: ", "))"
  }

  /// The names of the collections that services are in, by position.
  var collectionsOfMembers: [Int: [String]] {
    collections.reduce(into: [:]) { names, collection in
      for member in collection.members { names[member, default: []].append(collection.name) }
    }
  }

  package func settingsText(of service: PlannedService) -> String {
    service.factories.map { $0.settingsText ?? "none" }.joined(separator: " + ")
  }

  package func arguments(of factory: PlannedFactory) -> String {
    factory.arguments.map { argument in
      (argument.label.map { "\($0): " } ?? "") + keys(argument.targets)
    }.joined(separator: ", ")
  }

  package func keys(_ positions: [Int]) -> String { positions.map { services[$0].key.text }.joined(separator: ", ") }
}

extension PlannedFactory {
  /// The settings as they are written; `nil` if it has none.
  package var settingsText: String? { template?.words ?? shownSettings?.words }
}
