/// Reads flow collections, which are written in brackets.
extension OutlineScanner {
  /// Reads a collection from its opening bracket. If the bracket is never closed, the collection ends before the first
  /// line that is not indented more than the enclosing block collection.
  mutating func flow(above indent: Int, start: Int, _ relation: OutlineNode.Relation, _ parent: Int?) -> Int {
    let isClosed = bracketsEnd(onLine: false) != nil
    return collection(
      FlowLimits(indent: indent == .max ? -1 : indent, isClosed: isClosed), start: start, relation, parent,
      isInFlow: false)
  }

  private struct FlowLimits {
    let indent: Int
    /// Whether a closing bracket exists. If so, the lines inside can have any indentation.
    let isClosed: Bool
  }

  private mutating func collection(
    _ limits: FlowLimits, start: Int, _ relation: OutlineNode.Relation, _ parent: Int?, isInFlow: Bool
  ) -> Int {
    depth += 1
    defer { depth -= 1 }
    let node = add(relation, parent: parent, at: start..<start, isFlow: isInFlow)
    let isMapping = bytes[position] == UInt8(ascii: "{")
    position += 1
    guard depth < Self.mostNesting else {
      fill(node, .scalar(.plain), start..<position)
      return node
    }
    var entries: [OutlineNode.Entry] = []
    var items: [Int] = []
    var end = position
    while true {
      let before = position
      let line = lineStart
      let left = skipToContent()
      guard let byte = current, !(left && isBeyond(limits)) else {
        position = before
        lineStart = line
        break
      }
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
      if isIndicator("?") {
        position += 1
        continue
      }
      if isMapping {
        let entry = entry(limits, in: node)
        entries.append(entry)
        end = max(end, nodes[entry.value].range.upperBound, nodes[entry.key].range.upperBound, (entry.colon ?? -1) + 1)
      } else {
        let item = item(limits, items.count, in: node)
        items.append(item)
        end = max(end, nodes[item].range.upperBound)
      }
      if position == before { position += 1 }
    }
    fill(node, isMapping ? .mapping(entries) : .sequence(items), start..<end)
    return node
  }

  private func isBeyond(_ limits: FlowLimits) -> Bool {
    !limits.isClosed && column <= limits.indent || isDocumentMark
  }

  private mutating func entry(_ limits: FlowLimits, in mapping: Int) -> OutlineNode.Entry {
    let key = part(limits, .key, mapping)
    guard let colon = passColon(limits) else {
      let end = nodes[key].range.upperBound
      return OutlineNode.Entry(
        key: key, colon: nil, value: add(.value(of: key), parent: mapping, at: end..<end, isFlow: true))
    }
    return OutlineNode.Entry(key: key, colon: colon, value: value(limits, of: key, in: mapping, after: colon))
  }

  private mutating func value(_ limits: FlowLimits, of key: Int, in mapping: Int, after colon: Int) -> Int {
    let (before, line) = (position, lineStart)
    let left = skipToContent()
    guard let byte = current, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]"),
      !(left && isBeyond(limits))
    else {
      (position, lineStart) = (before, line)
      return add(.value(of: key), parent: mapping, at: colon + 1..<colon + 1, isFlow: true)
    }
    return part(limits, .value(of: key), mapping)
  }

  /// Reads an element, or a mapping with a single entry if a colon follows the element.
  private mutating func item(_ limits: FlowLimits, _ index: Int, in sequence: Int) -> Int {
    let first = part(limits, .item(index), sequence)
    guard let colon = passColon(limits) else { return first }
    let start = nodes[first].range.lowerBound
    let mapping = add(.item(index), parent: sequence, at: start..<start, isFlow: true)
    makeKey(first, of: mapping)
    let value = value(limits, of: first, in: mapping, after: colon)
    fill(
      mapping, .mapping([OutlineNode.Entry(key: first, colon: colon, value: value)]),
      start..<max(nodes[value].range.upperBound, colon + 1))
    return mapping
  }

  /// Reads a scalar or a collection inside brackets.
  private mutating func part(_ limits: FlowLimits, _ relation: OutlineNode.Relation, _ parent: Int) -> Int {
    let start = position
    if skipProperties() { skipToContent() }
    if current == UInt8(ascii: "{") || current == UInt8(ascii: "[") {
      return collection(limits, start: start, relation, parent, isInFlow: true)
    }
    return scalar(
      above: limits.isClosed ? -1 : limits.indent, relation, parent, inFlow: true, onLine: !limits.isClosed)
  }

  private mutating func passColon(_ limits: FlowLimits) -> Int? {
    let (before, line, count) = (position, lineStart, comments.count)
    let left = skipToContent()
    guard current == UInt8(ascii: ":"), !(left && isBeyond(limits)) else {
      (position, lineStart) = (before, line)
      forgetComments(after: count)
      return nil
    }
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
