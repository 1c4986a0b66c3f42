/// Short descriptions of a service's parts, for comparison and display. `${parameters}` stay as written. With
/// `isWhole`, the text includes secrets and must not be shown.
extension PlannedService {
  /// What provides the service: a factory with its decorators, or the target of an alias or choice.
  package func served(isWhole: Bool = false) -> String {
    switch kind {
    case .factory(let factory, let decorators):
      ([factory.name.factoryWords] + decorators.map { $0.words(isWhole: isWhole) }).joined(separator: " + ")
    case .alias(let key, _): "alias of \(key)"
    case .select(let choice):
      "select \(choice.parameter) "
        + FlowText.mapping(choice.cases.map { ($0.value, $0.key.text) }, sorted: isWhole)
    case .provided: mayBeAbsent ? "provided: optional" : "provided"
    }
  }
}

extension String {
  /// This name of a factory, in quotes if it could be taken for another kind of service.
  package var factoryWords: String { self == "provided" ? FlowText.quoted(self) : self }
}

extension PlannedFactory {
  package func settingsText(isWhole: Bool = false) -> String? {
    if isWhole { return (template ?? settings?.literal)?.normalized.words }
    return (shownTemplate ?? shownSettings?.literal)?.words
  }

  /// The dependencies listed in the manifest; `nil` if it lists none.
  var dependenciesText: String? {
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

  package func arguments(of factory: PlannedFactory) -> String {
    factory.arguments.map { argument in
      (argument.label.map { "\($0): " } ?? "") + keys(argument.targets)
    }.joined(separator: ", ")
  }

  package func keys(_ positions: some Sequence<Int>) -> String {
    positions.map { services[$0].key.text }.joined(separator: ", ")
  }
}
