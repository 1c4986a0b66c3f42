extension YAMLValue {
  /// Writes one document for each value in block style, separated by `---` lines.
  package static func text(of documents: [YAMLValue]) -> String {
    documents.map { document in document.lines.map { $0 + "\n" }.joined() }.joined(separator: "---\n")
  }

  private var lines: [String] {
    switch self {
    case .plain(let text): [text]
    case .text(let text): [Self.scalar(text)]
    case .list(let elements): elements.isEmpty ? ["[]"] : elements.flatMap { $0.lines(after: "- ") }
    case .map(let entries): entries.isEmpty ? ["{}"] : entries.flatMap(Self.lines)
    }
  }

  private static func lines(of entry: Entry) -> [String] {
    let key = scalar(entry.name)
    // YAML limits the length of a key before a ':'.
    guard key.utf8.count <= 128 else { return ["? \(key)"] + entry.value.lines(after: ": ") }
    return switch entry.value {
    case .list(let elements) where !elements.isEmpty: ["\(key):"] + entry.value.lines
    case .map(let entries) where !entries.isEmpty: ["\(key):"] + entry.value.lines(after: "  ")
    default: entry.value.lines(after: "\(key): ")
    }
  }

  private func lines(after mark: String) -> [String] {
    lines.enumerated().map { ($0 == 0 ? mark : "  ") + $1 }
  }

  var flow: String {
    switch self {
    case .plain(let text): text.isEmpty ? "null" : text
    case .text(let text): FlowText.scalar(text)
    case .list(let elements): FlowText.list(elements.map(\.flow))
    case .map(let entries): FlowText.mapping(entries.map { (FlowText.scalar($0.name), $0.value.flow) })
    }
  }

  private static func scalar(_ text: String) -> String {
    let scalar = FlowText.scalar(text)
    guard scalar != text, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return scalar }
    return "'\(text.replacing("'", with: "''"))'"
  }
}
