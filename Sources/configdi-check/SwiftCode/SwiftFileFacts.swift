/// The facts about a Swift file that decide what its calls mean.
struct SwiftFileFacts: Sendable {
  private(set) var importsLibrary = false
  /// Whether the file imports another container library, which has similar calls.
  private(set) var importsOther = false
  /// Names that do not determine a key: generic parameters, type aliases, and private or local types.
  private(set) var unsure: Set<String> = []
  /// The types of the file's variables and parameters, if their declarations show them.
  private var types: [Variable: Set<String>] = [:]
  /// The types of the variables that are declared in types and extensions. Other extensions see them too.
  private var memberTypes: [String: Set<String>] = [:]
  /// The names of all variables and parameters.
  private(set) var variables: Set<String> = []
  /// The key name of each `Key("…")` constant; `nil` for constants with the same name but different keys.
  private(set) var keys: [String: String?] = [:]

  static let libraries: Set<String> = ["ConfigDI", "ConfigDIRuntime", "ConfigDITesting"]
  static let otherLibraries: Set<String> = ["Swinject", "Resolver", "Factory", "FactoryKit", "Dip"]

  /// A variable, together with the brace around the code that sees it; -1 at the top level.
  private struct Variable: Hashable {
    let name: String
    let brace: Int
  }

  init(_ text: SwiftText, _ brackets: SwiftBrackets) {
    for index in text.lexemes.indices where text.lexemes[index].kind == .word {
      if text.isSign(index + 1, ":") { readAnnotation(index, text, brackets) }
      switch text.bytes[text.lexemes[index].range.lowerBound] {
      case UInt8(ascii: "i"):
        if let module = text.importedModule(index) {
          if Self.libraries.contains(module) { importsLibrary = true }
          if Self.otherLibraries.contains(module) { importsOther = true }
        }
        if text.isWord(index, "init") { readParameters(index + 1, text) }
        if text.isWord(index, "in") { readClosure(index, text, brackets) }
      case UInt8(ascii: "t") where text.isWord(index, "typealias"),
        UInt8(ascii: "a") where text.isWord(index, "associatedtype"):
        unsure.insert(text.name(index + 1))
      case UInt8(ascii: "s") where text.isWord(index, "struct") || text.isWord(index, "subscript"),
        UInt8(ascii: "c") where text.isWord(index, "class"),
        UInt8(ascii: "e") where text.isWord(index, "enum"),
        UInt8(ascii: "a") where text.isWord(index, "actor"),
        UInt8(ascii: "p") where text.isWord(index, "protocol"):
        readType(index, text, brackets)
      case UInt8(ascii: "f"):
        if text.isWord(index, "func") { readParameters(index + 2, text) }
        if text.isWord(index, "for") { variables.insert(text.name(index + 1)) }
      case UInt8(ascii: "l") where text.isWord(index, "let"), UInt8(ascii: "v") where text.isWord(index, "var"):
        readVariable(index + 1, text, brackets)
      default: break
      }
    }
  }

  /// The library's own type that a path such as `Container` or `ConfigDI.Container` names; `nil` for any other type.
  func libraryType(_ path: String) -> String? {
    let parts = path.split(separator: ".").map(String.init)
    if parts.count == 2, Self.libraries.contains(parts[0]) { return parts[1] }
    // Other libraries have a type of this name, too.
    return parts.count == 1 && !(importsOther && path == "Container") ? path : nil
  }

  /// Records the generic parameters after a declaration's name, or after the first sign of an operator.
  private mutating func readParameters(_ start: Int, _ text: SwiftText) {
    // Skips the other signs of an operator, and the `?` of `init?`.
    let signs = (start..<start + 8).prefix { text.sign($0) != 0 && !text.isSign($0, "(") }
    guard let index = signs.first(where: { text.isSign($0, "<") && text.isWord($0 + 1) }) else { return }
    unsure.formUnion(Self.parameters(at: index, text))
  }

  /// The names of the generic parameters in `<…>`.
  static func parameters(at index: Int, _ text: SwiftText) -> [String] {
    var names: [String] = []
    // Longer lists are not read to the end. No real declaration has one.
    let end = min(index + 500, text.lexemes.count)
    var index = index + 1
    var depth = 1
    var isFirst = true
    while depth > 0, index < end, text.sign(index) != UInt8(ascii: "{") {
      switch text.sign(index) {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">") where !text.isSign(index - 1, "-"): depth -= 1
      case UInt8(ascii: ",") where depth == 1: isFirst = true
      case 0 where isFirst && text.isWord(index):
        if !text.isWord(index, "each"), !text.isWord(index, "let") {
          names.append(text.name(index))
          isFirst = false
        }
      default: break
      }
      index += 1
    }
    return names
  }

  private mutating func readType(_ index: Int, _ text: SwiftText, _ brackets: SwiftBrackets) {
    if text.isWord(index, "subscript") { return readParameters(index + 1, text) }
    let name = text.name(index + 1)
    // Excludes `class func`, and members whose name is `actor`.
    guard text.isTypeName(index + 1), !text.isSign(index - 1, ".") else { return }
    readParameters(index + 2, text)
    let outer = brackets.openings(around: index).prefix(Self.deepestType).map { SwiftHeader(of: $0, text, brackets) }
    let isLocal = outer.first.map { $0 == nil } ?? false
    if isLocal || ([index] + outer.compactMap { $0?.keyword }).contains(where: { isPrivate($0, text, brackets) }) {
      unsure.insert(name)
    }
  }

  /// The maximum nesting depth of types, more than in any real source.
  private static let deepestType = 6

  /// Whether a modifier before the keyword makes the declared type, or what an extension declares, private.
  private func isPrivate(_ index: Int, _ text: SwiftText, _ brackets: SwiftBrackets) -> Bool {
    var position = index - 1
    while position >= 0 {
      if text.isSign(position, ")"), let open = brackets.opening(position), text.isSign(open - 2, "@") {
        // The arguments of an attribute.
        position = open - 2
      } else if text.isWord(position, "private") || text.isWord(position, "fileprivate") {
        return true
      } else if !text.isSign(position, "@"), !text.isSign(position - 1, "@"),
        !Self.modifiers.contains(text.name(position))
      {
        return false
      }
      position -= 1
    }
    return false
  }

  private static let modifiers: Set<String> = [
    "final", "indirect", "nonisolated", "distributed", "public", "package", "internal", "open",
  ]

  private mutating func readClosure(_ index: Int, _ text: SwiftText, _ brackets: SwiftBrackets) {
    guard let open = brackets.opening(index), text.isSign(open, "{"), index - open < 40 else { return }
    for position in open + 1..<index where text.isWord(position) { variables.insert(text.name(position)) }
  }

  // MARK: - Variables

  /// The types of a variable or parameter; `nil` if no declaration shows them.
  ///
  /// - Parameter braces: The braces around the code that uses the variable, from inside to outside.
  func types(of name: String, in braces: [Int]) -> Set<String>? {
    for brace in braces {
      if let found = types[Variable(name: name, brace: brace)] { return found }
    }
    return types[Variable(name: name, brace: -1)] ?? memberTypes[name]
  }

  private mutating func add(
    _ type: String, to name: String, in brace: Int, _ text: SwiftText, _ brackets: SwiftBrackets
  ) {
    types[Variable(name: name, brace: brace), default: []].insert(type)
    if SwiftHeader(of: brace, text, brackets) != nil { memberTypes[name, default: []].insert(type) }
  }

  /// The opening brace around a lexeme; -1 at the top level.
  private static func brace(around index: Int, _ text: SwiftText, _ brackets: SwiftBrackets) -> Int {
    brackets.openings(around: index).first { text.isSign($0, "{") } ?? -1
  }

  /// The opening brace of the function or closure whose parameters end at a parenthesis; `nil` if there is none.
  private func body(after end: Int, _ text: SwiftText, _ brackets: SwiftBrackets) -> Int? {
    var index = end + 1
    while index < min(end + 80, text.lexemes.count) {
      switch text.sign(index) {
      case UInt8(ascii: "{"): return index
      case UInt8(ascii: "("), UInt8(ascii: "["): index = brackets.end(of: index)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ";"): return nil
      default:
        if text.isWord(index, "in") { return Self.brace(around: end, text, brackets) }
        if Self.declarations.contains(text.name(index)) { return nil }
      }
      index += 1
    }
    return nil
  }

  private static let declarations: Set<String> = [
    "func", "var", "let", "init", "case", "subscript", "struct", "class", "enum", "actor", "protocol", "extension",
    "typealias", "associatedtype",
  ]

  private mutating func readVariable(_ index: Int, _ text: SwiftText, _ brackets: SwiftBrackets) {
    let name = text.name(index)
    guard !name.isEmpty else { return }
    var value = index + 1
    if text.isSign(value, ":") {
      // Skips the type, up to the initial value or the accessors.
      while value < min(index + 30, text.lexemes.count), !text.isSign(value, "="), !text.isSign(value, "{"),
        !["let", "var", "func", "static", "case", "init"].contains(text.name(value))
      {
        value += 1
      }
    }
    guard text.isSign(value, "=") || text.isSign(value, "{") else {
      variables.insert(name)
      return
    }
    if let key = key(
      at: value + 1, isAnnotated: text.isSign(index + 1, ":") && text.isWord(index + 2, "Key"), text, brackets)
    {
      if let known = keys[name], known != key { keys[name] = .some(nil) } else { keys[name] = .some(key) }
      return
    }
    variables.insert(name)
    guard text.isSign(index + 1, "=") else { return }
    var start = index + 2
    while text.isWord(start, "try") || text.isWord(start, "await") || text.isSign(start, "?") || text.isSign(start, "!")
    {
      start += 1
    }
    guard let (type, end) = Self.path(at: start, text), text.isSign(end, "(") else { return }
    add(type, to: name, in: Self.brace(around: index, text, brackets), text, brackets)
  }

  /// The name in `Key<…>("name")` or `Key("name")`, in `.init("name")` for a constant that is annotated as a key, and in
  /// `Self("name")` in an extension of `Key`; `nil` for any other expression.
  private func key(at index: Int, isAnnotated: Bool, _ text: SwiftText, _ brackets: SwiftBrackets) -> String? {
    var index = index
    if text.isWord(index, "return") { index += 1 }
    if text.isWord(index, "ConfigDI"), text.isSign(index + 1, ".") { index += 2 }
    if isAnnotated, text.isSign(index, "."), text.isWord(index + 1, "init") {
      index += 1
    } else if text.isWord(index, "Self") {
      let header = SwiftHeader(around: index, text, brackets)
      guard header?.name == "Key", header?.isExtension == true else { return nil }
    } else {
      guard text.isWord(index, "Key") else { return nil }
    }
    index += 1
    if text.isSign(index, "<") {
      let end = min(index + 200, text.lexemes.count)
      var depth = 0
      repeat {
        if text.isSign(index, "<") { depth += 1 }
        if text.isSign(index, ">"), !text.isSign(index - 1, "-") { depth -= 1 }
        index += 1
      } while depth > 0 && index < end
    }
    guard text.isSign(index, "("), text.isSign(index + 2, ")") else { return nil }
    return text.literal(index + 1)
  }

  /// Reads the type in `name: Type`, which declares a variable or a parameter. In a call, `label: value` looks similar,
  /// but no type follows the colon.
  private mutating func readAnnotation(_ index: Int, _ text: SwiftText, _ brackets: SwiftBrackets) {
    let isVariable = text.isWord(index - 1, "let") || text.isWord(index - 1, "var")
    let parenthesis = brackets.opening(index).flatMap { text.isSign($0, "(") ? $0 : nil }
    guard isVariable || parenthesis != nil else { return }
    if !isVariable { variables.insert(text.name(index)) }
    var start = index + 2
    while ["inout", "borrowing", "consuming", "isolated", "any", "some", "sending"].contains(text.name(start)) {
      start += 1
    }
    guard let (type, end) = Self.path(at: start, text) else { return }
    // `label: Type.make()` and `label: Type(…)` are arguments, not declarations.
    guard !text.isSign(end, "("), !text.isSign(end, ".") else { return }
    let brace =
      if !isVariable, let parenthesis {
        body(after: brackets.end(of: parenthesis), text, brackets)
      } else {
        Self.brace(around: index, text, brackets)
      }
    if let brace { add(type, to: text.name(index), in: brace, text, brackets) }
  }

  /// The path of a type, such as `Container` or `ConfigDI.Container`, and the index after it.
  private static func path(at start: Int, _ text: SwiftText) -> (type: String, end: Int)? {
    var index = start
    while true {
      guard text.name(index).first.map({ $0.isUppercase || $0 == "_" }) == true else { return nil }
      guard text.isSign(index + 1, "."), text.isWord(index + 2) else {
        return (stride(from: start, through: index, by: 2).map(text.name).joined(separator: "."), index + 1)
      }
      index += 2
    }
  }
}

/// The type or extension whose body begins at an opening brace.
struct SwiftHeader: Sendable {
  /// The names in the type's path, such as `Outer` and `Inner` for `extension Outer.Inner`.
  let path: [String]
  let isExtension: Bool
  /// The index of `struct`, `extension` or another keyword.
  let keyword: Int

  var name: String { path.last ?? "" }

  /// The innermost type or extension around a lexeme.
  init?(around index: Int, _ text: SwiftText, _ brackets: SwiftBrackets) {
    for open in brackets.openings(around: index) {
      guard let header = SwiftHeader(of: open, text, brackets) else { continue }
      self = header
      return
    }
    return nil
  }

  /// - Returns: `nil` if the brace belongs to a function, a closure or a statement.
  init?(of open: Int, _ text: SwiftText, _ brackets: SwiftBrackets) {
    guard text.isSign(open, "{") else { return nil }
    var index = open - 1
    while index >= 0, open - index < 80 {
      switch text.sign(index) {
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard let start = brackets.opening(index), start < index else { return nil }
        index = start - 1
        continue
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"): return nil
      default: break
      }
      let word = text.name(index)
      if Self.types.contains(word), !text.isSign(index - 1, "."), text.isTypeName(index + 1) {
        var path = [text.name(index + 1)]
        var last = index + 1
        while text.isSign(last + 1, "."), text.isWord(last + 2) {
          last += 2
          path.append(text.name(last))
        }
        self.path = path
        isExtension = word == "extension"
        keyword = index
        return
      }
      if word == "extension", text.isSign(index + 1, "[") {
        path = ["Array"]
        isExtension = true
        keyword = index
        return
      }
      if Self.code.contains(word) { return nil }
      index -= 1
    }
    return nil
  }

  private static let types: Set<String> = ["extension", "class", "struct", "enum", "actor", "protocol"]
  private static let code: Set<String> = [
    "func", "init", "var", "let", "subscript", "deinit", "get", "set", "in", "if", "else", "guard", "for", "while",
    "do",
    "catch", "switch", "return", "try", "await", "case", "defer", "repeat", "willSet", "didSet",
  ]
}
