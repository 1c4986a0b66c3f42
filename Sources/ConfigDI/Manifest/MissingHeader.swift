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
      let (meant, noun) = Self.section(of: value, besides: section)
    else { return false }
    let others = Array(entries.pairs.drop { $0.key.index != name.index }).dropFirst()
    // A single entry with a single field may also be a mistake in that entry, and `C: c` may be in either section.
    let isClear = value.pairCount > 1 || value.pairs.contains { ServiceField.isKind($0.key) }
    guard isClear || !others.isEmpty,
      others.allSatisfy({ $0.value.kind == .scalar || Self.section(of: $0.value, besides: section)?.section == meant })
    else {
      mixedSections.insert(entries.index)
      return false
    }
    findings.removeAll(from: position)
    unread.formUnion([meant.rawValue, section.rawValue])
    let root = name.document.root
    let isNew = root?[meant.rawValue] == nil && root?[section.rawValue]?.index == entries.index
    var finding = Diagnostic(
      .unknownField, "'\(name.text)' is in '\(section.rawValue)', but looks like \(noun)", at: name.location,
      help: [isNew ? "write '\(meant.rawValue):' on a line above it" : "move it to '\(meant.rawValue)'"],
      fixes: isNew ? Self.header(meant, above: name) : [])
    finding.leavesServicesMissing = true
    findings.report(finding)
    return true
  }

  /// The section to which all fields of an entry belong, if none of them belongs to the section that has the entry.
  private static func section(
    of value: Node, besides section: ManifestKey
  ) -> (section: ManifestKey, noun: String)? {
    let shared: [ServiceField] = [.description, .deprecated, .new, .remove]
    let fields = value.pairs.map(\.key.text).filter { field in !shared.contains { $0.rawValue == field } }
    let homes = [
      Home(.services, ServiceField.self), Home(.collections, CollectionKey.self), Home(.scopes, ScopeKey.self),
      Home(.parameters, ParameterKey.self), Home(.stages, StageKey.self),
    ]
    // A single field may also be another tool's word for a field of the section.
    guard let own = homes.first(where: { $0.section == section }), !fields.isEmpty,
      !fields.contains(where: fields.count > 1 ? own.has : own.mayHave)
    else { return nil }
    return homes.first { $0.section != section && fields.allSatisfy($0.has) }.map { ($0.section, $0.noun) }
  }

  /// A section and the fields of its entries.
  private struct Home {
    let section: ManifestKey
    let noun: String
    let has: (String) -> Bool
    /// Whether a field is one of the section's, misspelled, or another tool's word for one.
    let mayHave: (String) -> Bool

    init<Key: MappingKey>(_ section: ManifestKey, _ type: Key.Type) {
      self.section = section
      noun = Key.owner
      has = { Key(rawValue: $0) != nil }
      mayHave = { Key(rawValue: $0) != nil || Key.isSimilarToOne($0) }
    }
  }

  /// The edit that writes a section's name on a line above an entry in block style.
  private static func header(_ section: ManifestKey, above name: Node) -> [Diagnostic.Fix] {
    let file = name.location.file
    let start = name.location.range.lowerBound
    let line = file.bytes[..<start].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    guard line < start, file.bytes[line..<start].allSatisfy({ $0 == 0x20 }) else { return [] }
    return [
      .init(replacing: file.location(line..<line), with: "\(section.rawValue):\(file.lineBreak)", safe: false)
    ]
  }
}

extension ServiceField {
  fileprivate static func isKind(_ name: Node) -> Bool {
    table.key(name).map { kinds.contains($0.position) } ?? false
  }
}
