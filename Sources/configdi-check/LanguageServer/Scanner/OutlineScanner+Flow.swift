/// Reads flow collections, which are written in brackets.
extension OutlineScanner {
  /// Reads a collection from its opening bracket. If the bracket is never closed, the collection ends before the first
  /// line that is not indented more than the enclosing block collection.
  mutating func flow(above indent: Int, start: Int, _ relation: OutlineNode.Relation) -> Int {
    let bound = bracketsEnd(onLine: false) == nil ? indent == .max ? -1 : indent : nil
    return collection(bound, start: start, relation, isInFlow: false)
  }

  /// - Parameter bound: The column that the lines inside must exceed; `nil` if the bracket is closed, so that they can
  ///   have any indentation.
  private mutating func collection(_ bound: Int?, start: Int, _ relation: OutlineNode.Relation, isInFlow: Bool) -> Int {
    depth += 1
    defer { depth -= 1 }
    let node = add(relation, at: start, isFlow: isInFlow)
    let isMapping = bytes[position] == UInt8(ascii: "{")
    position += 1
    guard depth < Self.mostNesting else {
      fill(node, .scalar(.plain), start..<position)
      return node
    }
    var entries: [OutlineNode.Entry] = []
    var items: [Int] = []
    var end = position
    while advance(within: bound), let byte = current {
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        // A bracket of the wrong kind ends this collection, and is then read as the end of the enclosing one.
        if (byte == UInt8(ascii: "}")) == isMapping || !isInFlow { position += 1 }
        end = position
        break
      }
      if byte == UInt8(ascii: ",") {
        position += 1
        end = position
        continue
      }
      let before = position
      if isIndicator("?") {
        position += 1
      } else if isMapping {
        let entry = entry(bound, in: node)
        entries.append(entry)
        end = max(end, nodes[entry.value].range.upperBound, nodes[entry.key].range.upperBound, (entry.colon ?? -1) + 1)
      } else {
        let item = item(bound, items.count, in: node)
        items.append(item)
        end = max(end, nodes[item].range.upperBound)
      }
      if position == before { position += 1 }
    }
    fill(node, isMapping ? .mapping(entries) : .sequence(items), start..<end)
    return node
  }

  /// Skips to the next content, unless it is beyond the collection or does not satisfy a condition.
  private mutating func advance(within bound: Int?, where isWanted: (UInt8) -> Bool = { _ in true }) -> Bool {
    let (before, line, count) = (position, lineStart, comments.count)
    let left = skipToContent()
    let isBeyond = left && (bound.map { column <= $0 } ?? false || isDocumentMark)
    if let byte = current, !isBeyond, isWanted(byte) { return true }
    (position, lineStart) = (before, line)
    comments.removeLast(comments.count - count)
    return false
  }

  private mutating func entry(_ bound: Int?, in mapping: Int) -> OutlineNode.Entry {
    let key = part(bound, .key(in: mapping))
    guard let colon = passColon(bound) else {
      let value = add(.value(of: key, in: mapping), at: nodes[key].range.upperBound, isFlow: true)
      return OutlineNode.Entry(key: key, colon: nil, value: value)
    }
    return OutlineNode.Entry(key: key, colon: colon, value: value(bound, of: key, in: mapping, after: colon))
  }

  private mutating func value(_ bound: Int?, of key: Int, in mapping: Int, after colon: Int) -> Int {
    guard advance(within: bound, where: { !",}]".utf8.contains($0) }) else {
      return add(.value(of: key, in: mapping), at: colon + 1, isFlow: true)
    }
    return part(bound, .value(of: key, in: mapping))
  }

  /// Reads an element, or a mapping with a single entry if a colon follows the element.
  private mutating func item(_ bound: Int?, _ index: Int, in sequence: Int) -> Int {
    let first = part(bound, .item(index, in: sequence))
    guard let colon = passColon(bound) else { return first }
    let start = nodes[first].range.lowerBound
    let mapping = add(.item(index, in: sequence), at: start, isFlow: true)
    nodes[first].relation = .key(in: mapping)
    let value = value(bound, of: first, in: mapping, after: colon)
    fill(
      mapping, .mapping([OutlineNode.Entry(key: first, colon: colon, value: value)]),
      start..<max(nodes[value].range.upperBound, colon + 1))
    return mapping
  }

  /// Reads a scalar or a collection inside brackets.
  private mutating func part(_ bound: Int?, _ relation: OutlineNode.Relation) -> Int {
    let start = position
    if skipProperties() { skipToContent() }
    if current == UInt8(ascii: "{") || current == UInt8(ascii: "[") {
      return collection(bound, start: start, relation, isInFlow: true)
    }
    return scalar(above: bound ?? -1, relation, inFlow: true, onLine: bound != nil)
  }

  private mutating func passColon(_ bound: Int?) -> Int? {
    guard advance(within: bound, where: { $0 == UInt8(ascii: ":") }) else { return nil }
    position += 1
    return position - 1
  }

  /// The offset after the closing bracket that matches the bracket at this position; `nil` if there is none.
  mutating func bracketsEnd(onLine: Bool) -> Int? {
    var probe = self
    var open = 0
    var index = position
    defer { lookahead -= index - position }
    while index < bytes.count, index - position < lookahead {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        open -= 1
        if open == 0 { return index + 1 }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // A quote begins a scalar only where a scalar can begin.
        guard index == position || ",[]{}: \t\n\r".utf8.contains(bytes[index - 1]) else { break }
        probe.position = index
        if let end = probe.quotedEndOnLine() {
          index = end
          continue
        }
        if onLine { return nil }
      case UInt8(ascii: "#"):
        guard index > 0, isBlankOrEnd(index - 1) else { break }
        while !isLineEnd(index + 1) { index += 1 }
      case UInt8(ascii: "$"):
        guard self.byte(index + 1) == UInt8(ascii: "{") else { break }
        while !isLineEnd(index + 1), bytes[index] != UInt8(ascii: "}") { index += 1 }
      case 0x0A, 0x0D:
        if onLine { return nil }
      default: break
      }
      index += 1
    }
    return nil
  }
}
