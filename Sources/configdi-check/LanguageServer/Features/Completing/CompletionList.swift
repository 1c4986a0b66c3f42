import ConfigDI

/// The completions for a cursor, while they are being collected.
struct CompletionList {
  enum Kind: Int {
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

  let server: LanguageServer
  let focus: Focus
  let offset: Int
  let cursor: Cursor
  let place: Place
  /// The text that the items replace.
  var range: TextRange
  /// The items. The JSON is made only if the item is shown, since long lists are truncated.
  private var items: [(rank: Int, label: String, json: () -> JSON)] = []
  private var seen: Set<String> = []
  /// The keys that the mapping around the cursor already has.
  var taken: Set<String> = []
  private let hasMarkdown: Bool

  /// The maximum number of items. A longer list is truncated, and the client asks again when the user types more.
  private static let mostItems = 300

  init(_ server: LanguageServer, _ focus: Focus, at offset: Int) {
    self.server = server
    self.focus = focus
    self.offset = offset
    cursor = Cursor(focus.outline, at: offset)
    place = Place(cursor.path, in: cursor.outline)
    range = focus.range(cursor.token)
    hasMarkdown = server.client.hasMarkdownInCompletion
  }

  /// - Parameters:
  ///   - rank: Items that fit better have a lower rank.
  ///   - text: The text to insert, quoted if YAML needs it; by default the label.
  ///   - symbol: The symbol to explain if the user selects the item.
  ///   - isDeprecated: Like `detail`, evaluated only for items that are shown.
  mutating func add(
    _ label: String, _ kind: Kind, detail: @escaping @autoclosure () -> String?, documentation: String? = nil,
    rank: Int = 5, text: String? = nil, isSnippet: Bool = false,
    isDeprecated: @escaping @autoclosure () -> Bool = false,
    symbol: ManifestName? = nil
  ) {
    guard seen.insert(label).inserted else { return }
    let (cursor, range, uri, hasMarkdown) = (cursor, range, focus.uri, hasMarkdown)
    items.append(
      (
        rank, label,
        {
          let new = text ?? cursor.quoted(label)
          return .object(present: [
            "label": .string(label), "kind": .int(kind.rawValue), "detail": detail().map { .string($0) },
            "documentation": documentation.map { .documentation($0, isMarkdown: hasMarkdown) },
            "sortText": .string("\(rank)\(label)"),
            "filterText": .string(cursor.quote == nil || text != nil ? label : new),
            "textEdit": ["range": range.json, "newText": .string((cursor.needsBlank ? " " : "") + new)],
            "insertTextFormat": isSnippet ? 2 : nil, "insertTextMode": isSnippet ? 1 : nil,
            "tags": isDeprecated() ? [1] : nil,
            "data": symbol.map { ["uri": .string(uri), "kind": .string($0.kind.rawValue), "name": .string($0.name)] },
          ])
        }
      ))
  }

  /// Adds a key that the mapping still lacks, with a colon unless one already follows the cursor.
  mutating func addKey(
    _ name: String, _ kind: Kind = .field, detail: @escaping @autoclosure () -> String?, documentation: String? = nil,
    rank: Int = 5,
    symbol: ManifestName? = nil
  ) {
    guard !taken.contains(name) else { return }
    add(
      name, kind, detail: detail(), documentation: documentation, rank: rank,
      text: cursor.quoted(name) + (cursor.hasColon ? "" : ": "), symbol: symbol)
  }

  var json: JSON {
    // The protocol requires the range to replace to be in a single line.
    guard range.start.line == range.end.line else { return ["isIncomplete": false, "items": []] }
    var shown = items
    if items.count > Self.mostItems {
      shown = Array(items.sorted { ($0.rank, $0.label) < ($1.rank, $1.label) }.prefix(Self.mostItems))
    }
    return ["isIncomplete": .bool(shown.count < items.count), "items": .array(shown.map { $0.json() })]
  }
}

extension Cursor {
  /// Whether the typed text may be an abbreviation of a name.
  func mayMean(_ name: String) -> Bool { prefix.isEmpty || name.mayBeMeant(by: prefix) }

  /// The name in the same quotes as the token at the cursor. If that token has no quotes, the name is quoted only if
  /// YAML requires it.
  func quoted(_ name: String) -> String {
    switch quote {
    case .single?: "'\(name.replacing("'", with: "''"))'"
    case .double?: FlowText.quoted(name)
    default: FlowText.scalar(name)
    }
  }
}

extension JSON {
  static func documentation(_ markdown: String, isMarkdown: Bool) -> JSON {
    isMarkdown ? ["kind": "markdown", "value": .string(markdown)] : .string(markdown.withoutMarks)
  }
}

extension String {
  /// Whether a text may be an abbreviation of this name: its letters occur in the name in the same order.
  func mayBeMeant(by text: String) -> Bool {
    var rest = text.lowercased()[...]
    for character in lowercased() where character == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
