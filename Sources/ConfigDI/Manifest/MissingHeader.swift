extension DecodingContext {
  /// Whether an entry with findings and all entries after it belong to another section, since the line with that
  /// section's name is missing. One finding replaces those of the entry, and the rest of the section is not read.
  ///
  /// - Parameters:
  ///   - entries: The mapping with the entries of the section.
  ///   - position: The number of findings before the entry was read.
  mutating func lacksHeader(
    _ name: Node, _ value: Node, of entries: Node, in section: ManifestKey, since position: Int
  ) -> Bool {
    guard findings.findings.count > position, !mixedSections.contains(entries.index),
      // Services begin with a capital letter, phases do not.
      section != .lifecycle || name.text.utf8.first.map({ (0x41...0x5A).contains($0) }) == true,
      let meant = Self.home(of: value, besides: section)
    else { return false }
    let others = entries.pairs.drop { $0.key.index != name.index }.dropFirst()
    // A single entry with a single field may also be a mistake in that entry.
    let isClear =
      value.pairCount > 1 || value.pairs.contains { ServiceField.isKind($0.key) } || others.contains { _ in true }
    guard isClear,
      others.allSatisfy({ $0.value.kind != .sequence && Self.fields(of: $0.value).allSatisfy { meant.keys.has($0) } })
    else {
      mixedSections.insert(entries.index)
      return false
    }
    findings.findings.removeSubrange(position...)
    unread.formUnion([meant.section.rawValue, section.rawValue])
    let header = meant.section.rawValue
    let root = name.document.root
    let isNew = root?[meant.section] == nil && root?[section]?.index == entries.index
    let isIndented = entries[meant.section]?.isAbsent == true
    var finding = Diagnostic(
      .unknownField, "'\(name.text)' is in '\(section.rawValue)', but looks like \(meant.keys.owner)",
      at: name.location,
      help: [
        !isNew
          ? "move it to '\(header)'"
          : isIndented ? "start '\(header)' at the beginning of its line" : "write '\(header):' on a line above it"
      ],
      fixes: isNew && !isIndented ? Self.writing(header, above: name) : [])
    finding.leavesServicesMissing = true
    findings.report(finding)
    return true
  }

  /// The section to which all fields of an entry belong, if none of them belongs to the section that has the entry.
  private static func home(of value: Node, besides section: ManifestKey) -> Home? {
    let fields = fields(of: value)
    guard !fields.isEmpty else { return nil }
    // A single field may also be another tool's word for a field of the section. A phase has no fields.
    if let own = homes.first(where: { $0.section == section })?.keys,
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

  /// A section and the fields of its entries.
  private typealias Home = (section: ManifestKey, keys: any MappingKey.Type)

  private static let homes: [Home] = [ManifestKey.services, .collections, .scopes, .parameters, .stages]
    .compactMap { section in section.form.parts.entry?.parts.keys.map { (section, $0) } }

  /// The edit that writes a section's name on a line above an entry in block style.
  private static func writing(_ section: String, above name: Node) -> [Diagnostic.Fix] {
    let file = name.location.file
    let line = file.lineStart(of: name.location.range.lowerBound)
    let indentation = file.spaces(at: line)
    guard indentation > 0, line + indentation == name.location.range.lowerBound else { return [] }
    return [.init(inserting: "\(section):\(file.lineBreak)", at: line, in: file)]
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
