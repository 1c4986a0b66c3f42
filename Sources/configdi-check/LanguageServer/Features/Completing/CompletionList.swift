import ConfigDI

/// What may be written at a place, as it is collected.
struct CompletionList {
  enum Kind: Int {
    case text = 1
    case function = 3
    case field = 5
    case variable = 6
    case type = 7
    case module = 9
    case property = 10
    case value = 12
    case enumeration = 20
    case keyword = 14
    case snippet = 15
    case file = 17
    case folder = 19
  }

  let cursor: Cursor
  private let range: TextRange
  private var items: [Item] = []
  private var seen: Set<String> = []
  private let uri: String
  private let hasMarkdown: Bool

  private struct Item {
    let rank: Int
    let label: String
    /// Long lists are cut: only what is shown is made.
    let json: () -> JSON
  }

  /// A longer list is cut, and asked for again as more is typed.
  private static let mostItems = 300

  init(_ cursor: Cursor, range: TextRange, uri: String, hasMarkdown: Bool) {
    self.cursor = cursor
    self.range = range
    self.uri = uri
    self.hasMarkdown = hasMarkdown
  }

  /// - Parameters:
  ///   - rank: What fits better has a lower one.
  ///   - text: What is written, quoted where YAML needs it; the label by default.
  ///   - symbol: What is explained once the client asks for it.
  ///   - isDeprecated: Asked only of what is shown, as is `detail`.
  mutating func add(
    _ label: String, _ kind: Kind, detail: @escaping @autoclosure () -> String?, documentation: String? = nil,
    rank: Int = 5, text: String? = nil, isSnippet: Bool = false,
    isDeprecated: @escaping @autoclosure () -> Bool = false,
    symbol: ManifestName? = nil
  ) {
    guard seen.insert(label).inserted else { return }
    let (cursor, range, uri, hasMarkdown) = (cursor, range, uri, hasMarkdown)
    items.append(
      Item(rank: rank, label: label) {
        let new = text ?? cursor.quoted(label)
        return .object(present: [
          ("label", .string(label)), ("kind", .int(kind.rawValue)), ("detail", detail().map { .string($0) }),
          ("documentation", documentation.map { .documentation($0, isMarkdown: hasMarkdown) }),
          ("sortText", .string("\(rank)\(label)")),
          ("filterText", .string(cursor.quote == nil || text != nil ? label : new)),
          ("textEdit", ["range": range.json, "newText": .string((cursor.needsBlank ? " " : "") + new)]),
          ("insertTextFormat", isSnippet ? 2 : nil), ("insertTextMode", isSnippet ? 1 : nil),
          ("tags", isDeprecated() ? [1] : nil),
          (
            "data",
            symbol.map { ["uri": .string(uri), "kind": .string($0.kind.rawValue), "name": .string($0.name)] }
          ),
        ])
      })
  }

  /// Whether what is typed so far may become a name: its letters stand in the name in order.
  func mayMean(_ name: String) -> Bool {
    guard !cursor.prefix.isEmpty else { return true }
    var rest = cursor.prefix.lowercased()[...]
    for character in name.lowercased() where character == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// A key with its colon, unless that is there.
  mutating func addKey(
    _ name: String, _ kind: Kind = .field, detail: @escaping @autoclosure () -> String?, documentation: String? = nil,
    rank: Int = 5,
    symbol: ManifestName? = nil
  ) {
    add(
      name, kind, detail: detail(), documentation: documentation, rank: rank,
      text: cursor.quoted(name) + (cursor.hasColon ? "" : ": "), symbol: symbol)
  }

  var json: JSON {
    var shown = items
    if items.count > Self.mostItems {
      shown = Array(items.sorted { ($0.rank, $0.label) < ($1.rank, $1.label) }.prefix(Self.mostItems))
    }
    return ["isIncomplete": .bool(shown.count < items.count), "items": .array(shown.map { $0.json() })]
  }
}

extension Cursor {
  /// A name as the token is quoted, or as YAML needs it.
  func quoted(_ name: String) -> String {
    switch quote {
    case .single?: "'\(name)'"
    case .double?: "\"\(name)\""
    default: FlowText.scalar(name)
    }
  }
}

extension JSON {
  static func documentation(_ markdown: String, isMarkdown: Bool) -> JSON {
    isMarkdown ? ["kind": "markdown", "value": .string(markdown)] : .string(markdown.withoutMarks)
  }
}
