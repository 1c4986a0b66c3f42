/// Short descriptions of a service's parts, for comparison and display. `${parameters}` stay as written. With
/// `isWhole`, the text includes secrets and must not be shown.
extension PlannedService {
  /// What provides the service: a factory with its decorators, or the target of an alias or choice.
  package func served(isWhole: Bool = false) -> String {
    switch kind {
    case .factory(let factory, let decorators):
      ([factory.name] + decorators.map { $0.words(isWhole: isWhole) }).joined(separator: " + ")
    case .alias(let key, _): "alias of \(key)"
    case .select(let choice):
      "select \(choice.parameter) { \(choice.cases.map { "\($0.value): \($0.key)" }.joined(separator: ", ")) }"
    case .provided: mayBeAbsent ? "provided: optional" : "provided"
    }
  }

  /// The dependencies listed in the manifest, followed by the collections that contain the service.
  func wiringText(in collections: [String]) -> String {
    let given = factory?.dependenciesText ?? "{}"
    return collections.isEmpty ? given : "\(given) in \(collections.joined(separator: ", "))"
  }

  func settingsText(isWhole: Bool) -> String { factory?.settingsText(isWhole: isWhole) ?? "none" }

  /// The location of the factory's name, or of the whole entry if there is no factory.
  var servedOrigin: SourceLocation { factory?.origin ?? origin }

  /// The location of the first dependency that the manifest lists, or of the service's key if there is none.
  var wiringOrigin: SourceLocation {
    let places = (factory?.arguments ?? []).filter(\.isWritten).map(\.origin)
    return places.min { $0.startOffset < $1.startOffset } ?? keyOrigin
  }

  /// The location of the settings, or of the service's key if there are none.
  var settingsOrigin: SourceLocation { factory?.template?.location ?? factory?.settings?.location ?? keyOrigin }

  private var factory: PlannedFactory? {
    if case .factory(let factory, _) = kind { factory } else { nil }
  }
}

extension PlannedFactory {
  package func settingsText(isWhole: Bool = false) -> String? {
    if isWhole { return template?.words ?? settings?.words }
    return shownTemplate?.words ?? shownSettings?.words
  }

  fileprivate var dependenciesText: String? {
    let written = arguments.filter(\.isWritten)
    guard let first = written.first else { return nil }
    let words = written.map { (key: $0.label ?? "", value: $0.kind.reference(to: $0.asked)) }
    return first.label == nil ? FlowText.list(words.map(\.value)) : FlowText.mapping(words)
  }

  fileprivate func words(isWhole: Bool) -> String {
    [name, dependenciesText, settingsText(isWhole: isWhole)].compactMap { $0 }.joined(separator: " ")
  }
}

extension OpenPlan {
  package func scopeText(of service: PlannedService) -> String {
    service.scope.name(in: scopes) + (service.isEager ? ", eager" : "")
  }

  /// The names of the collections that contain each service, by the service's index.
  var collectionsOfMembers: [Int: [String]] {
    collections.reduce(into: [:]) { names, collection in
      for member in collection.members { names[member, default: []].append(collection.name) }
    }
  }

  package func arguments(of factory: PlannedFactory) -> String {
    factory.arguments.map { argument in
      (argument.label.map { "\($0): " } ?? "") + keys(argument.targets)
    }.joined(separator: ", ")
  }

  package func keys(_ positions: [Int]) -> String { positions.map { services[$0].key.text }.joined(separator: ", ") }
}
