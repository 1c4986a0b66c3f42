/// YAML in flow form, for fixes that write a part of one entry into another.
package enum FlowText {
  /// A name or text, quoted where it would not be read as itself.
  package static func scalar(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  static func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

  static func mapping(_ pairs: [(key: String, value: String)]) -> String {
    pairs.isEmpty ? "{}" : "{ \(pairs.map { "\($0.key): \($0.value)" }.joined(separator: ", ")) }"
  }

  /// `nil` where its settings cannot be copied.
  static func use(_ use: FactoryUse) -> String? {
    var pairs = [(key: "factory", value: scalar(use.factory.value))]
    if let list = use.dependencies { pairs.append((key: "dependencies", value: dependencies(list))) }
    if let settings = use.settings {
      guard let text = node(settings) else { return nil }
      pairs.append((key: "settings", value: text))
    }
    return pairs.count == 1 ? pairs[0].value : mapping(pairs)
  }

  /// The change that gives an entry further fields.
  static func adding(_ pairs: [(key: String, value: String)], to entry: ServiceEntry) -> [Diagnostic.Fix] {
    let node = entry.node
    let bytes = node.location.file.bytes
    let range = node.location.range.clamped(to: 0..<bytes.count)
    guard node.kind == .mapping else {
      guard case .factory(let factory)? = entry.kind else { return [] }
      let text = mapping([(key: "factory", value: scalar(factory.value))] + pairs)
      return [Diagnostic.Fix(replacing: node.location, with: text, safe: true)]
    }
    guard let first = node.pairs.first(where: { _ in true }) else { return [] }
    let place = first.key.location.range.lowerBound
    let separator: String
    if range.first.map({ bytes[$0] }) == UInt8(ascii: "{") {
      separator = ", "
    } else {
      let lineStart = bytes[..<min(place, bytes.count)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      guard lineStart <= place, bytes[lineStart..<place].allSatisfy({ $0 == 0x20 }) else { return [] }
      separator = "\n" + String(repeating: " ", count: place - lineStart)
    }
    let text = pairs.map { "\($0.key): \($0.value)\(separator)" }.joined()
    return [Diagnostic.Fix(replacing: node.location.file.location(place..<place), with: text, safe: true)]
  }

  private static func dependencies(_ list: DependencyList) -> String {
    let references = list.items.map { item in
      let target = scalar(item.reference.target.value.text)
      let kind = item.reference.kind
      return kind == .instance ? target : mapping([(key: kind.rawValue, value: target)])
    }
    guard list.isMapping else { return self.list(references) }
    return mapping(
      zip(list.items, references).map { (key: scalar($0.label?.value ?? ""), value: $1) })
  }

  /// `nil` for a value too deep to be copied: aliases can nest deeper than any text.
  private static func node(_ node: Node, depth: Int = 0) -> String? {
    guard depth < 32 else { return nil }
    switch node.kind {
    case .scalar:
      if case .string(let text)? = node.scalar { return scalar(text) }
      return node.text.isEmpty ? "null" : node.text
    case .sequence:
      var items: [String] = []
      for element in node.elements {
        guard let item = self.node(element, depth: depth + 1) else { return nil }
        items.append(item)
      }
      return list(items)
    case .mapping:
      var pairs: [(key: String, value: String)] = []
      for (key, value) in node.pairs {
        guard let text = self.node(value, depth: depth + 1) else { return nil }
        pairs.append((scalar(key.text), text))
      }
      return mapping(pairs)
    }
  }

  /// Whether a name reads as itself without quotes: letters, digits and a few signs, and neither a number nor a word
  /// that some reader takes for something else.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    return !words.contains(text.lowercased())
      && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || [0x2E, 0x2D, 0x2F].contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let digits = String(scalar.value, radix: 16)
          result += "\\x" + (digits.count < 2 ? "0" : "") + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
