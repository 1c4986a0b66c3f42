extension Setting {
  /// The strings in which Swift code may print the secrets in this setting, each with its secret's name.
  func secretTexts(under name: String? = nil) -> [SecretTexts.Known] {
    let name = secret ?? name
    switch content {
    case .list(let elements): return elements.flatMap { $0.secretTexts(under: name) }
    case .map(let entries): return entries.flatMap { $0.value.secretTexts(under: name) }
    default:
      guard let name else { return [] }
      return printedForms.map { .init(text: $0, shown: "<secret \(name)>", match: .printing(of: $0)) }
    }
  }

  /// A scalar as Swift prints it, in the types that it is usually decoded to.
  private var printedForms: [String] {
    switch content {
    case .null, .unknown, .list, .map, .written, .template: []
    case .bool(let value): ["\(value)"]
    case .int(let value): ["\(value)", "\(Double(value))"]
    case .float(let value): ["\(value)", "\(Float(value))"] + (Int(exactly: value).map { ["\($0)"] } ?? [])
    case .string(let value):
      // An enumeration case or a struct prints a string in quotes, with escapes such as `\n`.
      [value, String(value.debugDescription.dropFirst().dropLast())] + Self.printedForms(ofTyped: value)
    }
  }

  private static func printedForms(ofTyped text: String) -> [String] {
    if let duration = Quantity.duration(text) { return ["\(duration)"] }
    // Without a unit, the text itself is the number that Swift prints.
    if text.utf8.last?.isDigit == false, let bytes = Quantity.bytes(text) { return ["\(bytes)"] }
    return ValueText.uuid(text) == nil ? [] : [text.uppercased(), text.lowercased()]
  }
}
