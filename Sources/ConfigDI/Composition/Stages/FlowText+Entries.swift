extension [Diagnostic.Fix] {
  /// Adds fields to an entry.
  static func adding(
    _ pairs: [(key: String, value: String)], to kind: ServiceEntry.Kind?, at location: SourceLocation,
    safe: Bool = false
  ) -> Self {
    guard case .factory(let factory)? = kind, factory.location == location else {
      return .adding(pairs, toMappingAt: location, safe: safe)
    }
    // A tag such as !!str does not fit a mapping.
    if location.isTagged { return [] }
    let text = FlowText.mapping([(key: "factory", value: FlowText.scalar(factory.value))] + pairs)
    return [.init(replacing: location, with: text, safe: safe)]
  }
}

extension FactoryUse {
  /// The factory with its dependencies and settings, as written in a manifest; `nil` if aliases nest the settings more
  /// deeply.
  func written(within depth: Int = 512) -> YAMLValue? {
    var fields: [YAMLValue.Entry] = [.init("factory", .text(factory.value))]
    if let dependencies, !dependencies.items.isEmpty { fields.append(.init("dependencies", dependencies.written)) }
    if case .node(let node)? = settings {
      guard let value = YAMLValue(node, within: depth) else { return nil }
      fields.append(.init("settings", value))
    }
    return fields.count == 1 ? .text(factory.value) : .map(fields)
  }

  /// The factory in flow style, for a fix that copies it; `nil` if its settings are too deep.
  var flow: String? { written(within: 32)?.flow }
}

extension DependencyList {
  fileprivate var written: YAMLValue {
    isMapping
      ? .map(items.map { .init($0.label?.value ?? "", $0.reference.written) }) : .list(items.map(\.reference.written))
  }

  /// The list in flow style, with names as they are.
  ///
  /// - Parameter sorted: Whether to sort the dependencies by label, so that lists which differ only in order are equal.
  package func words(sorted: Bool = false) -> String {
    isMapping
      ? FlowText.mapping(items.map { ($0.label?.value ?? "", $0.reference.words()) }, sorted: sorted)
      : FlowText.list(items.map { $0.reference.words() })
  }
}

extension Reference {
  fileprivate var written: YAMLValue {
    let target = YAMLValue.text(self.target.value.text)
    return kind == .instance ? target : .map([.init(kind.rawValue, target)])
  }

  package func words() -> String { kind.reference(to: target.value.text) }
}
