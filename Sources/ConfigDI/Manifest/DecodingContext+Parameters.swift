extension DecodingContext {
  mutating func parameters(_ node: Node, inOverlay: Bool) -> [ParameterEntry] {
    entries(node, of: .parameters) { context, name, _, value in
      guard ParameterName.isValid(name.value) else {
        let text = name.value.utf8.allSatisfy { $0 < 0x80 } ? Array(name.value.utf8) : []
        let words = text.split { !($0.isLetter || $0.isDigit || "_.-".utf8.contains($0)) }
        let dotted = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
        context.findings.report(
          .wrongShape,
          "expected a parameter name of letters, digits, '_', '.' and '-', starting with a letter or '_', "
            + "found '\(name.value)'", at: name.location,
          help: ParameterName.isValid(dotted) ? ["write \(dotted), here and in each ${\(name.value)}"] : [],
          hides: Absence.entries(named: name.value) + Absence.entries(named: dotted))
        return nil
      }
      if let nested = value.nestedParameter {
        let whole = "\(name.value).\(nested.text)"
        context.findings.report(
          .unknownField, .notAField(nested.text, of: ParameterKey.owner), at: nested.location,
          help: ["write the whole name as the key: \(whole): …"],
          hides: Absence.entries(named: name.value)
            + value.pairs.flatMap { Absence.entries(named: "\(name.value).\($0.key.text)") })
        return nil
      }
      return context.parameter(name, value, inOverlay: inOverlay)
    }
  }

  private mutating func parameter(_ name: Located<String>, _ node: Node, inOverlay: Bool) -> ParameterEntry {
    var entry = ParameterEntry(name: name, location: node.location)
    guard node.kind == .mapping else {
      if !isJoinedFields(node, of: ParameterKey.self, mayHaveSpaces: true, mayHaveColons: true),
        let value = literal(node, expected: "a value or a mapping")
      {
        entry.source = .value(value)
      } else {
        entry.isMalformed = true
      }
      return entry
    }
    var fields = Fields<ParameterKey>(node)
    while let field = fields.next(&self) {
      let value = field.value
      switch field.key {
      case .type: entry.type = parameterType(value, of: &entry)
      case .value, .env, .file:
        source(field, of: &entry, in: node, isFirst: fields.seen.intersection(ParameterKey.sources).count == 1)
      case .default:
        entry.default = literal(value, field.strays, expected: "a value")
        if entry.default == nil { entry.isMalformed = true }
      case .secret:
        let isSecret = flag(value)
        // What follows from a secret waits until the flag can be read.
        if case .bool? = value.scalar { entry.secret = isSecret }
      case .exposed: entry.exposed = flag(value, unreadable: true)
      case .restart: entry.restart = flag(value)
      case .min: entry.minimum = bound(value)
      case .max: entry.maximum = bound(value)
      case .of:
        let type = node[ParameterKey.type].flatMap { ParameterType(rawValue: $0.text) }
        // Beside a type that has no cases, 'of' itself is the mistake, not its shape.
        entry.cases =
          [nil, .enum].contains(type)
          ? parameterCases(value, field.strays, of: &entry, in: node) : Located([], at: value.location)
      case .description: entry.description = text(value, expected: "text")
      case .new: entry.new = flag(value, unreadable: true)
      case .remove: entry.remove = flag(value)
      }
    }
    if inOverlay, entry.new == nil, fields.meant.contains(.new) { entry.new = Located(true, at: node.location) }
    // If 'secret' is misspelled, the value is still hidden.
    if entry.secret == nil, fields.meant.contains(.secret) { entry.secret = Located(true, at: node.location) }
    checkFields(fields, of: &entry, in: node, inOverlay: inOverlay)
    return entry
  }

  private mutating func source(
    _ field: Field<ParameterKey>, of entry: inout ParameterEntry, in node: Node, isFirst: Bool
  ) {
    guard isFirst else {
      let isValue = field.key == .value
      // A default that is there already stays, and a secret has none in a file.
      let mayBeDefault = isValue && node[ParameterKey.default] == nil && node[ParameterKey.secret]?.text != "true"
      findings.report(
        .wrongShape, "expected only one of value, env or file, but also found '\(field.key.rawValue)'",
        at: field.name.location,
        help: ["keep one of them" + (mayBeDefault ? "; with env or file, write default: instead of value:" : "")],
        fixes: mayBeDefault
          ? [.init(naming: ParameterKey.default.rawValue, at: field.name.location)]
          : .removing(entry: field.name.location, value: field.value.location))
      // A value next to a variable serves as the default, so that the type is known.
      if isValue, entry.default == nil { entry.default = literal(field.value, expected: "a value") }
      return
    }
    let value = field.value
    switch field.key {
    case .env: entry.source = variable(value).map { .env($0) }
    case .file: entry.source = name(value, expected: "a file path").map { .file($0) }
    default: entry.source = literal(value, field.strays, expected: "a value").map { .value($0) }
    }
    if entry.source == nil { entry.isMalformed = true }
  }

  /// Reads a variable's name. The form `${NAME}` is reported but accepted.
  private mutating func variable(_ node: Node) -> Located<String>? {
    if node.isInterpolated, let variable = SuspiciousText.shellVariable(node.text) {
      findings.report(OpenText.misplaced(in: node, .variable(variable, at: node)))
      return Located(variable, at: node.location)
    }
    guard let name = name(node, expected: "a variable name") else { return nil }
    guard VariableName.isValid(name.value) else {
      return refused(node, expected: "a variable name without '=', spaces and control characters")
    }
    return name
  }

  private mutating func checkFields(
    _ fields: Fields<ParameterKey>, of entry: inout ParameterEntry, in node: Node, inOverlay: Bool
  ) {
    // A missing source is reported later, unless an unknown key may be the source.
    let origins = ParameterKey.sources.union(KeySet(.default))
    if fields.seen.intersection(origins).isEmpty, !fields.lacks(origins, &self) { entry.isMalformed = true }
    if entry.source == nil, !fields.meant.intersection(ParameterKey.sources).isEmpty { entry.isMalformed = true }
    if !inOverlay {
      misplacedFields(
        fields.seen.intersection(ParameterKey.inOverlaysOnly), in: node, because: "outside an overlay")
      entry.new = nil
      entry.remove = nil
    }
    // Outside an overlay, 'remove' is in the place of a source.
    if !inOverlay, entry.source == nil, fields.seen.contains(.remove) { entry.isMalformed = true }
    if entry.remove?.value == true {
      misplacedFields(fields.seen.subtracting(ParameterKey.withRemove), in: node, because: "with 'remove'")
    }
    if entry.type == nil, fields.possible.contains(.type) { entry.isMalformed = true }
    let isPatch = inOverlay && entry.new?.value != true
    if !isPatch, !entry.isMalformed { checkType(of: &entry, in: node, hasCases: fields.seen.contains(.of)) }
    if case .value? = entry.source, let preset = entry.default {
      findings.report(
        .wrongShape, "'default' cannot be combined with 'value'", at: preset.location,
        help: ["remove it: a parameter with a value never uses its default"],
        fixes: .removing(ParameterKey.default.rawValue, ofValueAt: preset.location))
      entry.default = nil
    }
  }

  /// Checks that a parameter's cases and bounds fit its type.
  private mutating func checkType(of entry: inout ParameterEntry, in node: Node, hasCases: Bool) {
    if let type = entry.type, type.value == .enum, !hasCases {
      findings.report(
        .wrongShape, "type enum requires 'of', found none", at: type.location,
        help: ["list the values: of: [first, second]"], fixes: .adding([("of", "[\"…\"]")], toMappingAt: node.location))
      entry.isMalformed = true
      return
    }
    if let cases = entry.cases, entry.type?.value != .enum {
      findings.report(
        .wrongShape, "'of' requires 'type: enum'", at: cases.location, help: ["write 'type: enum', or remove 'of'"],
        fixes: entry.type == nil
          ? .adding([("type", ParameterType.enum.rawValue)], toMappingAt: node.location)
          : .removing(ParameterKey.of.rawValue, ofValueAt: cases.location))
      // The meaning is clear, so that nothing follows from the missing type.
      if entry.type == nil { entry.type = Located(.enum, at: cases.location) }
    }
    let bounds = [(ParameterKey.min, entry.minimum), (.max, entry.maximum)].compactMap { key, node in
      node.map { (key: key.rawValue, location: $0.location) }
    }
    if !bounds.isEmpty, let type = entry.knownType, !type.isOrdered {
      findings.report(boundsOfUnordered(type, bounds))
      entry.isMalformed = true
    }
  }

  private mutating func literal(_ node: Node, _ strays: [Node] = [], expected: String) -> Literal? {
    guard strays.isEmpty else {
      return refused(node, expected: "a single value or a list in brackets", listRemedy(node, strays))
    }
    switch node.kind {
    case .mapping: return refused(node, expected: "a scalar or a list")
    case .scalar where node.isNull: return refused(node, expected: expected)
    case .sequence:
      for element in node.elements where element.kind != .scalar || element.isNull {
        return refused(element, expected: "a scalar in the list")
      }
    case .scalar: break
    }
    checkInterpolation(in: node)
    return Literal(node)
  }

  private mutating func bound(_ node: Node) -> Literal? {
    guard node.kind == .scalar, !node.isNull else {
      return refused(node, expected: "a number in the form of the parameter's type")
    }
    if node.isInterpolated {
      findings.report(OpenText.misplaced(in: node))
      return nil
    }
    return Literal(node)
  }

  private mutating func parameterType(_ node: Node, of entry: inout ParameterEntry) -> Located<ParameterType>? {
    if case .string(let text)? = node.scalar, let type = ParameterType(rawValue: text) {
      return Located(type, at: node.location)
    }
    entry.isMalformed = true
    let types = ParameterType.allCases.map(\.rawValue)
    let meant =
      ParameterType.habits[Habit.normalized(node.text)].map { [$0.rawValue] }
      ?? Spelling.suggestions(for: node.text, among: types)
    var remedy = Spelling.help(for: meant).first.map { Remedy(title: $0) }
    if meant.count == 1, node.kind == .scalar {
      remedy =
        ["secret", "password"].contains(Habit.normalized(node.text))
        ? Remedy(
          title: "write secret: true, with type: string or no type",
          fix: node.location.afterKey(ParameterKey.type.rawValue).map { .init(replacing: $0, with: "secret: true") })
        : Remedy(title: "write type: \(meant[0])", fix: .init(naming: meant[0], at: node.location, safe: true))
    }
    return refused(node, expected: "one of \(types.joined(separator: ", "))", remedy)
  }

  private mutating func parameterCases(
    _ node: Node, _ strays: [Node], of entry: inout ParameterEntry, in mapping: Node
  ) -> Located<[Located<String>]>? {
    let expected = "a list of the enum's values"
    guard node.kind == .sequence else {
      var remedy = listRemedy(node, strays)
      if let list = remedy, layer == .manifest, mapping[ParameterKey.type] == nil {
        let type = [Diagnostic.Fix].adding([("type", "enum")], toMappingAt: mapping.location)
        remedy = Remedy(title: "\(list.title), and type: enum", fixes: [list.fixes, type].allOrNone)
      }
      wrongShape(node, expected: expected, remedy)
      entry.isMalformed = true
      return nil
    }
    var cases: [Located<String>] = []
    for element in node.elements {
      guard let text = text(element, expected: "a value") else {
        entry.isMalformed = true
        continue
      }
      if element.isInterpolated {
        findings.report(OpenText.misplaced(in: element))
        entry.isMalformed = true
      } else {
        cases.append(text)
      }
    }
    if cases.isEmpty, !entry.isMalformed {
      findings.report(
        .wrongShape, "expected \(expected), found none", at: node.location,
        help: ["list the values: of: [first, second]"], fixes: [.init(replacing: node.location, with: "[\"…\"]")])
      entry.isMalformed = true
    }
    return Located(cases, at: node.location)
  }
}

extension Node {
  /// The name of the first parameter in a mapping of parameters, whose names cannot be nested.
  fileprivate var nestedParameter: Node? {
    func isKey(_ node: Node) -> Bool { ParameterKey.table.key(node) != nil }
    let areParameters = pairs.allSatisfy { key, value in
      value.kind == .scalar
        ? key.kind == .scalar && !value.isNull && !isKey(key) && !ParameterKey.isSimilarToOne(key.text)
          && !ServiceField.isKind(key)
        : value.pairCount > 0 && value.pairs.allSatisfy { isKey($0.key) }
    }
    return areParameters ? pairs.first { !isKey($0.key) }?.key : nil
  }
}

extension ParameterType {
  /// The type of a literal; `nil` if the literal takes its type from another parameter.
  init?(of literal: Literal) {
    if literal.soleParameter != nil { return nil }
    switch literal.content {
    case .list, .map: self = .list
    case .written(.bool, _): self = .bool
    case .written(.int, _): self = .int
    case .written(.float, _): self = .float
    default: self = .string
    }
  }

  /// Whether the type's values have a smallest and a greatest.
  package var isOrdered: Bool { [.int, .float, .duration, .bytes].contains(self) }
}

/// The finding about bounds of a parameter whose type has none.
func boundsOfUnordered(_ type: ParameterType, _ bounds: [(key: String, location: SourceLocation)]) -> Diagnostic {
  let keys = bounds.map { "'\($0.key)'" }.joined(separator: " and ")
  return Diagnostic(
    .wrongShape,
    "\(keys) \(bounds.count == 1 ? "requires" : "require") the type int, float, duration or bytes, "
      + "but the type is \(type.rawValue)",
    at: bounds[0].location, help: ["remove \(keys), or correct the type"],
    fixes: bounds.map { .removing($0.key, ofValueAt: $0.location) }.allOrNone)
}
