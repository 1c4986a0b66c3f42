/// The keys and scalars in text that is not YAML, recognized by their appearance.
struct OutlineOfUnread {
  struct Key {
    /// The key's name; empty for a pair of brackets.
    let name: String
    let parent: Int?
    /// Whether an entry below the key declares the key's value secret.
    var saysSecret = false
  }

  private(set) var keys: [Key] = []
  private(set) var scalars: [(range: Range<Int>, owner: Int?)] = []
  private let bytes: [UInt8]
  /// Whether a word in front of another word may be a key without its colon.
  private let mayBeKey: (String) -> Bool
  /// The open block keys with their indentation, innermost last.
  private var block: [(indentation: Int, key: Int)] = []
  /// The open brackets with their latest key.
  private var flow: [(bracket: Int, closing: UInt8, key: Int?)] = []
  /// Whether the outermost open bracket is missing in the text.
  private var isAssumed = false
  /// The owner of text before an unexpected key on this line. It may own the text up to the next comma in as many
  /// brackets, too.
  private var former: (owner: Int?, depth: Int)?
  /// An open scalar that spans lines. It ends at its closing quote, or before a line with less indentation.
  private var open: (quote: UInt8?, indentation: Int, owner: Int?)?

  private var line = Line(range: 0..<0, position: 0)

  /// A line and how far it was read.
  private struct Line {
    let range: Range<Int>
    var position: Int
    var indentation = 0
    /// The indentation of a value at the position.
    var column = 0
    /// Whether the current entry has a key already.
    var hasKey = false
    /// The indentation of the line's first key outside brackets.
    var keyColumn: Int?
    /// Whether the last part was a key.
    var isValueDue = false
  }

  /// The names of the parameters that the text declares secret.
  var secretParameters: Set<String> {
    Set(
      keys.indices.lazy.filter { keys[$0].saysSecret }.compactMap { key in
        let named = names(key).prefix(2)
        return named.last == ManifestKey.parameters.rawValue ? named.first : nil
      })
  }

  /// Whether the file may give values to parameters that other files declare, perhaps as secret.
  var changesOtherFiles: Bool {
    keys.contains { $0.parent == nil && [ManifestKey.imports.rawValue, ManifestKey.kind.rawValue].contains($0.name) }
  }

  /// The names of the parameters that the file's own section declares.
  var ownParameters: Set<String> {
    Set(
      keys.indices.lazy.map(names).filter { $0.count == 2 && $0[1] == ManifestKey.parameters.rawValue }.map { $0[0] })
  }

  /// The parameter of another file whose value a key may hold; `nil` if it holds something else.
  func otherParameter(around key: Int, _ own: Set<String>) -> String? {
    let names = names(key)
    // In a stage that is not read as a mapping, any text may be a parameter's.
    if names.count > 1, names.last == ManifestKey.stages.rawValue,
      names.dropLast(2).last.map({ StageKey(rawValue: $0) == nil }) ?? true
    {
      return names[0]
    }
    guard let section = names.firstIndex(of: ManifestKey.parameters.rawValue), section > 0 else { return nil }
    let fields = names[..<(section - 1)]
    let isValue = fields.allSatisfy { [.value, .default, nil].contains(ParameterKey(rawValue: $0)) }
    return isValue && !own.contains(names[section - 1]) ? names[section - 1] : nil
  }

  /// The names of a key and of those around it, innermost first.
  private func names(_ key: Int) -> [String] {
    sequence(first: key) { keys[$0].parent }.prefix(Self.deepest).map { keys[$0].name }.filter { !$0.isEmpty }
  }

  /// The maximum nesting depth, more than in any real manifest.
  static let deepest = 512

  init(_ bytes: [UInt8], mayBeKey: @escaping (String) -> Bool) {
    self.bytes = bytes
    self.mayBeKey = mayBeKey
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      read(start..<end)
      start = end + 1
    }
  }

  private mutating func read(_ range: Range<Int>) {
    line = Line(range: range, position: range.lowerBound)
    skipSpaces()
    guard line.position < range.upperBound else { return }
    line.indentation = line.position - range.lowerBound
    line.column = line.indentation
    former = nil
    readOpenScalar()
    // An unclosed bracket does not swallow the rest of the file, and a missing one not the next line.
    if isAssumed || block.last.map({ line.indentation <= $0.indentation }) == true && beginsEntry { flow = [] }
    isAssumed = false
    while line.position < range.upperBound {
      skipSpaces()
      guard line.position < range.upperBound else { return }
      switch bytes[line.position] {
      case UInt8(ascii: "#"):
        // Inside brackets, what seems to be a comment may be part of a value, and the entry may continue behind it.
        guard !flow.isEmpty else { return }
        line.position += 1
      case UInt8(ascii: "-") where flow.isEmpty && !line.hasKey && isBlank(line.position + 1):
        line.position += 1
        line.column = line.position - range.lowerBound
      case UInt8(ascii: "{"), UInt8(ascii: "["): openBracket()
      case UInt8(ascii: "}"), UInt8(ascii: "]"): closeBracket()
      case UInt8(ascii: ",") where !flow.isEmpty:
        flow[flow.count - 1].key = nil
        if let depth = former?.depth, flow.count <= depth { former = nil }
        line.position += 1
        line.hasKey = false
      case UInt8(ascii: "&"), UInt8(ascii: "!"): readProperty()
      case UInt8(ascii: "|"), UInt8(ascii: ">"):
        // Text on the same line is a mistake, and may have keys.
        line.position += 1
        let header = bytes[line.position..<range.upperBound].prefix(2).prefix { $0.isDigit || "+-".utf8.contains($0) }
        let rest = bytes[header.endIndex..<range.upperBound].first { !$0.isBlank }
        guard rest == nil || rest == UInt8(ascii: "#") else { continue }
        open = (nil, line.indentation, owner)
        return
      default:
        if let (name, end) = key(at: line.position),
          !line.hasKey || bytes[end - 1] == UInt8(ascii: ":") && isBlank(end)
        {
          readKey(name, upTo: end)
          continue
        }
        line.position = readScalar()
      }
      line.isValueDue = false
    }
  }

  /// Reads a further line of an open scalar, or ends the scalar. The scalar's lines are parsed anyway: the quote may be
  /// the mistake. A line of a block scalar may be indented too little, unless it begins the next entry.
  private mutating func readOpenScalar() {
    guard let open, line.indentation > open.indentation || open.quote == nil && !beginsEntry else {
      open = nil
      return
    }
    scalars.append((line.position..<line.range.upperBound, open.owner))
    if let quote = open.quote, bytes[line.range].contains(quote) { self.open = nil }
  }

  private mutating func openBracket() {
    keys.append(Key(name: "", parent: owner))
    // In ASCII, a closing bracket is two after its opening one.
    flow.append((keys.count - 1, bytes[line.position] + 2, nil))
    line.position += 1
    line.hasKey = false
  }

  private mutating func closeBracket() {
    let open = flow.suffix(16).lastIndex { $0.closing == bytes[line.position] }
    line.position += 1
    let next = firstNonblank(from: line.position)
    // Outside brackets, no comma follows a closing bracket: this one is a mistake or part of a value.
    if let open, flow.count != 1 || next == line.range.upperBound || bytes[next] != UInt8(ascii: ",") {
      flow.removeSubrange(open...)
    }
    line.hasKey = true
  }

  /// Reads an anchor or a tag, which precedes the value.
  private mutating func readProperty() {
    let word = bytes[line.position..<line.range.upperBound].prefix { $0 > 0x20 && !",]}".utf8.contains($0) }
    line.position = word.endIndex
    skipSpaces()
    // Nothing follows, so this is the value, and the character is part of it.
    if line.position == line.range.upperBound || ",]}".utf8.contains(bytes[line.position]) {
      add(word.startIndex + 1..<word.endIndex)
    }
  }

  private mutating func readKey(_ name: String, upTo end: Int) {
    if line.hasKey {
      let owner = owner
      // A comma or an opening brace is missing, or the word is part of the value.
      if ParameterKey(rawValue: name) == nil { add(line.position..<end - 1) }
      if line.isValueDue, flow.last?.key.map({ ParameterKey(rawValue: keys[$0].name) == nil }) ?? true {
        isAssumed = isAssumed || flow.isEmpty
        flow.append((keys.count, UInt8(ascii: "}"), nil))
        keys.append(Key(name: "", parent: owner))
      }
      former = former ?? (owner, flow.count)
    }
    if flow.isEmpty {
      line.column = max(line.column, line.indentation)
      line.keyColumn = line.keyColumn ?? line.position - line.range.lowerBound
    }
    add(name, at: flow.isEmpty ? line.keyColumn : nil)
    line.position = end
    line.hasKey = true
    line.isValueDue = true
  }

  /// Whether the rest of the line begins with a key or a list's element.
  private var beginsEntry: Bool {
    bytes[line.position] == UInt8(ascii: "-") && isBlank(line.position + 1) || key(at: line.position) != nil
  }

  /// The name of the key at a position, and the position after its colon. The colon may be missing, wrong, or without
  /// the space after it.
  private func key(at position: Int) -> (name: String, end: Int)? {
    let lineEnd = line.range.upperBound
    let quote = bytes[position]
    if quote.isQuote {
      let start = position + 1
      guard let close = bytes[start..<lineEnd].firstIndex(of: quote) else { return nil }
      let rest = bytes[(close + 1)..<lineEnd].drop { $0 == 0x20 }
      return rest.first == UInt8(ascii: ":")
        ? (String(decoding: bytes[start..<close], as: UTF8.self), rest.startIndex + 1) : nil
    }
    let word = bytes[position..<lineEnd].prefix(while: \.isKeyPart)
    let end = bytes[word.endIndex..<lineEnd].firstIndex { !$0.isBlank }
    guard !word.isEmpty, let end else { return nil }
    let name = String(decoding: word, as: UTF8.self)
    switch bytes[end] {
    case UInt8(ascii: ":") where end + 1 == lineEnd || bytes[end + 1] != UInt8(ascii: "/"):
      return (name, end + 1)
    case UInt8(ascii: "="): return (name, end + 1)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return (name, end)
    default: return bytes[end - 1] <= 0x20 && bytes[end] != UInt8(ascii: "#") && mayBeKey(name) ? (name, end) : nil
    }
  }

  /// Reads a scalar, and returns the position after it.
  private mutating func readScalar() -> Int {
    bytes[line.position].isQuote ? readQuoted() : readPlain()
  }

  private mutating func readPlain() -> Int {
    let (start, lineEnd) = (line.position, line.range.upperBound)
    var end = start
    while end < lineEnd, !endsPlain(end) { end = (endOfReference(end) ?? end) + 1 }
    // After a missing comma in brackets, the last of several words is the next key.
    let isKey = !flow.isEmpty && end < lineEnd && bytes[end] == UInt8(ascii: ":") && bytes[start..<end].contains(0x20)
    var next = end
    if isKey {
      next = bytes[start..<end].lastIndex(of: 0x20).map { $0 + 1 } ?? start
      end = next
    }
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    let from = bytes[start] == UInt8(ascii: "*") ? start + 1 : start
    add(min(from, end)..<end)
    if isKey { flow[flow.count - 1].key = nil }
    guard isKey, let (name, after) = key(at: next) else { return max(next, start + 1) }
    add(name, at: nil)
    return after
  }

  private mutating func readQuoted() -> Int {
    let (start, lineEnd) = (line.position, line.range.upperBound)
    let quote = bytes[start]
    var end = start + 1
    while end < lineEnd, bytes[end] != quote || isEscaped(end, from: start) { end += 1 }
    add(start + 1..<end)
    if end < lineEnd {
      // What follows cannot follow a quote, so this is the quote of a later value.
      let next = firstNonblank(from: end + 1)
      guard !flow.isEmpty, next < lineEnd, bytes[next] != quote, !",]}:#".utf8.contains(bytes[next]) else {
        return end + 1
      }
      return bytes[start..<end].firstIndex(of: UInt8(ascii: ",")) ?? end + 1
    }
    open = (quote, line.indentation, owner)
    // The quote may be the mistake: the rest is parsed as well.
    return flow.isEmpty ? end : bytes[start..<end].firstIndex(of: UInt8(ascii: ",")) ?? end
  }

  private func isEscaped(_ position: Int, from start: Int) -> Bool {
    guard bytes[start] == UInt8(ascii: "\"") else { return false }
    return bytes[start + 1..<position].reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
  }

  /// The position of the brace that closes a `${…}` whose opening brace is at a position; it closes no bracket.
  private func endOfReference(_ position: Int) -> Int? {
    let line = line.range
    guard position < line.upperBound, bytes[position] == UInt8(ascii: "{"), position > line.lowerBound,
      bytes[position - 1] == UInt8(ascii: "$")
    else { return nil }
    let end = bytes[position + 1..<line.upperBound].firstIndex { ",:#[]{}".utf8.contains($0) }
    return end.flatMap { bytes[$0] == UInt8(ascii: "}") ? $0 : nil }
  }

  private func endsPlain(_ position: Int) -> Bool {
    switch bytes[position] {
    case UInt8(ascii: ":"): isBlank(position + 1)
    case UInt8(ascii: "#"): position > line.range.lowerBound && bytes[position - 1] <= 0x20
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "}"): !flow.isEmpty
    case UInt8(ascii: "{"): !flow.isEmpty && bytes[position - 1] != UInt8(ascii: "$")
    default: false
    }
  }

  /// - Parameter column: The key's indentation in a block; `nil` inside brackets.
  private mutating func add(_ name: String, at column: Int?) {
    var parent: Int?
    if let column {
      while let last = block.last, last.indentation >= column { block.removeLast() }
      parent = block.last?.key
      block.append((column, keys.count))
    } else {
      parent = flow.last?.bracket
      if !flow.isEmpty { flow[flow.count - 1].key = keys.count }
    }
    keys.append(Key(name: name, parent: parent))
    if let parent, ParameterKey.meansSecret(name) { keys[parent].saysSecret = true }
  }

  private mutating func add(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let owner = owner
    scalars.append((range, owner))
    if let former, !bytes[range].elementsEqual("true".utf8) { scalars.append((range, former.owner)) }
    if let owner, let parent = keys[owner].parent, ParameterKey.meansSecret(keys[owner].name),
      bytes[range].elementsEqual("false".utf8)
    {
      keys[parent].saysSecret = false
    }
  }

  /// The key that owns a value at this position.
  private var owner: Int? {
    if let level = flow.last { return level.key ?? level.bracket }
    // A value that is indented like its key is a mistake, but still belongs to the key.
    return line.hasKey ? block.last?.key : block.last { $0.indentation <= line.column }?.key
  }

  private mutating func skipSpaces() { line.position = firstNonblank(from: line.position) }

  private func firstNonblank(from position: Int) -> Int {
    var position = position
    while position < line.range.upperBound, bytes[position].isBlank { position += 1 }
    return position
  }

  private func isBlank(_ position: Int) -> Bool {
    position >= line.range.upperBound || bytes[position] == 0x20 || bytes[position] == 0x09
  }
}
