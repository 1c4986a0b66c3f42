/// Reads scalars, and block values that begin on the same line as their key or dash.
extension OutlineScanner {
  /// Reads a value that begins on this line.
  ///
  /// - Parameters:
  ///   - indent: The column of the innermost block collection. The value's other lines must be indented further.
  ///   - start: Where the value begins, including its `&name` and `!tag`.
  mutating func inline(above indent: Int, start: Int, _ relation: OutlineNode.Relation) -> Int {
    switch current {
    case UInt8(ascii: "|")?, UInt8(ascii: ">")?:
      let first = position
      let node = add(relation, at: first)
      fill(node, .scalar(.block), first..<blockScalarEnd(above: indent))
      return node
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
      return flow(above: indent, start: start, relation)
    default: return scalar(above: indent, relation, inFlow: false)
    }
  }

  /// Reads a scalar. Its range begins after any `&name` and `!tag`.
  mutating func scalar(
    above indent: Int, _ relation: OutlineNode.Relation, inFlow isFlow: Bool, onLine: Bool = false
  ) -> Int {
    let start = position
    let node = add(relation, at: start, isFlow: isFlow)
    switch current {
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?:
      let style = current == UInt8(ascii: "'") ? OutlineNode.Style.single : .double
      let end = quotedEnd(above: indent, onLine: onLine)
      move(to: end)
      fill(node, .scalar(style), start..<end)
    case UInt8(ascii: "*")?:
      while !isBlankOrEnd(position), !(isFlow && isFlowMark(position)) { position += 1 }
      fill(node, .alias, start..<position)
    default:
      let end = plainEnd(above: indent, inFlow: isFlow, onLine: onLine)
      move(to: end)
      fill(node, start == end ? .missing : .scalar(.plain), start..<end)
    }
    return node
  }

  /// Moves forward to an offset, possibly on a later line.
  mutating func move(to end: Int) {
    while position < end {
      if isLineEnd(position) { skipLineEnd() } else { position += 1 }
    }
    position = end
  }

  func isFlowMark(_ index: Int) -> Bool {
    byte(index).map { ",[]{}".utf8.contains($0) } ?? false
  }

  /// Where a plain scalar ends on this line.
  func plainEnd(inFlow isFlow: Bool, from start: Int? = nil) -> Int {
    var index = start ?? position
    let first = index
    var end = index
    while !isLineEnd(index) {
      let byte = bytes[index]
      if byte == UInt8(ascii: ":"), isBlankOrEnd(index + 1) || isFlow && isFlowMark(index + 1) { break }
      if byte == UInt8(ascii: "#"), index > first || start != nil, isBlankOrEnd(index - 1) { break }
      if byte == UInt8(ascii: "$"), self.byte(index + 1) == UInt8(ascii: "{"), isFlow {
        // libyaml would stop here, but `${` in brackets is surely meant as a parameter.
        while !isLineEnd(index), bytes[index] != UInt8(ascii: "}") { index += 1 }
        if !isLineEnd(index) { index += 1 }
        end = index
        continue
      }
      if isFlow, isFlowMark(index) { break }
      index += 1
      if byte != 0x20, byte != 0x09 { end = index }
    }
    return end
  }

  /// The end of a plain scalar, including continuation lines.
  private func plainEnd(above indent: Int, inFlow isFlow: Bool, onLine: Bool) -> Int {
    var end = plainEnd(inFlow: isFlow)
    guard !onLine, indent != .max else { return end }
    var index = end
    while true {
      while let byte = byte(index), byte == 0x20 || byte == 0x09 { index += 1 }
      guard index < bytes.count, isLineEnd(index) else { return end }
      var start = index
      while isBlankOrEnd(index), index < bytes.count {
        if isLineEnd(index) { start = index + 1 }
        index += 1
      }
      guard index < bytes.count, isFlow || index - start > indent, bytes[index] != UInt8(ascii: "#") else { return end }
      var probe = self
      probe.lineStart = start
      probe.position = index
      guard !probe.isDocumentMark, !(isFlow && isFlowMark(index)) else { return end }
      let next = plainEnd(inFlow: isFlow, from: index)
      guard next > index else { return end }
      // A line with a key is the next entry, even if it is indented like a continuation line.
      var after = next
      while let byte = byte(after), byte == 0x20 || byte == 0x09 { after += 1 }
      if byte(after) == UInt8(ascii: ":"), !isFlow { return end }
      end = next
      index = next
    }
  }

  /// The end of a quoted scalar; `nil` if it does not end on this line.
  func quotedEndOnLine() -> Int? {
    guard let quote = current else { return nil }
    var index = position + 1
    while !isLineEnd(index) {
      guard let next = next(after: index, in: quote) else { return index + 1 }
      index = next
    }
    return nil
  }

  /// The offset after a character of a quoted scalar; `nil` for the closing quote.
  private func next(after index: Int, in quote: UInt8) -> Int? {
    if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { return index + 2 }
    guard bytes[index] == quote else { return index + 1 }
    return quote == UInt8(ascii: "'") && byte(index + 1) == quote ? index + 2 : nil
  }

  /// The end of a quoted scalar. If the scalar is not closed, this is the end of its line.
  private mutating func quotedEnd(above indent: Int, onLine: Bool) -> Int {
    if let end = quotedEndOnLine() { return min(end, bytes.count) }
    let quote = bytes[position]
    var lineEnd = position
    while !isLineEnd(lineEnd) { lineEnd += 1 }
    guard !onLine, indent != .max else { return trimmed(lineEnd) }
    var index = position + 1
    var start: Int?
    while index < bytes.count, lookahead > 0 {
      lookahead -= 1
      let byte = bytes[index]
      if isLineEnd(index) {
        start = index + 1
      } else if let begun = start, byte != 0x20, byte != 0x09 {
        guard index - begun > indent else { return trimmed(lineEnd) }
        start = nil
      }
      guard let next = next(after: index, in: quote) else {
        return ends(after: index + 1) ? index + 1 : trimmed(lineEnd)
      }
      index = byte == UInt8(ascii: "\\") && isLineEnd(index + 1) ? index + 1 : next
    }
    return trimmed(lineEnd)
  }

  /// Whether the text after a closing quote can follow a scalar.
  private func ends(after end: Int) -> Bool {
    var index = end
    while let byte = byte(index), byte == 0x20 || byte == 0x09 { index += 1 }
    return isLineEnd(index) || isFlowMark(index) || bytes[index] == UInt8(ascii: ":")
      || bytes[index] == UInt8(ascii: "#") && index > end
  }

  private func trimmed(_ end: Int) -> Int {
    var end = end
    while end > position + 1, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return end
  }

  /// The end of a `|` or `>` scalar, after all lines that are indented far enough.
  private mutating func blockScalarEnd(above indent: Int) -> Int {
    var explicit: Int?
    while !isLineEnd(position), bytes[position] != UInt8(ascii: "#") {
      if (0x31...0x39).contains(bytes[position]) { explicit = Int(bytes[position]) - 0x30 }
      position += 1
    }
    while !isLineEnd(position) { position += 1 }
    var least = explicit.map { max(indent, 0) + $0 }
    var end = position
    skipLineEnd()
    while position < bytes.count {
      while current == 0x20 { position += 1 }
      if isLineEnd(position) {
        skipLineEnd()
        continue
      }
      guard column >= least ?? max(1, indent + 1) else {
        position = lineStart
        break
      }
      least = least ?? column
      while !isLineEnd(position) { position += 1 }
      end = position
      skipLineEnd()
    }
    return end
  }
}
