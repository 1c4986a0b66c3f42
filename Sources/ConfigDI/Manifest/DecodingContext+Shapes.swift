extension DecodingContext {
  mutating func wrongShape(_ node: Node, expected: String, _ remedy: Remedy? = nil) {
    let bytes = node.location.file.bytes
    let next = bytes[min(node.location.range.upperBound, bytes.count)...].first { $0 != 0x20 }
    let isBeforeComment = node.isAbsent && next == UInt8(ascii: "#")
    let help = isBeforeComment ? ["quote the value if it begins with '#', which starts a comment"] : []
    findings.report(
      .wrongShape, "expected \(expected), found \(node.shape)", at: node.location,
      help: remedy.map { [$0.title] } ?? help, fixes: remedy?.fixes ?? [], hides: hiddenUses)
  }

  /// Reports a node from which no value can be read.
  mutating func refused<Value>(_ node: Node, expected: String, _ remedy: Remedy? = nil) -> Value? {
    wrongShape(node, expected: expected, remedy)
    return nil
  }
}

typealias Remedy = Diagnostic.Remedy

extension Remedy {
  init(title: String, fix: Diagnostic.Fix? = nil) {
    self.init(title: title, fixes: fix.map { [$0] } ?? [])
  }

  /// The remedy for an environment variable in shell notation.
  static func variable(_ name: String, at node: Node) -> Remedy {
    Remedy(
      title: "write only the variable's name: env: \(name)",
      fix: .init(replacing: node.location, with: name, safe: true))
  }
}

/// The remedy for a quoted boolean, or for a word that means a boolean in another format.
func quotedBoolean(_ node: Node) -> Remedy? {
  guard case .string(let text)? = node.scalar, let truth = LooseValue.truth(text) else { return nil }
  return Remedy(
    title: text == truth ? "remove the quotes: \(truth)" : "write \(truth)",
    fix: .init(replacing: node.location, with: truth, safe: true))
}

/// The remedy for text that is close to one of the words allowed there.
func misspeltWord(_ node: Node, of words: [String]) -> Remedy? {
  guard case .string(let text)? = node.scalar, let word = Spelling.suggestions(for: text, among: words).first else {
    return nil
  }
  return Remedy(title: "write \(word)", fix: .init(naming: word, at: node.location, safe: true))
}

/// The remedy for a list that lacks its brackets.
func listRemedy(_ node: Node, _ strays: [Node]) -> Remedy? {
  guard node.kind == .scalar, !node.isNull, !node.text.isEmpty else { return nil }
  let elements = ([node] + strays).flatMap(flowElements)
  let isPlain = elements.allSatisfy { text in
    !text.isEmpty && text.utf8.count <= 40 && !text.contains(where: \.isNewline)
  }
  guard isPlain, !(strays.isEmpty && node.text.hasPrefix("-")) else {
    return listAdvice(node)
  }
  let list = FlowText.list(elements)
  let file = node.location.file
  let places = ([node] + strays).map(\.location)
  // An alias has the location of the node that it refers to.
  let isOnePiece = zip(places, places.dropFirst()).allSatisfy { before, next in
    next.isAfter(before)
      && file.bytes[before.range.upperBound..<next.range.lowerBound].allSatisfy { " \t,".utf8.contains($0) }
  }
  let whole = isOnePiece ? file.location(places[0].range.lowerBound..<places[places.count - 1].range.upperBound) : nil
  return Remedy(title: "write a list: \(list)", fix: whole.map { .init(replacing: $0, with: list, safe: true) })
}

/// The remedy for a name in unnecessary brackets, such as `[systemClock]`.
func soleElement(_ node: Node) -> Remedy? {
  guard node.kind == .sequence else { return nil }
  let elements = Array(node.elements)
  guard elements.count == 1, elements[0].kind == .scalar else { return nil }
  return Remedy(
    title: "remove the brackets: \(elements[0].source)",
    fixes: .replacing(value: node.location, with: elements[0].source))
}

/// The scalar's comma-separated parts as elements of a bracketed list, quoted where necessary.
private func flowElements(_ node: Node) -> [String] {
  guard node.isPlain else { return [node.source] }
  return node.source.split(separator: ",").map { part in
    let text = LooseValue.trimmed(part)
    return text.contains { "[]{}".contains($0) } ? FlowText.quoted(text) : text
  }
}

/// The remedy for a value that should be a list.
func listAdvice(_ node: Node) -> Remedy? {
  guard case .string(let text)? = node.scalar else { return nil }
  if text.hasPrefix("-") {
    let bytes = node.location.file.bytes
    let before = bytes[..<node.location.range.lowerBound].last { $0 != 0x20 }
    // Beside its key, a list needs brackets.
    let isBesideKey = before == UInt8(ascii: ":") || before == UInt8(ascii: ",")
    return Remedy(
      title: "put a space after the '-': - \(text.dropFirst())",
      fixes: isBesideKey ? [] : spaces(after: "-", in: node))
  }
  let isPlain = text.utf8.count <= 40 && text.allSatisfy { $0.isLetter || $0.isNumber || "./_-".contains($0) }
  let list = "[\(text)]"
  return isPlain ? Remedy(title: "write a list: \(list)", fix: .init(replacing: node.location, with: list)) : nil
}

/// The remedy for a value that should be a mapping, such as a list of `- name: x` or a line without a space after the
/// colon.
///
/// - Parameter value: The value of an entry, as far as it is known.
func mappingAdvice(_ node: Node, of value: String = "…") -> Remedy? {
  if node.kind == .sequence {
    for element in node.elements {
      if element.kind == .mapping, let name = element["name"] ?? element["key"] ?? element["id"], name.kind == .scalar {
        return Remedy(
          title: "write each name as a key, without '-' or 'name': \(name.source): { … }", fixes: namesAsKeys(node))
      }
      if element.kind == .mapping, let first = element.pairs.first(where: { _ in true })?.key, first.kind == .scalar {
        return Remedy(title: "remove the '-' before each entry: \(first.source): …", fixes: withoutDashes(node))
      }
      if element.kind == .scalar {
        let entries = node.elements.map { (key: FlowText.scalar($0.text), value: value == "…" ? "\"…\"" : value) }
        return Remedy(
          title: "write each entry with its value: \(element.source): \(value)",
          fixes: .replacing(value: node.location, with: FlowText.mapping(entries)))
      }
    }
    return nil
  }
  guard case .string(let text)? = node.scalar, node.isPlain, text.contains(":") else { return nil }
  let first = text.split(whereSeparator: { $0 == " " }).first.map(String.init) ?? text
  guard let end = first.firstIndex(of: ":") else { return nil }
  let rest = first[first.index(after: end)...]
  guard !rest.isEmpty else { return nil }
  return Remedy(title: "put a space after the ':': \(first[..<end]): \(rest)", fixes: spaces(after: ":", in: node))
}

/// The edits that turn a list of mappings into one mapping. Each dash becomes a space, which keeps the lines aligned.
func withoutDashes(_ node: Node) -> [Diagnostic.Fix] {
  let bytes = node.location.file.bytes
  var fixes: [Diagnostic.Fix] = []
  var names: Set<String> = []
  for element in node.elements {
    let start = element.location.range.lowerBound
    guard element.kind == .mapping, element.location.file === node.location.file, bytes[start] != UInt8(ascii: "{"),
      element.pairs.allSatisfy({ names.insert($0.key.text).inserted }),
      let dash = bytes[..<start].lastIndex(where: { $0 != 0x20 }), bytes[dash] == UInt8(ascii: "-")
    else { return [] }
    fixes.append(.init(replacing: node.location.file.location(dash..<dash + 1), with: " "))
  }
  return fixes
}

/// The edits that write each `- name: x` in a list as the key `x`, if the name comes first.
private func namesAsKeys(_ node: Node) -> [Diagnostic.Fix] {
  let file = node.location.file
  var fixes: [Diagnostic.Fix] = []
  for element in node.elements {
    let pairs = element.everyPair
    let start = element.location.range.lowerBound
    guard pairs.count > 1, ["name", "key", "id"].contains(pairs[0].key.text), pairs[0].value.kind == .scalar,
      element.location.file === file, pairs[0].value.location.isAfter(pairs[0].key.location),
      pairs[1].key.location.isAfter(pairs[0].value.location),
      let dash = file.bytes[..<start].lastIndex(where: { $0 != 0x20 }),
      file.bytes[dash] == UInt8(ascii: "-"), node.location.start.column > 1
    else { return [] }
    let key = "\(FlowText.scalar(pairs[0].value.text)):"
    let end = pairs[0].value.location.range.upperBound
    if file.bytes[start] == UInt8(ascii: "{") {
      let next = pairs[1].key.location.range.lowerBound
      fixes.append(.init(replacing: file.location(dash..<next), with: "\(key) { "))
    } else {
      fixes.append(.init(replacing: file.location(dash..<end), with: key))
    }
  }
  return fixes
}

/// The edits that insert a space after the first occurrence of a character on each line.
private func spaces(after sign: Unicode.Scalar, in node: Node) -> [Diagnostic.Fix] {
  let file = node.location.file
  let lines = file.bytes[node.location.range].split { $0 == 0x0A || $0 == 0x0D }.prefix(100)
  return lines.compactMap { line in
    guard let place = line.firstIndex(of: UInt8(ascii: sign)), place + 1 < line.endIndex, line[place + 1] > 0x20 else {
      return nil
    }
    return .init(inserting: " ", at: place + 1, in: file)
  }
}

/// The edits that indent all lines from one field through another by `depth` spaces.
func indenting(_ first: Node, through last: Node, by depth: Int) -> [Diagnostic.Fix] {
  let file = first.location.file
  guard depth > 0, file === last.location.file else { return [] }
  let start = first.location.range.lowerBound
  let starts = [start] + file.lineTable.starts.filter { $0 > start && $0 < last.location.range.upperBound }
  return starts.prefix(100).map { .init(inserting: String(repeating: " ", count: depth), at: $0, in: file) }
}

extension Node {
  /// The kind of node, as named in "expected …, found …".
  package var shape: String {
    switch kind {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar: (scalar ?? .null).shape(writtenAs: text)
    }
  }
}
