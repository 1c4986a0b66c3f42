extension DecodingContext {
  /// Whether an entry with findings and all entries after it belong to another section, since the line with that
  /// section's name is missing. One finding replaces those of the entry, and the rest of the section is not read.
  ///
  /// - Parameters:
  ///   - entries: The mapping with the entries of the section.
  ///   - stage: The stage whose mapping has the entry, if the section is missing inside a stage.
  ///   - position: The number of findings before the entry was read.
  mutating func lacksHeader(
    _ name: Node, _ value: Node, of entries: Node, in section: ManifestKey, ofStage stage: Node? = nil,
    since position: Int
  ) -> Bool {
    guard findings.findings.count > position, !mixedSections.contains(entries.index),
      // Services begin with a capital letter, phases do not.
      section != .lifecycle || name.text.utf8.first.map({ (0x41...0x5A).contains($0) }) == true
    else { return false }
    // An entry in short form, as services and parameters may be, does not show its section. The next entry with fields
    // does.
    let mayBeShort: [ManifestKey] = [.services, .parameters]
    let isShort = value.kind == .scalar && !value.isAbsent && !mayBeShort.contains(section)
    if isShort, !sectionsWithShortEntry.insert(entries.index).inserted { return false }
    lazy var others = Array(entries.pairs.drop { $0.key.index != name.index }.dropFirst())
    let telling = isShort ? others.first { $0.value.kind == .mapping }?.value ?? value : value
    guard let meant = Self.home(of: telling, besides: section),
      !isShort || mayBeShort.contains(meant.section)
    else { return false }
    // A single entry with a single field may also be a mistake in that entry, and `C: c` may be in either section.
    let isClear = value.pairCount > 1 || value.pairs.contains { ServiceField.isKind($0.key) } || Self.isScope(value)
    guard isClear || !others.isEmpty,
      others.allSatisfy({ $0.value.kind != .sequence && Self.fields(of: $0.value).allSatisfy { meant.keys.has($0) } })
    else {
      mixedSections.insert(entries.index)
      return false
    }
    findings.findings.removeSubrange(position...)
    unread.formUnion([meant.section.rawValue, section.rawValue])
    let root = name.document.root
    let isNew =
      (stage == nil ? root : entries)?[meant.section] == nil
      && (stage != nil || root?[section]?.index == entries.index)
    let above = Array(entries.pairs.prefix { $0.key.index != name.index }).last
    let place = stage.map { "stage '\($0.text)'" } ?? "'\(section.rawValue)'"
    var finding = Diagnostic(
      .unknownField, "'\(name.text)' is in \(place), but looks like \(meant.keys.owner)", at: name.location,
      help: [
        isNew ? "write '\(meant.section.rawValue):' on a line above it" : "move it to '\(meant.section.rawValue)'"
      ],
      fixes: isNew ? Self.header(meant.section, above: name, in: stage) : [])
    if let above, isNew, above.value.isAbsent, above.key.text == meant.section.rawValue {
      finding = Diagnostic(
        .unknownField, "'\(above.key.text)' is in \(place), not beside it", at: above.key.location,
        help: ["start '\(above.key.text)' at the beginning of its line"],
        fixes: Self.indentation(of: above.key).map {
          [.init(replacing: above.key.location.file.location($0), with: "")]
        } ?? [])
    }
    finding.leavesServicesMissing = true
    findings.report(finding)
    return true
  }

  /// Whether all fields of a stage belong to one of its sections, since the line with that section's name is missing.
  mutating func lacksHeader(inStage stage: Node, _ fields: Node, since position: Int) -> Bool {
    // A stage with the name of a section is a section without its indentation.
    guard StageKey(rawValue: stage.text) == nil, let (name, value) = fields.pairs.first(where: { _ in true }),
      StageKey(rawValue: name.text) == nil
    else { return false }
    return lacksHeader(name, value, of: fields, in: .stages, ofStage: stage, since: position)
  }

  /// The section to which all fields of an entry belong, if none of them belongs to the section that has the entry.
  private static func home(of value: Node, besides section: ManifestKey) -> Home? {
    let fields = fields(of: value)
    guard !fields.isEmpty else { return nil }
    // A single field may also be another tool's word for a field of the section. A phase has no fields.
    if let own = homes.first(where: { $0.section == section })?.keys, !isScope(value),
      fields.contains(where: { own.has($0) || fields.count == 1 && own.isSimilarToOne($0) })
    {
      return nil
    }
    return homes.first { home in home.section != section && fields.allSatisfy { home.keys.has($0) } }
  }

  /// The fields of an entry, without those that entries of several sections may have.
  private static func fields(of value: Node) -> [String] {
    let shared: [ServiceField] = [.description, .deprecated, .new, .remove]
    return value.pairs.map(\.key.text).filter { field in !shared.contains { $0.rawValue == field } }
  }

  /// Whether an entry can only be a scope: no stage has the name `singleton`.
  private static func isScope(_ value: Node) -> Bool {
    value.pairCount == 1 && value[ScopeKey.parent]?.text == ScopeName.singleton.text
  }

  /// A section and the fields of its entries.
  private typealias Home = (section: ManifestKey, keys: any MappingKey.Type)

  private static let homes: [Home] = [ManifestKey.services, .collections, .scopes, .parameters, .stages]
    .compactMap { section in section.form.parts.entry?.parts.keys.map { (section, $0) } }

  /// The edit that writes a section's name on a line above an entry in block style.
  private static func header(
    _ section: ManifestKey, above name: Node, in stage: Node?
  ) -> [Diagnostic.Fix] {
    guard let blanks = indentation(of: name) else { return [] }
    let file = name.location.file
    var depth = 0
    if let stage {
      // Between the indentation of the stage and that of the entry.
      depth = stage.location.start.column + 1
      guard stage.location.file === file, depth < blanks.count else { return [] }
    }
    let header = "\(String(repeating: " ", count: depth))\(section.rawValue):\(file.lineBreak)"
    return [.init(inserting: header, at: blanks.lowerBound, in: file)]
  }

  /// The spaces before a key; `nil` if the key is not the first text on its line, or is not indented.
  private static func indentation(of name: Node) -> Range<Int>? {
    let file = name.location.file
    let start = name.location.range.lowerBound
    let line = file.lineStart(of: start)
    return line < start && file.bytes[line..<start].allSatisfy { $0 == 0x20 } ? line..<start : nil
  }
}

extension MappingKey {
  fileprivate static func has(_ name: String) -> Bool { Self(rawValue: name) != nil }
}

extension ServiceField {
  /// Whether a key names one of the kinds of service.
  static func isKind(_ name: Node) -> Bool {
    table.key(name).map { kinds.contains($0.position) } ?? false
  }
}
