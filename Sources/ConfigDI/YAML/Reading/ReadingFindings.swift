/// The findings from reading one file. A finding under a top-level `x-` key is reported only if an alias elsewhere
/// repeats the node.
struct ReadingFindings {
  /// The findings in file order, each with the record that it is about and the record of the value that is not read
  /// because of the mistake.
  private var entries: [(finding: Diagnostic, record: Int?, unread: Int?)] = []
  /// For each `x-` key, the records under it. A `Range` would look up that its bound is `Comparable`, in every start.
  private var extensions: [(start: Int, end: Int)] = []
  private var extensionStart: Int?

  /// Adds a finding about a record. Without a record, the finding is reported even under `x-` keys.
  ///
  /// - Parameter unread: The record of the value that is not read because of the mistake.
  mutating func add(_ finding: Diagnostic, on record: Int? = nil, unread: Int? = nil) {
    entries.append((finding, record, unread))
  }

  mutating func beginExtension(at record: Int) {
    extensionStart = record
  }

  mutating func endExtension(at record: Int) {
    guard let start = extensionStart else { return }
    extensions.append((start, record))
    extensionStart = nil
  }

  func reportable(in document: YAMLDocument) -> [Diagnostic] {
    let isReached = extensions.isEmpty || entries.isEmpty ? nil : reached(document.records)
    let onRecords = entries.filter { $0.record.map { isReached?[$0] ?? true } ?? false }
    return (entries.filter { $0.record == nil } + onRecords).map { entry in
      var finding = entry.finding
      if let unread = entry.unread { finding.hides += Node(document: document, index: unread).possibleEntries }
      return finding
    }
  }

  /// Whether each record is outside the `x-` keys, or repeated by an alias outside them, directly or indirectly.
  private func reached(_ records: FrozenBuffer<NodeRecord>) -> [Bool] {
    var isReached = [Bool](repeating: true, count: records.count)
    for part in extensions {
      for record in part.start..<part.end { isReached[record] = false }
    }
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
      fixes: Diagnostic.Fix.removing(entry: entry.key, value: entry.value))
  }

  static func endlessAlias(_ name: String, at alias: SourceLocation, anchor: SourceLocation) -> Diagnostic {
    Diagnostic(
      .resourceLimit, "alias '*\(name)' is inside its own anchor, so its expansion never ends", at: alias,
      related: [.init("anchor '&\(name)' starts here", at: anchor)],
      notes: ["raising the limit does not help"],
      help: ["write out the value instead of the alias, or put the anchor only on the part to repeat"])
  }

  static func tooManyDirectives(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .resourceLimit,
      "more than \(Prologue.mostDirectives) directives, or more than \(Prologue.mostDirectiveBytes) bytes of them",
      at: location,
      notes: ["this limit is fixed"],
      help: ["remove the '%' lines: a manifest needs none"])
  }

  /// A finding for text that other tools read differently. `scalar` is the value read by this program.
  static func ambiguousScalar(
    _ text: String, _ scalar: Scalar, elsewhere: String, at location: SourceLocation
  ) -> Diagnostic {
    let here: String
    var help = "quote it: \"\(text)\""
    var quoting = help
    var keepsMeaning = false
    var number: Int?
    // The text can be read back from either reading.
    var readings = [elsewhere.split(separator: " ").last.map(String.init) ?? elsewhere]
    switch scalar {
    case .int(let value):
      here = "the number \(value)"
      readings.append("\(value)")
      number = value
      quoting = "quote it for text: \"\(text)\""
      help = "write \(value) for the number, or \(quoting)"
    case .float(let value):
      here = "the number \(value)"
      readings.append("\(value)")
    default:
      if let value = elsewhere.firstRange(of: "the boolean ").map({ elsewhere[$0.upperBound...] }) {
        help = "write \(value) for the boolean, or quote it for text: \"\(text)\""
        quoting = help
      }
      here = "text"
      keepsMeaning = true
    }
    var finding = Diagnostic(
      .ambiguousScalar, "'\(text)' is \(here) here, but \(elsewhere) in YAML 1.1", at: location, help: [help])
    if let number {
      finding.addRemedy(
        "write \(number) for the number", [.init(replacing: location, with: "\(number)", safe: false)])
    }
    finding.addRemedy(quoting, [.init(quoting: text, at: location, safe: keepsMeaning)])
    finding.readings = readings
    return finding
  }
}

extension String {
  static let memoryRanOut = "out of memory"
}
