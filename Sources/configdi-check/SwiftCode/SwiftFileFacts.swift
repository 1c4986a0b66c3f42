/// The facts about a Swift file that decide what its calls mean.
struct SwiftFileFacts: Sendable {
  private(set) var importsLibrary = false
  /// Whether the file imports another container library, which has similar calls.
  private(set) var importsOther = false
  /// Names that do not determine a key: generic parameters, type aliases, and private or local types.
  private(set) var unsure: Set<String> = []
  private var declared = SwiftDeclarations()
  /// The library's types that the program's type aliases stand for, and those of static members such as `App.shared`.
  let aliases: [String: String]
  /// The types of the file's variables, parameters and functions. A function's name ends with `()`.
  private var types: [Variable: Set<String>] = [:]
  /// The types of the variables and functions that are declared in types and extensions. Other extensions see them too.
  /// A name such as `shared` is also there with its type's name, as in `App.shared`.
  private(set) var memberTypes: [String: Set<String>] = [:]
  /// The names of all variables and parameters.
  private(set) var variables: Set<String> = []
  /// The constants that are keys.
  private(set) var keys: [(name: String, key: SwiftKey)] = []

  static let libraries: Set<String> = ["ConfigDI", "ConfigDIRuntime", "ConfigDITesting"]
  static let otherLibraries: Set<String> = ["Swinject", "Resolver", "Factory", "FactoryKit", "Dip"]

  /// In `types`, the type of a variable whose declaration does not show its type.
  static let unknown = ""
  /// In `types`, a type that the declaration suggests but does not show.
  static let doubtful = "?"
  /// In `types`, a type that is certainly not a type of the library.
  static let foreign = "-"
  /// In `types`, the name of a closure's first parameter, as in `$0`.
  private static let firstParameter = "0"

  /// A variable, together with the brace around the code that sees it; -1 at the top level.
  private struct Variable: Hashable {
    let name: String
    let brace: Int
    /// Whether the variable is declared between the braces rather than before them. If so, it hides a parameter.
    let isInside: Bool
  }

  /// The code that the questions are about: that of the whole file, or that of an interpolation in it.
  var text: SwiftText

  init(_ text: SwiftText, aliases: [String: String] = [:]) {
    self.text = text
    self.aliases = aliases
    var untyped: [Int] = []
    for index in text.lexemes.indices where text.lexemes[index].kind == .word {
      if text.isSign(index + 1, ":") { readAnnotation(index) }
      // A binding after another one, as in `let first = 1, db = Key<Int>("db")`.
      if text.isSign(index - 1, ","), text.isSign(index + 1, "="), !text.isSign(index + 2, "=") {
        if let key = SwiftKey.constant(at: index + 2, isTypeKnown: false, text) {
          keys.append((text.name(index), key))
        }
        untyped.append(index - 1)
      }
      switch text.bytes[text.lexemes[index].range.lowerBound] {
      case UInt8(ascii: "i"):
        if let module = text.importedModule(index) {
          if Self.libraries.contains(module) { importsLibrary = true }
          if Self.otherLibraries.contains(module) { importsOther = true }
        }
        if text.isWord(index, "init") { readParameters(index + 1) }
        if text.isWord(index, "in") { untyped.append(index) }
      case UInt8(ascii: "t") where text.isWord(index, "typealias"),
        UInt8(ascii: "a") where text.isWord(index, "associatedtype"):
        unsure.insert(text.name(index + 1))
        declared.addAlias(at: index, in: text)
      case UInt8(ascii: "s") where text.isWord(index, "struct") || text.isWord(index, "subscript"),
        UInt8(ascii: "c") where text.isWord(index, "class"),
        UInt8(ascii: "e") where text.isWord(index, "enum"),
        UInt8(ascii: "a") where text.isWord(index, "actor"),
        UInt8(ascii: "p") where text.isWord(index, "protocol"):
        readType(index)
      case UInt8(ascii: "f"):
        if text.isWord(index, "func") {
          readParameters(index + 2)
          readResult(index)
          declared.addFunction(at: index, in: text)
        }
        if text.isWord(index, "for") {
          variables.insert(text.name(index + 1))
          untyped.append(index)
        }
      case UInt8(ascii: "l") where text.isWord(index, "let"), UInt8(ascii: "v") where text.isWord(index, "var"):
        readVariable(index + 1)
        if !text.isSign(index + 2, ":") { untyped.append(index) }
      default: break
      }
    }
    // The types of values may be those of variables that are declared later.
    for index in untyped { text.isWord(index, "in") ? readClosure(index) : readValue(index) }
  }

  /// The library's own type that a path such as `Container` or `ConfigDI.Container` names; `nil` for any other type.
  func libraryType(_ path: String) -> String? {
    if let type = aliases[path] { return type }
    let parts = path.split(separator: ".").map(String.init)
    if parts.count == 2, Self.libraries.contains(parts[0]) { return parts[1] }
    // Other libraries have a type of this name, too.
    return parts.count == 1 && !(importsOther && path == "Container") ? path : nil
  }

  /// Records the generic parameters after a declaration's name, or after the first sign of an operator.
  private mutating func readParameters(_ start: Int) {
    // Skips the other signs of an operator, and the `?` of `init?`.
    let signs = (start..<start + 8).prefix { text.sign($0) != 0 && !text.isSign($0, "(") }
    guard let index = signs.first(where: { text.isSign($0, "<") && text.isWord($0 + 1) }) else { return }
    unsure.formUnion(text.genericParameters(at: index))
  }

  private mutating func readType(_ index: Int) {
    if text.isWord(index, "subscript") { return readParameters(index + 1) }
    if text.isWord(index + 1) { declared.addType(at: index, in: text) }
    let name = text.name(index + 1)
    // Excludes `class func`, and members whose name is `actor`.
    guard text.isTypeName(index + 1), !text.isSign(index - 1, ".") else { return }
    readParameters(index + 2)
    let outer = text.openings(around: index).prefix(SwiftLimits.nestedTypes).map { SwiftHeader(of: $0, text) }
    let isLocal = outer.first.map { $0 == nil } ?? false
    if isLocal || ([index] + outer.compactMap { $0?.keyword }).contains(where: isPrivate) {
      unsure.insert(name)
    }
  }

  /// Whether a modifier before the keyword makes the declared type, or what an extension declares, private.
  private func isPrivate(_ index: Int) -> Bool {
    var position = index - 1
    while position >= 0 {
      if text.isSign(position, ")"), let open = text.opening(position), text.isSign(open - 2, "@") {
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

  private mutating func readClosure(_ index: Int) {
    guard let open = text.opening(index), text.isSign(open, "{"), index - open < 40 else { return }
    for position in open + 1..<index where text.isWord(position) { variables.insert(text.name(position)) }
    var start = text.isSign(open + 1, "[") ? text.end(of: open + 1) + 1 : open + 1
    if text.isSign(start, "(") { start += 1 }
    let outer = text.openings(around: open).prefix(SwiftLimits.nestedValues).filter { text.isSign($0, "{") }
    var types =
      self.types[Variable(name: Self.firstParameter, brace: open, isInside: false)]
      ?? types(ofElementsPassedTo: open, in: outer)
    while text.isWord(start), start + 1 == index || text.isSign(start + 1, ",") || text.isSign(start + 1, ")") {
      add(types ?? [Self.unknown], to: text.name(start), in: open)
      types = nil
      start += 2
    }
  }

  // MARK: - Variables

  /// The types of a variable or parameter; `nil` if no declaration shows them.
  func types(of name: String, in braces: [Int]) -> Set<String>? {
    var isHidden = false
    for brace in braces + [-1] {
      for isInside in [true, false] {
        guard let found = types[Variable(name: name, brace: brace, isInside: isInside)] else { continue }
        if found != [Self.unknown] {
          return isHidden || found.contains(Self.unknown) ? found.union([Self.doubtful]) : found
        }
        // What hides another variable may have the same type.
        isHidden = true
      }
    }
    return isHidden ? nil : memberTypes[name]
  }

  /// The types of the elements of a collection; `nil` if no declaration shows its type.
  func types(ofElementsOf name: String, in braces: [Int]) -> Set<String>? {
    types(of: name, in: braces).map { types in
      types.allSatisfy { $0.hasPrefix("[") } ? Set(types.map { String($0.dropFirst()) }) : [Self.doubtful]
    }
  }

  /// The declarations that other files may see, without the variables whose types no declaration shows.
  var declarations: SwiftDeclarations {
    var result = declared
    result.variables = types.reduce(into: memberTypes) { shared, variable in
      guard variable.key.brace == -1, variable.key.isInside else { return }
      shared[variable.key.name, default: []].formUnion(variable.value)
    }
    return result
  }

  private mutating func add(_ found: Set<String>, to name: String, in brace: Int, isInside: Bool = false) {
    types[Variable(name: name, brace: brace, isInside: isInside), default: []].formUnion(found)
    guard isInside, found != [Self.unknown], let header = SwiftHeader(of: brace, text) else { return }
    memberTypes[name, default: []].formUnion(found)
    if Self.instances.contains(name) { memberTypes["\(header.name).\(name)", default: []].formUnion(found) }
  }

  /// The opening brace around a lexeme; -1 at the top level.
  private func brace(around index: Int) -> Int {
    text.openings(around: index).first { text.isSign($0, "{") } ?? -1
  }

  /// The opening brace of the statement, function or closure whose condition or parameters precede it.
  private func body(after end: Int, isStatement: Bool = false) -> Int? {
    var index = end + 1
    while index < min(end + 80, text.lexemes.count) {
      switch text.sign(index) {
      case UInt8(ascii: "{"): return index
      case UInt8(ascii: "("), UInt8(ascii: "["): index = text.end(of: index)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ";"): return nil
      default:
        if text.isWord(index, isStatement ? "else" : "in") { return brace(around: end) }
        if !isStatement, Self.declarations.contains(text.name(index)) { return nil }
      }
      index += 1
    }
    return nil
  }

  private static let declarations: Set<String> = [
    "func", "var", "let", "init", "case", "subscript", "struct", "class", "enum", "actor", "protocol", "extension",
    "typealias", "associatedtype",
  ]

  private mutating func readVariable(_ index: Int) {
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
    var expression = value + 1
    if text.isWord(expression, "get"), text.isSign(expression + 1, "{") { expression += 2 }
    if text.isWord(expression, "return") { expression += 1 }
    let annotated = text.isSign(index + 1, ":") ? text.path(at: index + 2)?.type : nil
    let isKey =
      annotated.flatMap(libraryType) == "Key"
      || annotated == "Self" && SwiftHeader.extends("Key", around: index, text)
    if let key = SwiftKey.constant(at: expression, isTypeKnown: isKey, text) {
      return keys.append((name, key))
    }
    variables.insert(name)
    // The type of a closure, as in `let show: (Clock) -> Void = {`, shows that of its first parameter.
    guard text.isSign(value, "="), text.isSign(value + 1, "{"),
      (index + 1..<value).contains(where: { text.isSign($0, "-") && text.isSign($0 + 1, ">") }),
      let type = type(at: index + 2)
    else { return }
    add([type], to: Self.firstParameter, in: value + 1)
  }

  /// Records the type of a function's result.
  private mutating func readResult(_ index: Int) {
    guard let open = (index + 2..<index + 80).first(where: { text.isSign($0, "(") }) else { return }
    var arrow = open
    while text.isSign(arrow, "(") || ["async", "throws", "rethrows"].contains(text.name(arrow)) {
      arrow = text.isSign(arrow, "(") ? text.end(of: arrow) + 1 : arrow + 1
    }
    guard text.isSign(arrow, "-"), text.isSign(arrow + 1, ">"),
      let type = type(at: arrow + 2),
      !text.isSign(index + 2, "<") || !text.genericParameters(at: index + 2).contains(type)
    else { return }
    let brace = brace(around: index)
    add([type], to: "\(text.name(index + 1))()", in: brace, isInside: true)
  }

  /// Records the type of a variable without an annotation.
  ///
  /// - Parameter index: The index of `let`, `var` or `for`, or of the comma before a binding.
  private mutating func readValue(_ index: Int) {
    let name = text.name(index + 1)
    let outer = text.openings(around: index).prefix(SwiftLimits.nestedValues).filter { text.isSign($0, "{") }
    if text.isWord(index, "for") {
      guard text.isWord(index + 2, "in"), let body = body(after: index, isStatement: true) else {
        return
      }
      let isName = text.isWord(index + 3) && (text.isSign(index + 4, "{") || text.isWord(index + 4, "where"))
      let found = isName ? types(ofElementsOf: text.name(index + 3), in: outer) : nil
      return add(found ?? [Self.unknown], to: name, in: body)
    }
    let isPattern = text.isWord(index - 1, "case") || text.opening(index).map { text.isSign($0, "(") } ?? false
    // `if let name {` keeps the type.
    guard text.isWord(index + 1), text.isSign(index + 2, "=") || isPattern else { return }
    let found = text.isSign(index + 2, "=") ? types(ofValueAt: index + 3, in: outer) : [Self.unknown]
    let isCondition =
      isPattern || text.isSign(index - 1, ",") || text.isWord(index - 1, "if") || text.isWord(index - 1, "while")
    let body = isCondition ? body(after: index, isStatement: true) : nil
    add(found, to: name, in: body ?? outer.first ?? -1, isInside: body == nil || body == outer.first)
  }

  /// Reads the type in `name: Type`, which declares a variable or a parameter. In a call, `label: value` looks similar,
  /// but no type follows the colon.
  private mutating func readAnnotation(_ index: Int) {
    let isVariable = text.isWord(index - 1, "let") || text.isWord(index - 1, "var")
    let parenthesis = text.opening(index).flatMap { text.isSign($0, "(") ? $0 : nil }
    guard isVariable || parenthesis != nil else { return }
    if !isVariable { variables.insert(text.name(index)) }
    guard let type = type(at: index + 2) ?? (isVariable ? Self.unknown : nil) else { return }
    let brace = isVariable ? brace(around: index) : parenthesis.flatMap { body(after: text.end(of: $0)) }
    if let brace { add([type], to: text.name(index), in: brace, isInside: isVariable) }
  }

  /// The type at an index: `[` and the elements' type for a collection, the first parameter's type for a function.
  func type(at start: Int, depth: Int = 0) -> String? {
    var index = start
    while Self.specifiers.contains(text.name(index)) || text.isSign(index, "@") {
      index += text.isSign(index, "@") ? 2 : 1
    }
    let isCollection = text.isSign(index, "[")
    let found: String?
    var end = text.end(of: index) + 1
    if isCollection || text.isSign(index, "(") {
      // For a dictionary, the type of the values.
      let colon = (index..<end).prefix(40).last { isCollection && text.isSign($0, ":") }
      found = depth < 8 ? type(at: (colon ?? index) + 1, depth: depth + 1) : nil
    } else {
      let path = text.path(at: index)
      found = path?.type
      end = path?.end ?? end
    }
    // `label: Type.make()` and `label: Type(…)` are arguments, not declarations.
    guard let found, !text.isSign(end, "("), !text.isSign(end, ".") else { return nil }
    return isCollection ? "[\(found)" : found
  }

  private static let specifiers: Set<String> = [
    "inout", "borrowing", "consuming", "isolated", "any", "some", "sending", "each", "repeat",
  ]
}
