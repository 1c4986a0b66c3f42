/// Reads block collections, whose structure is given by indentation.
extension OutlineScanner {
  /// Reads the node that begins at the next character, if that character is to the right of a column.
  ///
  /// - Parameters:
  ///   - indent: The column of the innermost enclosing collection.
  ///   - place: The location to give a missing value, if no node begins there.
  mutating func block(above indent: Int, _ relation: OutlineNode.Relation, missingAt place: Int) -> Int {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.mostNesting else {
      // A node that is nested too deeply counts as a single scalar, up to the end of its line.
      let node = add(relation, at: position)
      while !isLineEnd(position) { position += 1 }
      fill(node, .scalar(.plain), nodes[node].range.lowerBound..<position)
      return node
    }
    skipToContent()
    guard begins(relation, above: indent) else { return add(relation, at: place) }
    let start = position
    var column = column
    if skipProperties(), isLineEnd(position) || current == UInt8(ascii: "#") {
      skipToContent()
      guard begins(relation, above: indent) else { return add(relation, at: start) }
      column = self.column
    }
    if isIndicator("-") { return sequence(at: column, start: start, relation) }
    if isIndicator("?") || isIndicator(":") || hasColonAfterKey() || isHalfTypedKey(at: column) {
      return mapping(at: column, start: start, relation)
    }
    return inline(above: indent, start: start, relation)
  }

  /// Whether the next character begins a node inside the enclosing collection.
  private func begins(_ relation: OutlineNode.Relation, above indent: Int) -> Bool {
    let isValue = if case .value = relation { true } else { false }
    return current != nil && !isDocumentMark
      && (column > indent || column == indent && isValue && isIndicator("-"))
  }

  private mutating func sequence(at column: Int, start: Int, _ relation: OutlineNode.Relation) -> Int {
    let node = add(relation, at: start)
    var items: [Int] = []
    var end = start
    while current != nil, self.column == column, isIndicator("-"), !isDocumentMark {
      position += 1
      end = position
      let item = block(above: column, .item(items.count, in: node), missingAt: position)
      items.append(item)
      end = max(end, nodes[item].range.upperBound)
      finishLine()
      skipToContent()
    }
    fill(node, .sequence(items), start..<end)
    return node
  }

  private mutating func mapping(at column: Int, start: Int, _ relation: OutlineNode.Relation) -> Int {
    let node = add(relation, at: start)
    var entries: [OutlineNode.Entry] = []
    var end = start
    // If properties such as `&name` precede the first key, the mapping has their column.
    var isFirst = true
    while current != nil, isFirst || self.column >= column, !isDocumentMark {
      let before = position
      if !isFirst, self.column > column || isIndicator("-") {
        guard self.column > column || !entries.isEmpty, let last = entries.last else { break }
        // A line that is indented too far probably belongs to the preceding entry.
        let stray = block(above: column - 1, .value(of: last.key, in: node), missingAt: position)
        entries.append(OutlineNode.Entry(key: last.key, colon: last.colon, value: stray))
      } else {
        entries.append(entry(at: column, in: node))
      }
      isFirst = false
      if let last = entries.last {
        end = max(end, nodes[last.value].range.upperBound, nodes[last.key].range.upperBound)
      }
      finishLine()
      if position == before { skipLine() }
      skipToContent()
    }
    fill(node, .mapping(entries), start..<end)
    return node
  }

  private mutating func entry(at column: Int, in mapping: Int) -> OutlineNode.Entry {
    let key: Int
    let isExplicit = isIndicator("?")
    if isExplicit {
      position += 1
      key = block(above: column, .key(in: mapping), missingAt: position)
      finishLine()
      skipToContent()
      guard self.column == column, isIndicator(":") else {
        return OutlineNode.Entry(key: key, colon: nil, value: add(.value(of: key, in: mapping), at: position))
      }
    } else {
      // A key is on one line: a scalar, an alias or a collection in brackets.
      _ = skipProperties()
      key =
        current == UInt8(ascii: "[") || current == UInt8(ascii: "{")
        ? flow(above: .max, start: position, .key(in: mapping)) : scalar(above: .max, .key(in: mapping), inFlow: false)
      skipBlanks()
    }
    guard current == UInt8(ascii: ":"), isBlankOrEnd(position + 1) else {
      let value = add(.value(of: key, in: mapping), at: nodes[key].range.upperBound)
      return OutlineNode.Entry(key: key, colon: nil, value: value)
    }
    let colon = position
    position += 1
    if isExplicit {
      // On this line, the value may also be a collection, which a key without a question mark does not allow.
      let value = block(above: column, .value(of: key, in: mapping), missingAt: position)
      return OutlineNode.Entry(key: key, colon: colon, value: value)
    }
    skipBlanks()
    let start = position
    let hasProperties = skipProperties()
    let value =
      isLineEnd(position) || current == UInt8(ascii: "#")
      ? block(above: column, .value(of: key, in: mapping), missingAt: hasProperties ? start : colon + 1)
      : inline(above: column, start: start, .value(of: key, in: mapping))
    return OutlineNode.Entry(key: key, colon: colon, value: value)
  }

  /// Whether a key with a colon after it begins here.
  private func hasColonAfterKey() -> Bool {
    var probe = self
    _ = probe.skipProperties()
    switch probe.current {
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?:
      guard let end = probe.quotedEndOnLine() else { return false }
      probe.position = end
    case UInt8(ascii: "*")?:
      while !isBlankOrEnd(probe.position) { probe.position += 1 }
    case UInt8(ascii: "[")?, UInt8(ascii: "{")?:
      guard let end = probe.bracketsEnd(onLine: true) else { return false }
      probe.position = end
    case UInt8(ascii: "|")?, UInt8(ascii: ">")?, UInt8(ascii: "#")?, nil: return false
    default: probe.position = probe.plainEnd(inFlow: false)
    }
    probe.skipBlanks()
    return probe.isIndicator(":")
  }

  /// Whether the text is probably an unfinished key: the next line has a complete key in the same column.
  private func isHalfTypedKey(at column: Int) -> Bool {
    guard let first = current, !"\"'*[{|>#".utf8.contains(first) else { return false }
    var index = position
    while true {
      while !isLineEnd(index) { index += 1 }
      guard index < bytes.count else { return false }
      index += bytes[index] == 0x0D && byte(index + 1) == 0x0A ? 2 : 1
      let start = index
      while byte(index) == 0x20 { index += 1 }
      if index < bytes.count, isLineEnd(index) || bytes[index] == UInt8(ascii: "#") { continue }
      var probe = self
      probe.lineStart = start
      probe.position = index
      return index - start == column && index < bytes.count && !probe.isIndicator("-") && probe.hasColonAfterKey()
    }
  }

  /// Skips the unread rest of a line.
  private mutating func finishLine() {
    // If the value was a collection, reading it may already have moved to the beginning of the next line.
    guard bytes[lineStart..<position].contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
    skipBlanks()
    guard current != UInt8(ascii: "#") else { return }
    while !isLineEnd(position) {
      if current == UInt8(ascii: "#"), position > 0, isBlankOrEnd(position - 1) { return }
      position += 1
    }
  }
}
