/// A scalar value according to the YAML 1.2 core schema.
package enum Scalar: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case float(Double)
  case string(String)

  /// The scalar as text in its usual form.
  package var plainText: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .float(let value): String(value)
    case .string(let text): text
    }
  }

  /// A description of the scalar for messages such as "expected …, found …".
  package func shape(writtenAs text: String) -> String {
    switch self {
    case .null: "null"
    case .bool(let value): "the boolean \(value)"
    case .int(let value): "the whole number \(value)"
    case .float: "the number \(text)"
    case .string(let text): text.isEmpty ? "empty text" : "the text '\(text.abbreviated)'"
    }
  }
}

extension String {
  /// The text on one line, with at most forty characters, for messages.
  fileprivate var abbreviated: String {
    let line = prefix { !$0.isNewline }
    return line.count == count && count <= 40 ? self : line.prefix(40) + "…"
  }
}
