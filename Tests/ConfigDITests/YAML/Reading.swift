@testable import ConfigDI
@testable import ConfigDIRuntime

/// What the reader makes of a text, in a form that a test can compare.
struct Reading {
  let document: YAMLDocument?
  let findings: [Diagnostic]
  let nodesLeft: Int

  init(_ bytes: [UInt8], limits: Limits = Limits(), hidden: Range<Int>? = nil) {
    var budget = limits.nodes
    var diagnostics = Diagnostics()
    document = YAMLReader.read(
      SourceFile(path: "app.yaml", bytes: bytes), limits: limits, nodeBudget: &budget,
      hidingUnread: { file in if let hidden { file.hide(hidden, as: "p") } }, reporting: &diagnostics)
    findings = diagnostics.sorted()
    nodesLeft = budget
  }

  init(_ text: String, limits: Limits = Limits(), hidden: Range<Int>? = nil) {
    self.init(Array(text.utf8), limits: limits, hidden: hidden)
  }

  /// Each finding as `DI002 4:3`.
  var places: [String] {
    findings.map { "\($0.rule.code) \(place($0.location))" }
  }

  var root: Node? { document?.root }

  private func place(_ location: SourceLocation?) -> String {
    location.map { "\($0.start.line):\($0.start.column)" } ?? "-"
  }
}

extension SourceLocation {
  /// The text that carets would underline.
  var underlined: String { String(decoding: file.bytes[range], as: UTF8.self) }

  /// `line:column-line:column`.
  var span: String { "\(start.line):\(start.column)-\(end.line):\(end.column)" }
}

extension Node {
  /// The tree as text: scalars as they are read, collections in flow form.
  var outline: String {
    switch kind {
    case .scalar:
      switch scalar {
      case .string(let text): "'\(text)'"
      case .int(let value): "\(value)"
      case .float(let value): "\(value)"
      case .bool(let value): "\(value)"
      case .null, nil: "null"
      }
    case .sequence: "[" + elements.map(\.outline).joined(separator: ", ") + "]"
    case .mapping: "{" + pairs.map { "\($0.key.outline): \($0.value.outline)" }.joined(separator: ", ") + "}"
    }
  }
}
