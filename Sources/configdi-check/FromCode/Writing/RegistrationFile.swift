import ConfigDI

/// A Swift file with registrations. Only calls on a `FactoryRegistry` count, not calls of the same name on other types.
struct RegistrationFile {
  let text: SwiftText
  private(set) var calls: [RegisterCall] = []
  /// The names that the file declares. A call to any of these does not make a type of the symbol graph.
  private(set) var declared: Set<String> = []
  private let facts: SwiftFileFacts

  init(_ bytes: [UInt8]) {
    text = SwiftText(bytes)
    facts = SwiftFileFacts(text)
    let keywords: Set = ["func", "let", "var", "struct", "class", "enum", "actor", "typealias"]
    for (index, lexeme) in text.lexemes.enumerated() where lexeme.kind == .word && (3...9).contains(lexeme.range.count)
    {
      if keywords.contains(text.name(index)) { declared.insert(text.name(index + 1)) }
    }
    var line = 1
    var counted = 0
    var index = 0
    while index < text.lexemes.count {
      defer { index += 1 }
      guard text.isSign(index, "("), RegisterCall.isMethod(text.name(index - 1)),
        let start = start(ofCallAt: index - 1)
      else { continue }
      let offset = text.lexemes[start].range.lowerBound
      line += bytes[counted..<offset].count { $0 == 0x0A }
      counted = offset
      guard let call = call(from: start, open: index, line: line) else { continue }
      calls.append(call)
      index = text.end(of: index)
    }
  }

  var bytes: [UInt8] { text.bytes }

  /// The index of the `import` of each imported module.
  private var importStatements: [(module: String, index: Int)] {
    text.lexemes.indices.filter { text.opening($0) == nil }.compactMap { index in
      text.importedModule(index).map { ($0, index) }
    }
  }

  var imports: Set<String> { Set(importStatements.map(\.module)) }

  /// The edits that import more modules, each before the first import with a greater name, or else after the last one.
  func importing(_ modules: Set<String>) -> [(range: Range<Int>, text: String)] {
    let existing = importStatements.filter { text.conditions[$0.index] == .none }
    return modules.sorted().map { module in
      let next = existing.first { $0.module > module }.map { greater in
        bytes[..<text.lexemes[greater.index].range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      }
      let end = existing.last.flatMap { bytes[text.lexemes[$0.index].range.upperBound...].firstIndex(of: 0x0A) }
      let offset = next ?? end.map { $0 + 1 } ?? 0
      return (offset..<offset, "import \(module)" + newline)
    }
  }

  var newline: String { SourceFile(path: "", bytes: bytes).lineBreak }

  /// The body of `func assemble(_ registry: inout FactoryRegistry)`: the index of its brace, and the registry's name.
  var body: (open: Int, registry: String)? {
    for index in text.lexemes.indices where text.isWord(index, "assemble") && text.isWord(index - 1, "func") {
      let parameters = index + 1
      guard text.isSign(parameters, "(") else { continue }
      let close = text.end(of: parameters)
      guard text.isSign(close + 1, "{"), text.end(of: close + 1) < text.lexemes.count,
        let registry = (parameters + 1..<close).first(where: {
          text.isSign($0 + 1, ":") && isRegistry($0, in: [close + 1])
        })
      else { continue }
      return (close + 1, text.string(registry))
    }
    return nil
  }

  /// The registrations directly in a body, not in a nested block, in an `#if`, or on a line with other code.
  func anchors(in open: Int) -> [RegisterCall] {
    // Not the conditions of the brackets: those leave out an `#if` that is surely true, and count one around the body.
    var directives: [(index: Int, depth: Int)] = []
    for index in open + 1..<text.end(of: open) where text.isSign(index, "#") && text.isAttached(index + 1) {
      let depth = directives.last?.depth ?? 0
      if text.isWord(index + 1, "if") { directives.append((index, depth + 1)) }
      if text.isWord(index + 1, "endif") { directives.append((index, depth - 1)) }
    }
    var passed = 0
    return calls.filter { call in
      while passed < directives.count, directives[passed].index < call.index { passed += 1 }
      let isConditional = passed > 0 && directives[passed - 1].depth > 0
      return !isConditional && text.opening(call.index) == open && lines(of: call.range) != call.range
    }
  }

  /// Extends a range to whole lines if they contain nothing else but a trailing comment.
  func lines(of range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
    guard start == 0 || bytes[start - 1] == 0x0A, let end = nextLine(after: range.upperBound) else { return range }
    return start..<end
  }

  /// The range to delete with a call: whole lines or, beside other code, also the semicolon that ends the call.
  func deletion(of range: Range<Int>) -> Range<Int> {
    let lines = lines(of: range)
    guard lines == range else { return lines }
    var end = range.upperBound
    while end < bytes.count, Self.isBlank(bytes[end]) { end += 1 }
    if end < bytes.count, bytes[end] == UInt8(ascii: ";") {
      end += 1
      while end < bytes.count, Self.isBlank(bytes[end]) { end += 1 }
      return range.lowerBound..<end
    }
    var start = range.lowerBound
    while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
    return start > 0 && bytes[start - 1] == UInt8(ascii: ";") ? start - 1..<range.upperBound : range
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The start of the next line; `nil` if the rest of the line contains anything but a comment.
  func nextLine(after offset: Int) -> Int? {
    var end = offset
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x0D { end += 1 }
    if bytes[end...].starts(with: "//".utf8) { end = bytes[end...].firstIndex(of: 0x0A) ?? end }
    return end < bytes.count && bytes[end] == 0x0A ? end + 1 : nil
  }

  /// The start of the comments directly above a line, or the line's own start if there are none.
  func aboveComments(_ start: Int) -> Int {
    var start = start
    while start > 0 {
      let line = bytes[..<(start - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      guard bytes[line..<start].drop(while: { $0 == 0x20 || $0 == 0x09 }).starts(with: "//".utf8) else { return start }
      start = line
    }
    return start
  }

  // MARK: Registries

  private static let type = "FactoryRegistry"

  /// The first lexeme of a call on a registry, given its method's index; `nil` if the call is on something else.
  private func start(ofCallAt method: Int) -> Int? {
    guard text.isSign(method - 1, ".") else {
      return !text.isWord(method - 1, "func") && isInRegistry(method) ? method : nil
    }
    let receiver = method - 2
    if text.isWord(receiver, "self") { return isInRegistry(receiver) ? receiver : nil }
    guard isRegistry(receiver, in: text.openings(around: receiver).filter { text.isSign($0, "{") }) else {
      return nil
    }
    var start = receiver
    while text.isSign(start - 1, "."), text.isWord(start - 2) { start -= 2 }
    return start
  }

  /// Whether the name is that of a registry in the code inside these braces.
  private func isRegistry(_ index: Int, in braces: [Int]) -> Bool {
    facts.types(of: text.name(index), in: braces)?.contains { facts.libraryType($0) == Self.type } ?? false
  }

  private func isInRegistry(_ index: Int) -> Bool {
    SwiftHeader.extends(Self.type, around: index, text)
  }
}
