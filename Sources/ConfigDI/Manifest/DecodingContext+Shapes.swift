extension DecodingContext {
  mutating func wrongShape(_ node: Node, expected: String, help: [String] = []) {
    findings.report(
      Diagnostic(.wrongShape, "expected \(expected), found \(node.shape)", at: node.location, help: help))
  }
}

/// How what stands where a list is due becomes one.
func listAdvice(_ node: Node) -> [String] {
  guard case .string(let text)? = node.scalar else { return [] }
  if text.hasPrefix("-") { return ["put a space between the '-' and what follows it"] }
  let isPlain = text.utf8.count <= 40 && text.allSatisfy { $0.isLetter || $0.isNumber || "./_-".contains($0) }
  return isPlain ? ["write a list: [\(text)]"] : []
}

extension Node {
  /// What it is, for "expected …, found …".
  package var shape: String {
    switch kind {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar:
      switch scalar {
      case .null?, nil: "null"
      case .bool(let value)?: "the boolean \(value)"
      case .int(let value)?: "the integer \(value)"
      case .float?: "the number \(text)"
      case .string(let text)?: text.isEmpty ? "empty text" : "the text '\(text.abbreviated)'"
      }
    }
  }
}

extension String {
  /// One line of at most forty characters, for messages.
  fileprivate var abbreviated: String {
    let line = prefix { !$0.isNewline }
    return line.count == count && count <= 40 ? self : line.prefix(40) + "…"
  }
}
