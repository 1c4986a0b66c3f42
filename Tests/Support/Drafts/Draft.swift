/// A manifest as a tree that may be edited anywhere, rightly or wrongly, and written down.
indirect enum Draft {
  /// As it stands in YAML, quotes included.
  case scalar(String)
  case list([Draft])
  case map([(key: String, value: Draft)])

  subscript(key: String) -> Draft? {
    get {
      guard case .map(let entries) = self else { return nil }
      return entries.first { $0.key == key }?.value
    }
    set {
      guard case .map(var entries) = self else { return }
      if let index = entries.firstIndex(where: { $0.key == key }) {
        if let newValue { entries[index].value = newValue } else { entries.remove(at: index) }
      } else if let newValue {
        entries.append((key, newValue))
      }
      self = .map(entries)
    }
  }

  var keys: [String] {
    guard case .map(let entries) = self else { return [] }
    return entries.map(\.key)
  }

  /// The top level and each section's entries on lines of their own, all else in one line.
  var text: String {
    guard case .map(let sections) = self else { return inline }
    return sections.map { key, section in
      guard case .map(let entries) = section, !entries.isEmpty else { return "\(key): \(section.inline)\n" }
      return "\(key):\n" + entries.map { "  \(Draft.quoted($0.key)): \($0.value.inline)\n" }.joined()
    }.joined()
  }

  private var inline: String {
    switch self {
    case .scalar(let text): text
    case .list(let elements): "[" + elements.map(\.inline).joined(separator: ", ") + "]"
    case .map(let entries):
      "{ " + entries.map { "\(Draft.quoted($0.key)): \($0.value.inline)" }.joined(separator: ", ") + " }"
    }
  }

  static func quoted(_ text: String) -> String {
    text.allSatisfy { $0.isLetter || "./_-".contains($0) } ? text : "\"\(text)\""
  }
}

extension Draft: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  init(stringLiteral text: String) { self = .scalar(text) }
  init(dictionaryLiteral entries: (String, Draft)...) { self = .map(entries.map { (key: $0.0, value: $0.1) }) }
  init(arrayLiteral elements: Draft...) { self = .list(elements) }
}

extension Seeded {
  mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[number(below: elements.count)]
  }
}
