extension DecodingContext {
  mutating func decorators(_ node: Node) -> Located<[FactoryUse]>? {
    if node.kind == .mapping {
      wrongShape(node, expected: "a list of decorators", decoratorList(node))
      return Located(uses(in: node), at: node.location)
    }
    guard isSequence(node, expected: "a list of decorators") else { return nil }
    return Located(node.elements.compactMap { use($0, of: DecoratorKey.self) }, at: node.location)
  }

  /// The decorators in a mapping, which is either one decorator or has a key for each decorator.
  private mutating func uses(in node: Node) -> [FactoryUse] {
    if node[DecoratorKey.factory] != nil { return use(node, of: DecoratorKey.self).map { [$0] } ?? [] }
    return node.pairs.map { name, value in
      FactoryUse(
        factory: Located(name.text, at: name.location),
        settings: value.isNull ? nil : settings(value).map { .node($0) }, location: name.location)
    }
  }

  mutating func initializers(_ node: Node) -> [FactoryUse] {
    node.elements.compactMap { use($0, of: InitializerKey.self) }
  }

  /// Reads a decorator or an initializer, whose keys differ only in `onError`.
  private mutating func use<Key: MappingKey>(_ node: Node, of type: Key.Type) -> FactoryUse? {
    let expected = "\(Key.owner) name or a mapping with 'factory'"
    guard node.kind == .mapping else {
      guard !isJoinedFields(node, of: type) else { return nil }
      return name(node, expected: expected).map { FactoryUse(factory: $0, location: node.location) }
    }
    if let use = nameAsKey(node, of: type, expected: expected) { return use }
    var factory: Located<String>?
    var use = FactoryUse(factory: Located("", at: node.location), location: node.location)
    var fields = Fields<Key>(node)
    while let field = fields.next(&self) {
      switch InitializerKey(rawValue: field.key.rawValue) {
      case .factory: factory = name(field.value, expected: "\(Key.owner) name")
      case .dependencies: use.dependencies = dependencies(field.value)
      case .settings: use.settings = settings(field.value).map { .node($0) }
      case .onError: use.onError = failurePolicy(field.value)
      case nil: break
      }
    }
    guard fields.unindented.isEmpty else { return nil }
    if let key = Key(rawValue: InitializerKey.factory.rawValue) { fields.require(key, expected: expected, &self) }
    guard let factory else { return nil }
    use.factory = factory
    return use
  }

  /// Reads `- retrying: { attempts: 3 }`: the key is the factory, and the value its settings.
  private mutating func nameAsKey<Key: MappingKey>(
    _ node: Node, of type: Key.Type, expected: String
  ) -> FactoryUse? {
    guard node.pairCount == 1, let (key, value) = node.pairs.first(where: { _ in true }), key.kind == .scalar,
      value.kind == .mapping || value.isNull, Key.table.key(key) == nil,
      Key.habits[Habit.normalized(key.text)] == nil,
      Spelling.suggestions(for: key.text, among: Key.allCases.lazy.map(\.rawValue)).isEmpty
    else { return nil }
    let use = FactoryUse(
      factory: Located(key.text, at: key.location), settings: value.isNull ? nil : settings(value).map { .node($0) },
      location: node.location)
    wrongShape(
      node, expected: expected,
      Remedy(
        title: "write factory: \(key.source)" + (value.isNull ? "" : ", and put its settings under 'settings'"),
        fixes: use.flow.map { .replacing(value: node.location, with: $0) } ?? []))
    return use
  }

  private mutating func failurePolicy(_ node: Node) -> Located<FactoryUse.FailurePolicy>? {
    guard case .string(let text)? = node.scalar, let policy = FactoryUse.FailurePolicy(rawValue: text) else {
      return refused(node, expected: "'stop' or 'continue'", misspeltWord(node, of: ["stop", "continue"]))
    }
    return Located(policy, at: node.location)
  }

  /// - Parameter strays: Further elements of a list that lacks its brackets.
  mutating func dependencies(_ node: Node, _ strays: [Node] = []) -> DependencyList {
    switch node.kind {
    case .sequence where node.isListOfLabels:
      let pairs = node.elements.flatMap { Array($0.pairs) }
      let first = pairs[0].key.source
      let fixes = withoutDashes(node)
      let help =
        fixes.isEmpty ? "write a single mapping: { \(first): … }" : "remove the '-' before each entry: \(first): …"
      wrongShape(node, expected: "a mapping from labels to keys", Remedy(title: help, fixes: fixes))
      return labeled(pairs, pairs.count, at: node.location)
    case .sequence:
      var items: [Dependency] = []
      var isWhole = true
      for element in node.elements {
        if let reference = reference(element) {
          // Few factories take more than four dependencies.
          if items.isEmpty { items.reserveCapacity(4) }
          items.append(Dependency(label: nil, reference: reference))
        } else {
          isWhole = false
        }
      }
      // Omitting one would shift the others to wrong positions.
      return isWhole
        ? DependencyList(items: items, isMapping: false, location: node.location) : .unreadable(at: node.location)
    case .mapping where node.isSetOfNames:
      let list = FlowText.list(node.pairs.map(\.key.source))
      findings.report(
        .wrongShape, "expected a key after each label, found names alone", at: node.location,
        help: ["write a list: \(list), or a key after each label"], hides: hiddenUses)
      return .unreadable(at: node.location)
    case .mapping:
      var list = labeled(node.pairs, node.pairCount, at: node.location)
      if node.hasUnreadKeys { list.unreadLabels = nil }
      return list
    case .scalar:
      let isText = if case .string? = node.scalar { true } else { false }
      wrongShape(
        node, expected: "a list of keys or a mapping from labels to keys",
        isText ? listRemedy(node, strays) : Remedy(title: "name the keys: [Key]"))
      return .unreadable(at: node.location)
    }
  }

  private mutating func labeled(
    _ pairs: some Sequence<(key: Node, value: Node)>, _ count: Int, at location: SourceLocation
  ) -> DependencyList {
    var list = DependencyList(items: [], isMapping: true, location: location)
    list.items.reserveCapacity(count)
    for (key, value) in pairs {
      guard !isJoined(key, value), let label = name(key: key, expected: "a label") else {
        list.unreadLabels = nil
        continue
      }
      if let reference = reference(value) {
        list.items.append(Dependency(label: label, reference: reference))
      } else {
        list.unreadLabels?.insert(label.value)
      }
    }
    return list
  }

  private mutating func reference(_ node: Node) -> Reference? {
    let expected = "a key, or a mapping with lazy, provider, optional or all"
    guard node.kind == .mapping else {
      if isJoinedFields(node, of: ReferenceKey.self) { return nil }
      if node.kind == .sequence, soleElement(node) == nil {
        let title = "declare a collection, add 'collect: name' to each of its services, and write { all: name }"
        return refused(node, expected: expected, Remedy(title: title))
      }
      return serviceKey(node, expected: expected).map { Reference(kind: .instance, target: $0) }
    }
    // The kind is a flag, as in `{ key: Clock, lazy: true }`.
    if node.pairCount == 2,
      let flag = node.pairs.first(where: { ReferenceKey.table.key($0.key) != nil && $0.value.isBoolean })
    {
      return refused(node, expected: expected, withoutFlag(flag, node))
    }
    var reference: Reference?
    var fields = Fields<ReferenceKey>(node)
    while let field = fields.next(&self) {
      guard fields.seen.count == 1 else {
        findings.report(
          .wrongShape, "expected only one of lazy, provider, optional or all, but also found '\(field.key.rawValue)'",
          at: field.name.location)
        continue
      }
      let target =
        field.key == .all
        ? name(field.value, expected: "a collection name")?.map { ServiceKey($0) } : serviceKey(field.value)
      reference = target.map { Reference(kind: field.key.kind, target: $0) }
    }
    if fields.seen.isEmpty {
      // `{ ref: Key }` is read as the key, so that the wrong word causes no further finding.
      for (name, value) in node.pairs where name.kind == .scalar && value.kind == .scalar {
        guard ReferenceKey.plainKeyHabits.contains(Habit.normalized(name.text)) else { continue }
        return serviceKey(value, expected: expected).map { Reference(kind: .instance, target: $0) }
      }
      if node.pairCount == 0 { wrongShape(node, expected: expected) }
    }
    return reference
  }

  /// Reads settings of any shape. Their values may use parameters, but their keys may not.
  mutating func settings(_ node: Node, isNullRefused: Bool = false) -> Node? {
    if isNullRefused, node.isNull { return refused(node, expected: "settings") }
    checkInterpolation(in: node)
    return node
  }

  mutating func checkInterpolation(in node: Node) {
    guard node.mayBeInterpolated else { return }
    node.forEachInterpolatedScalar { scalar, isKey in
      if isKey {
        findings.report(OpenText.misplaced(in: scalar))
      } else {
        findings.report(contentsOf: OpenText(scalar).findings)
      }
    }
  }
}

extension Node {
  /// Whether each element is a mapping whose keys can only be labels, not parts of a reference.
  fileprivate var isListOfLabels: Bool {
    var isList = false
    for element in elements {
      guard element.kind == .mapping, !element.pairs.contains(where: { !ReferenceKey.isLabel($0.key) }) else {
        return false
      }
      isList = isList || element.pairs.contains { _ in true }
    }
    return isList
  }

  /// Whether a mapping in braces has only names, as in `{ Clock, Database }`.
  fileprivate var isSetOfNames: Bool {
    guard let first = pairs.first(where: { _ in true }), first.value.isAbsent else { return false }
    return pairs.allSatisfy { $0.isAlone && $1.isAbsent && JoinedKey.endOfName(in: $0.location.bytes) == nil }
  }
}

extension ReferenceKey {
  fileprivate static func isLabel(_ node: Node) -> Bool {
    node.kind == .scalar && table.key(node) == nil && !isSimilarToOne(node.text)
  }

  var kind: ReferenceKind {
    switch self {
    case .lazy: .lazy
    case .provider: .provider
    case .optional: .optional
    case .all: .all
    }
  }
}

extension ReferenceKey {
  /// The remedy for a reference such as `{ lazy: Clock }` in a place for a key alone.
  static func withoutForm(_ node: Node) -> Remedy? {
    guard node.pairCount == 1, let key = [Self.lazy, .provider, .optional].lazy.compactMap({ node[$0] }).first,
      case .string? = key.scalar
    else { return nil }
    let text = key.source
    return Remedy(title: "write the key itself: \(text)", fixes: .replacing(value: node.location, with: text))
  }
}

/// The remedy for a reference whose kind is a flag beside the key.
private func withoutFlag(_ flag: (key: Node, value: Node), _ node: Node) -> Remedy {
  guard let (name, key) = node.pairs.first(where: { $0.key.location != flag.key.location }),
    ReferenceKey.table.key(name) == nil, case .string? = key.scalar
  else { return Remedy(title: "write the kind before the key, as in { lazy: Key }") }
  let isSet = if case .bool(true)? = flag.value.scalar { true } else { false }
  let whole = isSet ? FlowText.mapping([(key: flag.key.text, value: key.source)]) : key.source
  return Remedy(title: "write \(whole)", fixes: .replacing(value: node.location, with: whole))
}

/// The remedy for decorators written as a mapping: the equivalent list.
private func decoratorList(_ node: Node) -> Remedy? {
  if let name = node[DecoratorKey.factory], name.kind == .scalar {
    guard let text = YAMLValue(node, within: 32)?.flow else { return nil }
    return Remedy(title: "write a list: [\(text)]", fixes: .replacing(value: node.location, with: "[\(text)]"))
  }
  var items: [String] = []
  for (name, value) in node.pairs {
    let factory = FlowText.scalar(name.text)
    let isBare = value.isNull || value.kind == .mapping && value.pairCount == 0
    guard isBare || value.kind == .mapping, let settings = YAMLValue(value, within: 32)?.flow else { return nil }
    items.append(isBare ? factory : "{ factory: \(factory), settings: \(settings) }")
  }
  let list = FlowText.list(items)
  return Remedy(title: "write a list: \(list)", fixes: .replacing(value: node.location, with: list))
}
