extension MappingKey {
  /// What another tool's word means here, unless it stands for a key that is already there or not allowed here.
  fileprivate static func habit(
    _ word: String, _ value: Node, beside present: KeySet<Self>, in layer: Manifest.Kind
  ) -> Habit? {
    let taken = present.union(excluded(by: present)).union(foreign(in: layer))
    return habits[Habit.normalized(word)]?.first { habit in
      habit.fits(value) && (habit.isAdvice || habit.meant.map { !taken.contains($0) } ?? true)
    }
  }

  /// Whether a word resembles a known key or an `x-` key of the author.
  static func isSimilarToOne(_ text: String) -> Bool {
    allowsExtensions && text.hasPrefix("x-") || habits[Habit.normalized(text)] != nil
      || SuspiciousText.leadingSpaces(text) != nil
      || !Spelling.suggestions(for: text, among: allCases.lazy.map { $0.rawValue }).isEmpty
  }
}

extension DecodingContext {
  /// Reports an unknown key. Returns the keys that it may mean, and the key to read instead, if that is clear.
  ///
  /// - Parameters:
  ///   - present: The known keys in the mapping.
  ///   - claimed: The keys that earlier misspelled keys may mean. Each is offered as a correction only once.
  mutating func unknownField<Key: MappingKey>(
    _ name: Node, _ value: Node, in mapping: Node, beside present: KeySet<Key>, claimed: KeySet<Key>
  ) -> (meant: KeySet<Key>, readAs: Key?) {
    guard name.kind == .scalar else { return (KeySet(), nil) }
    let text = name.text
    if Key.allowsExtensions, text.hasPrefix("x-") { return (KeySet(), nil) }
    if let key = joined(name, value, of: Key.self) { return (KeySet(named: [key]), nil) }
    if let (count, rest) = SuspiciousText.leadingSpaces(text) {
      var finding = SuspiciousText.indentation(name, count)
      finding.hides += Absence.entries(named: rest) + [Absence(.writtenUse)]
      findings.report(finding)
      return (KeySet(named: [rest]), Key(rawValue: rest))
    }
    if let habit = Key.habit(text, value, beside: present, in: layer) {
      return foreignField(name, value, in: mapping, habit)
    }
    return misspelledField(name, value, beside: present, claimed: claimed)
  }

  private mutating func foreignField<Key: MappingKey>(
    _ name: Node, _ value: Node, in mapping: Node, _ habit: Habit
  ) -> (meant: KeySet<Key>, readAs: Key?) {
    var finding = Diagnostic(
      .unknownField, .notAField(name.text, of: owner(Key.self)), at: name.location, hides: [Absence(.writtenUse)])
    var fixes = habit.fixes(name, value, in: mapping)
    let key = habit.meant.flatMap { Key(rawValue: $0) }
    let isSynonym = if case .word? = habit.change { true } else { false }
    // The value of a section is not read, so nothing else reports that it needs brackets.
    if isSynonym, Key.areSections, key?.form.shape == .sequence { fixes += listRemedy(value, [])?.fixes ?? [] }
    finding.offer(habit.help(name.text, value), fixes)
    finding.quotedPlaces = [value.location]
    findings.report(finding)
    return (key.map { KeySet($0) } ?? KeySet(), isSynonym ? key : nil)
  }

  private mutating func misspelledField<Key: MappingKey>(
    _ name: Node, _ value: Node, beside present: KeySet<Key>, claimed: KeySet<Key>
  ) -> (meant: KeySet<Key>, readAs: Key?) {
    let text = name.text
    let foreign = Key.foreign(in: layer)
    let allowed = KeySet.all.subtracting(Key.excluded(by: present).union(foreign)).keys
    let fitting = allowed.filter { $0.mayHave(value) }
    // The name of a section says more than the shape of its value.
    let isMisshapen =
      fitting.count < allowed.count && Spelling.suggestions(for: text, among: fitting.map(\.rawValue)).isEmpty
    let names = (isMisshapen ? allowed : fitting).map(\.rawValue)
    let suggestions = Spelling.suggestions(for: text, among: names)
    let free = suggestions.filter { !present.contains($0) && !claimed.contains($0) }
    let owner = owner(Key.self)
    var finding = Diagnostic(
      .unknownField, .notAField(text, of: owner), at: name.location,
      notes: suggestions.isEmpty
        ? ["valid keys of \(owner): \(Key.keys(in: layer).map(\.rawValue).joined(separator: ", "))"] : [],
      help: suggestions.isEmpty
        ? [removeOrCorrect(text, beside: present)]
        : free.isEmpty || isMisshapen ? Spelling.help(for: suggestions) : [],
      meaning: isMisshapen ? [] : free, absent: Absence(.field, text),
      // The key may be the name of an entry in the wrong place, and its value is not read.
      hides: Absence.entries(named: text) + [Absence(.writtenUse)])
    if free.isEmpty, let key = suggestions.first, present.contains(key) {
      finding.help.append("remove one of the two, since '\(key)' is already there")
    }
    findings.report(finding)
    // What a refused key would define is not missing.
    let similar =
      suggestions.isEmpty ? Spelling.suggestions(for: text, among: foreign.keys.map(\.rawValue)) : suggestions
    let nearest = similar.count == 1 ? similar[0] : Spelling.nearest(text, among: names)
    return (KeySet(named: similar), nearest.flatMap(Key.init))
  }

  /// What messages call the mapping with these keys.
  private func owner<Key: MappingKey>(_: Key.Type) -> String {
    layer == .overlay && Key.self == ManifestKey.self ? "an overlay" : Key.owner
  }

  /// Reports the first entry that is not indented below the key that it belongs to.
  mutating func unindented<Key: MappingKey>(_ name: Node, after key: Key) {
    let key = key.rawValue
    var finding = Diagnostic(
      .unknownField, "'\(name.text)' is at the same level as '\(key)', not inside it", at: name.location,
      help: ["indent it: each entry of '\(key)' must be indented more than '\(key)'"])
    if Key.areSections {
      unread.insert(key)
    } else {
      finding.leavesServicesMissing = true
      finding.hides += Absence.anyUse
    }
    findings.report(finding)
  }

  /// Handles `factory:postgres` and `factory postgres` inside braces, which is one key without a value.
  private mutating func joined<Key: MappingKey>(_ name: Node, _ value: Node, of type: Key.Type) -> String? {
    guard name.isPlain else { return nil }
    var meant: String?
    let joined = JoinedKey(name.location, value: value.location) { word in
      meant =
        Key(rawValue: word)?.rawValue ?? Spelling.suggestions(for: word, among: Key.allCases.map(\.rawValue)).first
      return meant != nil
    }
    guard let joined else { return nil }
    report(.unknownField, joined, in: name, hiding: Absence.anyUse)
    return meant
  }

  /// Reports an entry of the author's own name, such as `{ Clock system }`, whose name contains its value.
  mutating func isJoined(_ name: Node, _ value: Node) -> Bool {
    guard value.isAbsent, name.isPlain,
      let joined = JoinedKey(name.location, value: value.location, where: { _ in true })
    else { return false }
    report(.wrongShape, joined, in: name, hiding: hiddenUses + Absence.entries(named: joined.name))
    return true
  }

  /// Reports text in place of a mapping that is really fields of that mapping without the ':' or the space after it, as
  /// in `factory:postgres` on the line below a service's key.
  ///
  /// - Parameters:
  ///   - mayHaveSpaces: Whether the text may also be a value with spaces, so that only a ':' tells a field.
  ///   - mayHaveColons: Whether the text may also be a value with a ':', such as the tag `env:prod`, so that only a line
  ///     of its own tells a field, and no such value.
  mutating func isJoinedFields<Key: MappingKey>(
    _ node: Node, of type: Key.Type, mayHaveSpaces: Bool = false, mayHaveColons: Bool = false
  ) -> Bool {
    // Asked of every reference, so it compares bytes: a search in a string takes ten times as long.
    guard node.kind == .scalar, node.isPlain,
      node.withTextBytes({ $0.contains { $0 == 0x3A || $0 == 0x3D || $0 == 0x20 } })
    else { return false }
    let file = node.location.file
    let lines = file.linesOfScalar(node.location.range)
    let fields = lines.compactMap { line in JoinedKey(in: file.location(line)) { Key(rawValue: $0) != nil } }
    // Beside its key, a mapping needs braces.
    let before = file.bytes[..<node.location.range.lowerBound].last { $0 != 0x20 }
    let isBesideKey = before.map { !"\n\r-[,".utf8.contains($0) } ?? false
    // Names may have spaces, too, but none stands alone on a line.
    let isAlone = before.map { "\n\r".utf8.contains($0) } ?? true
    guard let field = fields.first, fields.count == lines.count, !isBesideKey || !mayHaveColons,
      fields.allSatisfy({ field in
        guard field.hasColon else { return isAlone && !mayHaveSpaces }
        return !field.value.hasPrefix(mayHaveColons ? "/" : "//")
          && !(mayHaveColons && field.name == ParameterKey.env.rawValue && field.value != field.value.uppercased())
      })
    else { return false }
    var remedy = Remedy(title: field.help, fixes: fields.map(\.fix))
    if isBesideKey {
      let whole = FlowText.mapping(fields.map { (key: $0.name, value: $0.value) })
      remedy = Remedy(title: "write \(whole)", fix: .init(replacing: node.location, with: whole, safe: true))
    }
    report(.wrongShape, field, remedy, in: node, hiding: Absence.anyUse)
    if Key.areSections { unread.formUnion(fields.map(\.name)) }
    return true
  }

  private mutating func report(
    _ rule: Rule, _ joined: JoinedKey, _ remedy: Remedy? = nil, in text: Node, hiding hidden: [Absence]
  ) {
    let remedy = remedy ?? Remedy(title: joined.help, fix: joined.fix)
    var finding = Diagnostic(
      rule, joined.message, at: joined.location, help: [remedy.title], fixes: remedy.fixes, hides: hidden)
    finding.quotedPlaces = [text.location]
    finding.misleadingValue = text.location
    findings.report(finding)
  }

  /// Reports known keys that do not belong in this mapping.
  mutating func misplacedFields<Key: MappingKey>(
    _ misplaced: KeySet<Key>, in node: Node, because reason: @autoclosure () -> String
  ) {
    guard !misplaced.isEmpty else { return }
    findings.report(contentsOf: Self.misplaced(misplaced, in: node, because: reason()))
  }

  static func misplaced<Key: MappingKey>(
    _ misplaced: KeySet<Key>, in node: Node, because reason: String, related: [Diagnostic.Related] = []
  ) -> [Diagnostic] {
    node.pairs.compactMap { name, value in
      guard let (key, position) = Key.table.key(name), misplaced.contains(position) else { return nil }
      return Diagnostic(
        .unknownField, "'\(key.rawValue)' is not allowed \(reason)", at: name.location, related: related,
        help: ["remove it"], fixes: .removing(key.rawValue, ofValueAt: value.location))
    }
  }
}

extension MappingKey {
  /// Whether the key may have a value of this shape. Only the values of sections have known shapes.
  fileprivate func mayHave(_ value: Node) -> Bool {
    Self.self != ManifestKey.self || value.isNull || value.kind == form.shape
  }
}

private func removeOrCorrect<Key: MappingKey>(_ name: String, beside present: KeySet<Key>) -> String {
  if ["//", "/*", ";", "--"].contains(where: name.hasPrefix) { return "begin the comment with '#'" }
  if present.contains(ServiceField.factory.rawValue), Key.allCases.contains(where: { $0.rawValue == "settings" }) {
    // The value is not quoted, since it may be a secret.
    return "remove it, or write it under 'settings' if the factory has such a setting: settings: { \(name): … }"
  }
  if Key.self == StageKey.self, name.first?.isUppercase == true || name.contains(".") {
    let section = name.first?.isUppercase == true ? ManifestKey.services : .parameters
    return "write it under '\(section.rawValue)': \(section.rawValue): { \(name): … }"
  }
  return Key.allowsExtensions && ParameterName.isValid(name)
    ? "remove it, move it to where it belongs, or rename it to x-\(name) if it is your own key"
    : "remove it, or move it to where it belongs"
}

extension String {
  static func notAField(_ name: String, of owner: String) -> String { "'\(name)' is not a key of \(owner)" }
}
