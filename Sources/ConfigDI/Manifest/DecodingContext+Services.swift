extension DecodingContext {
  mutating func services(_ node: Node, inOverlay: Bool) -> [ServiceEntry] {
    guard var remaining = entries(node, expected: "a mapping of services") else { return [] }
    var services: [ServiceEntry] = []
    services.reserveCapacity(node.pairCount)
    while let (name, value) = remaining.next() {
      if let field = outdentedField(name, value), let last = services.indices.last,
        services[last].node.kind == .mapping, !services[last].fields.contains(field)
      {
        readOutdented(field, name, value, into: &services[last])
        continue
      }
      guard !isJoined(name, value), !isOtherSection(name, value, in: .services), let key = serviceKey(key: name) else {
        continue
      }
      services.append(ServiceEntry(key: key, node: value))
      let last = services.count - 1
      let fields = value.isAbsent ? unindentedFields(&remaining) : []
      if !fields.isEmpty {
        services[last].isMalformed = true
        reportUnindented(fields, of: key, value)
        continue
      }
      let position = findings.findings.count
      read(value, into: &services[last], inOverlay: inOverlay)
      if lacksHeader(name, value, of: node, in: .services, since: position) {
        services.removeLast()
        break
      }
    }
    return services
  }

  /// The field of the previous service that an entry may really be, with too little indentation.
  private func outdentedField(_ name: Node, _ value: Node) -> ServiceField? {
    guard value.kind != .scalar, let field = ServiceField.table.key(name)?.key,
      [.settings, .dependencies, .decorators].contains(field),
      !value.pairs.contains(where: { ServiceField.isKind($0.key) })
    else { return nil }
    return field
  }

  private mutating func readOutdented(
    _ field: ServiceField, _ name: Node, _ value: Node, into entry: inout ServiceEntry
  ) {
    let key = entry.key.value
    let depth = (entry.node.pairs.first { _ in true }?.key.location.start.column ?? 1) - name.location.start.column
    let place = entry.node.location
    let isInBraces = place.file.bytes[place.range].first == UInt8(ascii: "{")
    findings.report(
      .wrongShape, "'\(name.text)' is at the same level as \(key), not inside it", at: name.location,
      related: [.init("the other fields of \(key) are here", at: entry.location)],
      help: [
        isInBraces
          ? "move '\(name.text)' into the braces of \(key)"
          : "indent '\(name.text)' like the other fields of \(key)"
      ],
      fixes: !isInBraces && name.location.file === place.file ? indenting(name, through: value, by: depth) : [])
    // The meaning is clear, so nothing is reported as missing.
    switch field {
    case .settings: entry.settings = settings(value)
    case .dependencies: entry.dependencies = dependencies(value)
    case .decorators: entry.decorators = decorators(value)
    default: break
    }
  }

  private mutating func reportUnindented(
    _ fields: [(name: Node, value: Node)], of key: Located<ServiceKey>, _ value: Node
  ) {
    guard let first = fields.first, let last = fields.last else { return }
    findings.report(
      .wrongShape, "expected a factory name or a mapping, found null", at: value.location,
      related: [.init("this is at the same level as \(key.value), not inside it", at: first.name.location)],
      help: ["indent the fields of \(key.value): \(fields.map(\.name.text).joined(separator: ", "))"],
      fixes: indenting(first.name, through: last.value.isAbsent ? last.name : last.value, by: 2))
  }

  /// Skips the fields of a service that are not indented below its key.
  private func unindentedFields(_ pairs: inout Node.Pairs) -> [(name: Node, value: Node)] {
    var fields: [(name: Node, value: Node)] = []
    var ahead = pairs
    while let field = ahead.next(), ServiceField.table.key(field.key) != nil {
      fields.append((field.key, field.value))
      pairs = ahead
    }
    return fields
  }

  private mutating func read(_ node: Node, into entry: inout ServiceEntry, inOverlay: Bool) {
    let key = entry.key
    guard node.kind == .mapping else {
      entry.isMalformed = true
      if isJoinedFields(node, of: ServiceField.self) { return }
      let expected = "a factory name or a mapping"
      let isOff = if case .bool(false)? = node.scalar { inOverlay } else { false }
      if node.kind == .sequence || node.isNull || isOff {
        let isRemoval = inOverlay && node.kind == .scalar
        let text = isRemoval ? "{ remove: true }" : "\"…\""
        let fix = Diagnostic.Fix(replacing: node.location, with: (node.isAbsent ? " " : "") + text)
        let title = isRemoval ? "write \(text) to remove it" : "name the factory that makes it: \(key.value): name"
        wrongShape(
          node, expected: expected, soleElement(node) ?? Remedy(title: title, fix: node.kind == .scalar ? fix : nil))
      } else if let factory = name(node, expected: expected) {
        entry.kind = .factory(factory)
        entry.isMalformed = false
      }
      return
    }
    var fields = Fields<ServiceField>(node)
    while let field = fields.next(&self) {
      let value = field.value
      hiddenUses = field.key.uses
      switch field.key {
      case .factory, .alias, .select, .provided: kind(field, of: &entry)
      case .scope: entry.scope = scopeName(value)
      case .dependencies: entry.dependencies = dependencies(value, field.strays)
      case .settings: entry.settings = settings(value, isNullRefused: inOverlay && node[ServiceField.factory] == nil)
      case .decorators: entry.decorators = decorators(value)
      case .collect: entry.collect = collect(value, field.strays)
      case .eager: entry.eager = flag(value)
      case .cases: entry.cases = cases(value, at: field.name.location)
      case .deprecated: entry.deprecated = deprecation(value)
      case .description: entry.description = text(value, expected: "text")
      case .new: entry.new = flag(value, unreadable: true)
      case .remove: entry.remove = flag(value)
      }
    }
    hiddenUses = Absence.anyUse
    if fields.mayBeUnread(.dependencies) {
      entry.dependencies = entry.dependencies ?? .unreadable(at: node.location)
      entry.dependencies?.unreadLabels = nil
    }
    if fields.mayBeUnread(.cases) { entry.cases = nil }
    entry.fields = fields.possible
    if inOverlay, entry.new == nil, fields.meant.contains(.new) { entry.new = Located(true, at: node.location) }
    // An entry that changes another one leaves its scope as it was.
    let mayHaveScope = entry.fields.contains(.scope) || fields.mayBeUnread(.scope)
    if entry.scope == nil, !inOverlay || entry.kind != nil, mayHaveScope {
      entry.scope = .unreadable(at: node)
    }
    if case .select(let parameter, _)? = entry.kind { entry.kind = .select(parameter, cases: entry.cases) }
    checkFields(fields, of: &entry, inOverlay: inOverlay)
    if !fields.unindented.isEmpty {
      entry.kind = nil
      entry.isMalformed = true
    }
  }

  /// Reads a field that determines the kind of service. If an entry has several, the first is used.
  private mutating func kind(_ field: Field<ServiceField>, of entry: inout ServiceEntry) {
    let value = field.value
    var kind: ServiceEntry.Kind?
    switch field.key {
    case .factory: kind = name(value, expected: "a factory name").map { .factory($0) }
    case .alias: kind = serviceKey(value).map { .alias($0) }
    case .select:
      if value.isInterpolated, let parameter = OpenText(value).soleParameter {
        // The form `${name}` is reported but accepted.
        findings.report(
          OpenText.misplaced(
            in: value,
            Remedy(
              title: "write only the parameter's name: select: \(parameter)",
              fix: .init(replacing: value.location, with: FlowText.scalar(parameter), safe: true))))
        kind = .select(Located(parameter, at: value.location), cases: nil)
      } else {
        kind = name(value, expected: "a parameter name").map { .select($0, cases: nil) }
      }
    default:
      let isTrue = if case .bool(true)? = value.scalar { true } else { false }
      var word: String? = isTrue ? "true" : value.text
      if !isTrue, value.text != "optional" {
        let remedy = quotedBoolean(value) ?? misspeltWord(value, of: ["optional"])
        wrongShape(value, expected: "true or optional", remedy)
        word = remedy?.fixes.first?.text
      }
      if word == "true" || word == "optional" {
        kind = .provided(value.location, isOptional: word == "optional")
      }
    }
    if entry.kind == nil { entry.kind = kind }
    entry.isMalformed = entry.kind == nil
  }

  private mutating func checkFields(
    _ fields: Fields<ServiceField>, of entry: inout ServiceEntry, inOverlay: Bool
  ) {
    let node = entry.node
    let seen = fields.seen
    let isMisplaced = !inOverlay && entry.remove != nil
    if !inOverlay {
      misplacedFields(
        seen.intersection(ServiceField.inOverlaysOnly), in: node, because: "outside an overlay")
      entry.remove = nil
    }
    let kinds = seen.intersection(ServiceField.kinds)
    if entry.remove?.value == true {
      misplacedFields(seen.subtracting(ServiceField.withRemove), in: node, because: "with 'remove'")
      return
    }
    if kinds.count > 1 {
      let found = node.pairs.filter { pair in kinds.keys.contains { $0.rawValue == pair.key.text } }
      let second = found.dropFirst().first
      findings.report(
        .wrongShape,
        "expected only one of factory, alias, select or provided, found "
          + found.map { "'\($0.key.text)'" }.joined(separator: " and "), at: second?.key.location ?? node.location,
        related: found.first.map { [.init("the checker uses this field", at: $0.key.location)] } ?? [],
        help: ["remove one of them"],
        fixes: second.map { .removing(entry: $0.key.location, value: $0.value.location) } ?? [])
    } else if kinds.isEmpty, !inOverlay || entry.new?.value == true {
      if !isMisplaced, fields.lacks(ServiceField.kinds, &self) {
        findings.report(
          .wrongShape, "expected factory, alias, select or provided for \(entry.key.value), found none of them",
          at: entry.location, help: ["name the factory that makes it: factory: name"],
          fixes: .adding([("factory", "\"…\"")], toMappingAt: entry.location), hides: hiddenUses)
      }
    }
    guard let kind = entry.kind else { return }
    let foreign = seen.intersection(kind.foreignFields)
    entry.clear(foreign)
    // With two kinds, the other fields are ambiguous.
    guard kinds.count == 1 else { return }
    misplacedFields(foreign, in: node, because: "with '\(kind.field.rawValue)'")
    if case .select(_, cases: nil) = kind, fields.lacks(.cases, &self) {
      findings.report(
        .wrongShape, "'select' requires 'cases', found none", at: entry.location,
        help: ["map each value to a key: cases: { value: Key }"],
        fixes: .adding([("cases", "{ \"…\": \"…\" }")], toMappingAt: entry.location))
    }
  }

  private mutating func cases(_ node: Node, at location: SourceLocation) -> Located<[SelectCase]>? {
    guard isMapping(node, expected: "a mapping from values to keys") else { return nil }
    var cases: [SelectCase] = []
    var known: [String: SourceLocation] = [:]
    var isWhole = true
    for (key, value) in node.pairs {
      guard key.kind == .scalar else { continue }
      if isInterpolated(key) { isWhole = false }
      // A case whose key could not be read still counts, so that its value is not reported as missing.
      let target = serviceKey(value) ?? Located(ServiceKey(""), at: value.location)
      var name = key.text
      if case .bool(let value)? = key.scalar { name = String(value) }
      if reportDuplicate(of: name, key, value, &known) { continue }
      cases.append(SelectCase(value: Located(name, at: key.location), key: target))
    }
    // A case whose value could not be read may be for any value.
    return isWhole ? Located(cases, at: location) : nil
  }

  private mutating func collect(_ node: Node, _ strays: [Node]) -> Located<[Located<String>]>? {
    let expected = "a collection name or a list of collection names"
    if !strays.isEmpty {
      return refused(node, expected: expected, listRemedy(node, strays))
    }
    guard node.kind == .sequence else {
      return name(node, expected: expected).map { Located([$0], at: node.location) }
    }
    return Located(node.elements.compactMap { name($0, expected: "a collection name") }, at: node.location)
  }

  mutating func deprecation(_ node: Node) -> Located<Deprecation>? {
    let expected = "text, or a mapping with 'since', 'use' or 'message'"
    guard node.kind == .mapping else {
      guard case .string(let message)? = node.scalar else {
        let remedy = Remedy(title: "name a replacement, as in deprecated: { use: Key }, or remove it")
        return refused(node, expected: expected, remedy)
      }
      return Located(Deprecation(message: message), at: node.location)
    }
    var deprecation = Deprecation()
    var fields = Fields<DeprecationKey>(node)
    while let field = fields.next(&self) {
      let text = text(field.value, expected: "text")?.value
      switch field.key {
      case .since: deprecation.since = text
      case .use: deprecation.use = text
      case .message: deprecation.message = text
      }
    }
    return Located(deprecation, at: node.location)
  }
}

extension ServiceField {
  /// The uses that a value of the field may contain. An unknown factory may take anything.
  fileprivate var uses: [Absence] {
    switch self {
    case .factory, .decorators: Absence.anyUse
    case .alias, .dependencies, .cases: [Absence(.useOfService), Absence(.writtenUse)]
    case .select: [Absence(.useOfService), Absence(.useOfParameter), Absence(.writtenUse)]
    case .settings: [Absence(.useOfParameter), Absence(.writtenUse)]
    case .collect: [Absence(.useOfService), Absence(.member)]
    case .provided, .scope, .eager, .deprecated, .description, .new, .remove: []
    }
  }
}

extension ServiceEntry.Kind {
  package var field: ServiceField {
    switch self {
    case .factory: .factory
    case .alias: .alias
    case .select: .select
    case .provided: .provided
    }
  }

  package var foreignFields: KeySet<ServiceField> { ServiceField.foreignFields(ofKind: field) }
}
