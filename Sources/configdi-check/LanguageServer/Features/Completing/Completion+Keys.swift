import ConfigDI

/// Completes the keys that can still be added to a mapping.
extension CompletionList {
  mutating func addKeys() {
    if let node = cursor.outline.node(at: cursor.path), case .mapping(let entries) = cursor.outline.nodes[node].content
    {
      for entry in entries where !touchesCursor(entry.key) {
        taken.insert(cursor.outline.text(of: entry.key))
      }
    }
    for field in fields {
      addKey(field.rawValue, detail: "key of \(type(of: field).owner)", documentation: field.summary, rank: 4)
    }
    switch place.form {
    case .entries(.service, _): addServiceKeys()
    case .entries(.parameter, _) where place.layer == .overlay:
      for name in declared(.parameter) {
        addKey(name, .variable, detail: "parameter", symbol: ManifestName(kind: .parameter, name: name))
      }
    case .dependencies: addLabels()
    case .settings: addSettings()
    case .entries(nil, _): addCases()
    case .entries(.phase, _):
      for name in ["launch", "foreground"] + declared(.phase) { addKey(name, .keyword, detail: "phase") }
    default: break
    }
  }

  /// The fields to offer: those that do not contradict the fields that the entry already has.
  private var fields: [any MappingKey] {
    func has<Key: MappingKey>(_ key: Key) -> Bool { taken.contains(key.rawValue) }
    func isAllowed<Key: MappingKey>(_ key: Key) -> Bool { !Key.excluded(by: KeySet(named: taken)).contains(key) }
    let fields = place.fields.filter { isAllowed($0) }
    switch place.form {
    case .parameter:
      var foreign = KeySet<ParameterKey>()
      // A parameter with a value has no use for a default.
      if has(ParameterKey.value) {
        foreign = KeySet(.default)
      } else if has(ParameterKey.default) {
        foreign = KeySet(.value)
      }
      let type = cursor.outline.node(at: cursor.path).flatMap {
        cursor.outline.text(ParameterKey.type.rawValue, in: $0)
      }
      if let type = type.flatMap({ ParameterType(rawValue: $0) }) {
        if !type.isOrdered { foreign = foreign.union(KeySet(.min, .max)) }
        if type != .enum { foreign = foreign.union(KeySet(.of)) }
      }
      return fields.filter { !foreign.contains($0.rawValue) }
    case .reference: return ReferenceKey.allCases.contains(where: has) ? [] : fields
    case .fileReference:
      let isInline = InlineOverlayKey.allCases.contains(where: has)
      return isInline || FileReferenceKey.allCases.contains(where: has)
        ? fields.filter { $0 is InlineOverlayKey == isInline } : fields
    default: return fields
    }
  }

  private mutating func addServiceKeys() {
    // Entries in a stage or an overlay do not count: the base entry is still missing.
    var declared: Set<String> = []
    switch place.layer {
    case .overlay:
      declared = Set(self.declared(.service))
      for name in declared.sorted() where name != cursor.prefix && cursor.mayMean(name) {
        addKey(name, .type, detail: "service", rank: 2, symbol: ManifestName(kind: .service, name: name))
      }
    case .manifest:
      for text in server.companions(of: focus).map(\.text) where text !== focus.text {
        for (name, places) in text.occurrences(of: .service)
        where places.contains(where: { $0.isDeclaration && !$0.isAmendment }) {
          declared.insert(name)
        }
      }
    }
    guard let catalog = focus.catalog else { return }
    let names = catalog.keyNames
    let factories = Dictionary(grouping: catalog.catalog.factories.filter { $0.role == .service }) {
      catalog.provided(by: $0) ?? ""
    }
    let defined = Set(taken.union(declared).map { catalog.names.key($0) })
    for name in names.sorted() where !defined.contains(catalog.names.key(name)) && cursor.mayMean(name) {
      let giving = factories[catalog.type(of: catalog.names.key(name))] ?? []
      addKey(
        name, .type, detail: giving.isEmpty ? "no factory provides it" : giving.map(\.name).joined(separator: ", "),
        rank: giving.isEmpty ? 6 : 3)
    }
  }

  /// Offers the dependency labels that are not used yet.
  private mutating func addLabels() {
    guard let factory else { return }
    let takenKeys = Set(taken.map(focus.names.key))
    for slot in factory.dependencies {
      let key = focus.names.key(slot.key)
      let name = slot.label ?? key.text
      // A key that several parameters ask for does not say which of them is meant.
      let isUnique = slot.label != nil || factory.dependencies.count { focus.names.key($0.key) == key } == 1
      guard isUnique, !takenKeys.contains(key) else { continue }
      let kind = slot.kind == .instance ? "" : "\(slot.kind.rawValue) "
      addKey(
        name, .property, detail: "\(kind)\(slot.key)", documentation: "A dependency of `\(factory.name)`.", rank: 2)
    }
  }

  private mutating func addSettings() {
    guard let schema = factory?.settings else { return }
    var fields = schema.fields
    if !place.settingPath.isEmpty {
      guard case .object(let inner, _)? = schema.field(at: place.settingPath)?.type else { return }
      fields = inner
    }
    for field in fields {
      addKey(
        field.name, .property, detail: field.shortExplanation, documentation: field.explanation,
        rank: field.isRequired ? 1 : 3)
    }
    let required = fields.filter { $0.isRequired && !taken.contains($0.name) }
    guard required.count > 1, server.client.hasSnippets, !cursor.hasColon, cursor.quote == nil else { return }
    let separator = cursor.isFlow ? ", " : "\n" + String(repeating: " ", count: cursor.indent)
    let entries = required.enumerated().map { "\(FlowText.scalar($1.name)): ${\($0 + 1):\($1.type.name)}" }
    add(
      "required settings", .snippet, detail: required.map(\.name).joined(separator: ", "), rank: 0,
      text: entries.joined(separator: separator), isSnippet: true)
  }

  /// Offers the cases that a `select` still lacks: the values of its parameter.
  private mutating func addCases() {
    var path = cursor.path
    _ = path.popLast()
    guard let node = cursor.outline.node(at: path),
      let parameter = cursor.outline.text(ServiceField.select.rawValue, in: node)
    else { return }
    for stage in focus.manifests.flatMap({ $0.composed?.stages ?? [] }) {
      guard let found = stage.parameters.first(where: { $0.name.value == parameter }) else { continue }
      for value in found.choices { addKey(value, .enumeration, detail: "value of \(parameter)", rank: 1) }
    }
  }

  /// Whether the cursor's token lies within a key.
  private func touchesCursor(_ key: Int) -> Bool {
    let range = cursor.outline.nodes[key].range
    return range.lowerBound <= cursor.token.lowerBound + (cursor.needsBlank ? 1 : 0)
      && cursor.token.upperBound <= range.upperBound
  }
}
