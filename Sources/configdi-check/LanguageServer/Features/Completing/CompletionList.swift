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
  private(set) var items: [JSON] = []
  private var seen: Set<String> = []

  init(_ cursor: Cursor, range: TextRange) {
    self.cursor = cursor
    self.range = range
  }

  /// - Parameters:
  ///   - rank: What fits better has a lower one.
  ///   - text: What is written, quoted where YAML needs it; the label by default.
  mutating func add(
    _ label: String, _ kind: Kind, detail: String? = nil, documentation: String? = nil, rank: Int = 5,
    text: String? = nil, isSnippet: Bool = false, isDeprecated: Bool = false
  ) {
    guard seen.insert(label).inserted else { return }
    let new = text ?? quoted(label)
    items.append(
      .object(present: [
        ("label", .string(label)), ("kind", .int(kind.rawValue)), ("detail", detail.map { .string($0) }),
        ("documentation", documentation.map { ["kind": "markdown", "value": .string($0)] }),
        ("sortText", .string("\(rank)\(label)")),
        ("filterText", .string(cursor.quote == nil || text != nil ? label : new)),
        ("textEdit", ["range": range.json, "newText": .string((cursor.needsBlank ? " " : "") + new)]),
        ("insertTextFormat", isSnippet ? 2 : nil), ("insertTextMode", isSnippet ? 1 : nil),
        ("tags", isDeprecated ? [1] : nil),
      ]))
  }

  /// As the token is quoted, or as YAML needs it.
  func quoted(_ name: String) -> String {
    switch cursor.quote {
    case .single?: "'\(name)'"
    case .double?: "\"\(name)\""
    default: FlowText.scalar(name)
    }
  }

  /// A key with its colon, unless that is there.
  mutating func addKey(
    _ name: String, _ kind: Kind = .field, detail: String? = nil, documentation: String? = nil, rank: Int = 5
  ) {
    add(
      name, kind, detail: detail, documentation: documentation, rank: rank,
      text: quoted(name) + (cursor.hasColon ? "" : ": "))
  }

  var json: JSON { ["isIncomplete": false, "items": .array(items)] }
}
