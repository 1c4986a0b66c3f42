extension DecodingContext {
  mutating func wrongShape(_ node: Node, expected: String, _ remedy: Remedy?) {
    findings.report(
      Diagnostic(
        .wrongShape, .otherShape(node, expected: expected), at: node.location,
        help: remedy.map { [$0.help] } ?? [], fixes: remedy?.fix.map { [$0] } ?? []))
  }

  mutating func wrongShape(_ node: Node, expected: String, help: [String] = []) {
    findings.report(
      Diagnostic(
        .wrongShape, .otherShape(node, expected: expected), at: node.location,
        help: help.isEmpty && node.isCommentedOut
          ? ["quote the value if it begins with '#', which starts a comment"] : help))
  }
}

/// The replacement text, and its edit if that is safe.
struct Remedy {
  var help: String
  var fix: Diagnostic.Fix?
}

extension Remedy {
  /// The remedy for an environment variable in shell notation.
  static func variable(_ name: String, at node: Node) -> Remedy {
    Remedy(
      help: "write only the variable's name: env: \(name)",
      fix: .init(replacing: node.location, with: name, safe: true))
  }
}

/// The remedy for a quoted boolean, or for another format's word for one.
func quotedBoolean(_ node: Node) -> Remedy? {
  guard case .string(let text)? = node.scalar, let truth = truth(meantBy: text) else { return nil }
  return Remedy(
    help: text == truth ? "remove the quotes: \(truth)" : "write \(truth)",
    fix: .init(replacing: node.location, with: truth, safe: true))
}

/// `true` or `false`, for a word with that meaning in another format; `nil` for any other word.
func truth(meantBy word: String) -> String? {
  switch word.lowercased() {
  case "true", "yes", "on", "y": "true"
  case "false", "no", "off", "n": "false"
  default: nil
  }
}

/// The remedy for a list without its brackets.
func listRemedy(_ node: Node, _ strays: [Node]) -> Remedy? {
  guard node.kind == .scalar, !node.isNull else { return nil }
  let elements = ([node] + strays).flatMap(flowElements)
  let isPlain = elements.allSatisfy { text in
    !text.isEmpty && text.utf8.count <= 40 && !text.contains(where: \.isNewline)
  }
  guard isPlain, !(strays.isEmpty && node.text.hasPrefix("-")) else {
    return listAdvice(node)
  }
  let list = "[\(elements.joined(separator: ", "))]"
  let end = strays.last?.location ?? node.location
  let whole = node.location.file.location(node.location.range.lowerBound..<end.range.upperBound)
  return Remedy(
    help: "write a list: \(list)",
    fix: end.file === node.location.file ? .init(replacing: whole, with: list, safe: true) : nil)
}

/// The remedy for a name in needless brackets: `[systemClock]`.
func soleElement(_ node: Node) -> Remedy? {
  guard node.kind == .sequence else { return nil }
  let elements = Array(node.elements)
  guard elements.count == 1, elements[0].kind == .scalar else { return nil }
  return Remedy(
    help: "remove the brackets: \(elements[0].source)",
    fix: .init(replacingValue: node.wholePlace, with: elements[0].source))
}

/// The texts as elements of a bracketed list, quoted where brackets and braces require it.
private func flowElements(_ node: Node) -> [String] {
  guard node.isPlain else { return [node.source] }
  return node.source.split(separator: ",").map { part in
    let text = LooseValue.trimmed(part)
    return text.contains { "[]{}".contains($0) } ? FlowText.quoted(text) : text
  }
}

/// The remedies for a value that should be a list.
func listAdvice(_ node: Node) -> Remedy? {
  guard case .string(let text)? = node.scalar else { return nil }
  if text.hasPrefix("-") { return Remedy(help: "put a space after the '-': - \(text.dropFirst())") }
  let isPlain = text.utf8.count <= 40 && text.allSatisfy { $0.isLetter || $0.isNumber || "./_-".contains($0) }
  let list = "[\(text)]"
  return isPlain
    ? Remedy(help: "write a list: \(list)", fix: .init(replacing: node.location, with: list, safe: false)) : nil
}

/// The remedies for a value that should be a mapping: lists of `- name: x`, and lines without a space after the colon.
func mappingAdvice(_ node: Node) -> [String] {
  if node.kind == .sequence {
    for element in node.elements {
      if element.kind == .mapping, let name = element["name"] ?? element["key"] ?? element["id"], name.kind == .scalar {
        return ["write each name as a key, without '-' or 'name': \(name.source): { … }"]
      }
      if element.kind == .mapping, let first = element.pairs.first(where: { _ in true })?.key, first.kind == .scalar {
        return ["remove the '-' before each entry: \(first.source): …"]
      }
      if element.kind == .scalar { return ["write each entry with its value: \(element.source): …"] }
    }
    return []
  }
  guard case .string(let text)? = node.scalar, node.isPlain, text.contains(":") else { return [] }
  let first = text.split(whereSeparator: { $0 == " " }).first.map(String.init) ?? text
  guard let end = first.firstIndex(of: ":") else { return [] }
  let rest = first[first.index(after: end)...]
  return rest.isEmpty ? [] : ["put a space after the ':': \(first[..<end]): \(rest)"]
}

extension Node {
  /// The location of the node, including the closing brackets of its last entries, which libyaml excludes from a block.
  var wholePlace: SourceLocation {
    guard let last = kind == .mapping ? everyPair.last?.value : elements.reduce(nil, { $1 }),
      last.location.file === location.file, location.range.contains(last.location.range.lowerBound)
    else { return location }
    let end = max(location.range.upperBound, last.wholePlace.range.upperBound)
    return location.file.location(location.range.lowerBound..<end)
  }

  /// Whether its value is commented out.
  fileprivate var isCommentedOut: Bool {
    guard kind == .scalar, location.range.isEmpty else { return false }
    let bytes = location.file.bytes
    return bytes[min(location.range.upperBound, bytes.count)...].first { $0 != 0x20 } == UInt8(ascii: "#")
  }

  /// The kind of the node, for "expected …, found …".
  package var shape: String {
    switch kind {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar: (scalar ?? .null).shape(writtenAs: text)
    }
  }
}

extension String {
  fileprivate static func otherShape(_ node: Node, expected: String) -> String {
    "expected \(expected), found \(node.shape)"
  }
}
