/// The findings from reading one file. A finding under a top-level `x-` key is reported only if an alias elsewhere
/// repeats the node.
struct ReadingFindings {
  /// The findings in file order, each with the record that it is about and the record of the value that is not read
  /// because of the mistake.
  private var entries: [(finding: Diagnostic, record: Int?, unread: Int?)] = []

  /// Adds a finding about a record. Without a record, the finding is reported even under `x-` keys.
  ///
  /// - Parameter unread: The record of the value that is not read because of the mistake.
  mutating func add(_ finding: Diagnostic, on record: Int? = nil, unread: Int? = nil) {
    entries.append((finding, record, unread))
  }

  func reportable(in document: YAMLDocument) -> [Diagnostic] {
    let extensions = entries.isEmpty ? [] : document.extensions
    let isReached = extensions.isEmpty ? nil : reached(document.records, outside: extensions)
    let onRecords = entries.filter { $0.record.map { isReached?[$0] ?? true } ?? false }
    return (entries.filter { $0.record == nil } + onRecords).map { entry in
      var finding = entry.finding
      if let unread = entry.unread { finding.hides += Node(document: document, index: unread).possibleEntries }
      return finding
    }
  }

  /// Whether each record is outside the `x-` keys, or repeated by an alias outside them, directly or indirectly.
  private func reached(_ records: FrozenBuffer<NodeRecord>, outside extensions: [Range<Int>]) -> [Bool] {
    var isReached = [Bool](repeating: true, count: records.count)
    for record in extensions.joined() { isReached[record] = false }
    var aliases = (0..<records.count).filter { isReached[$0] && records[$0].kind == .alias }
    while let alias = aliases.popLast() {
      let target = Int(records[alias].link)
      // A node is reached together with everything inside it.
      guard !isReached[target] else { continue }
      for record in target..<records.end(of: target) where !isReached[record] {
        isReached[record] = true
        if records[record].kind == .alias { aliases.append(record) }
      }
    }
    return isReached
  }
}

extension YAMLDocument {
  /// The records of the value of each top-level key that begins with `x-`.
  fileprivate var extensions: [Range<Int>] {
    var extensions: [Range<Int>] = []
    var key = 1
    while root?.kind == .mapping, key < records.count {
      let value = records.end(of: key)
      let isExtension = Node(document: self, index: key).withTextBytes { $0.count > 2 && $0.starts(with: "x-".utf8) }
      if isExtension, records[key].kind == .scalar { extensions.append(value..<records.end(of: value)) }
      key = records.end(of: value)
    }
    return extensions
  }
}

extension Node {
  /// The entries, fields and collection members that a value may define: the names in it, or in each of its elements.
  fileprivate var possibleEntries: [Absence] {
    ([self] + elements).flatMap { part -> [Absence] in
      if part.kind == .scalar { return [Absence(.member, part.text)] }
      return part.pairs.filter { $0.key.kind == .scalar }.flatMap { name, _ in
        Absence.entries(named: name.text) + [Absence(.field, name.text)]
      }
    }
  }
}

extension Diagnostic {
  static func duplicateKey(
    _ key: String, at later: SourceLocation, first: SourceLocation, firstIsEmpty: Bool,
    removing entry: (key: SourceLocation, value: SourceLocation)
  ) -> Diagnostic {
    Diagnostic(
      .duplicateKey, "key '\(key)' is already in this mapping", at: later, label: "again here",
      related: [.init(firstIsEmpty ? "first written here, without a value" : "first written here", at: first)],
      help: [firstIsEmpty ? "remove the first, which has no value" : "remove this entry, or rename one of the two"],
      fixes: .removing(entry: entry.key, value: entry.value))
  }
}

extension String {
  static let memoryRanOut = "out of memory"
}
