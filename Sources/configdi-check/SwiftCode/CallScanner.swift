import ConfigDI

/// The calls in a Swift file that refer to something in a manifest.
struct SwiftCalls: Sendable {
  /// A call whose argument can be read from the file: a type, a literal or a constant.
  struct Found: Sendable {
    let site: CallSite
    /// The constant that names the key. What it stands for may be declared in another file.
    var constant: String?
    /// The names in the key's type that may be type aliases.
    var typeNames: [String] = []
    /// The types that are extended around the call. A name in the call may be a generic parameter of such a type.
    var extended: [String] = []
    let callee: CallScanner.Callee
  }

  /// The key of a constant.
  struct Constant: Sendable, Equatable {
    let subject: CallSite.Subject
    /// The names in the key's type that may be type aliases.
    var typeNames: [String] = []
    /// The types that the extensions around the constant extend.
    var extended: [String] = []
  }

  let file: SourceFile
  var found: [Found] = []
  /// The calls that run a phase.
  var phases: [Found] = []
  /// The locations of calls whose arguments are not literals.
  var skipped: [SourceLocation] = []
  /// The file's `Key` constants; `nil` for an ambiguous name.
  var keys: [String: Constant?] = [:]
  var comments: [Comment] = []

  /// Whether the file has any relevant calls, constants or suppressions.
  var isOfUse: Bool {
    !found.isEmpty || !phases.isEmpty || !skipped.isEmpty || !keys.isEmpty || !comments.isEmpty
  }

  /// Reads a file; `nil` if it does not import the library.
  ///
  /// - Parameter aliases: The library's types that the program's type aliases stand for.
  init?(_ file: SourceFile, aliases: [String: String]) {
    self.file = file
    let lexer = SwiftLexer(file.bytes)
    let texts = lexer.parts.map { SwiftText(file.bytes, $0) }
    guard texts.contains(where: CallScanner.hasCalls) || !lexer.remarks.isEmpty else { return nil }
    let facts = SwiftFileFacts(texts[0], aliases: aliases)
    guard facts.importsLibrary else { return nil }
    let constants = CallScanner(texts[0], facts, file, inString: nil)
    keys = Dictionary(facts.keys.map { ($0.name, constants.constant($0.key)) }) { $0 == $1 ? $0 : nil }
    comments = lexer.remarks.map { range in
      let line = file.bytes[..<range.lowerBound].reversed().prefix { $0 != 0x0A && $0 != 0x0D }
      return Comment(location: file.location(range), isAlone: line.allSatisfy { $0 == 0x20 || $0 == 0x09 }, mark: "//")
    }
    // `configdi-check keys` writes such calls for every key in the manifest, whether it is used or not.
    guard !file.bytes.starts(with: Self.generated) else { return }
    var surroundings: [Int: CallScanner.Surroundings] = [:]
    for (part, text) in zip(lexer.parts, texts) {
      var scanner = CallScanner(text, facts, file, inString: part.string.flatMap { surroundings[$0] })
      scanner.scan()
      surroundings.merge(scanner.surroundingsOfStrings()) { $1 }
      found += scanner.found
      phases += scanner.phases
      skipped += scanner.skipped
    }
  }

  private static let generated = Array("// Written by `configdi-check".utf8)
}

/// Finds the calls in one piece of code: all code outside of interpolations, or the code in one interpolation.
struct CallScanner {
  let text: SwiftText
  private(set) var facts: SwiftFileFacts
  private let file: SourceFile
  /// For each lexeme, whether a `try` covers it. All calls to the library can throw.
  let isTried: [Bool]
  /// What surrounds the string, if the code is in an interpolation.
  private let outer: Surroundings?
  /// Whether each brace that was looked at so far is the body of a statement.
  var statementBraces: [Int: Bool] = [:]
  private(set) var found: [SwiftCalls.Found] = []
  private(set) var phases: [SwiftCalls.Found] = []
  private(set) var skipped: [SourceLocation] = []

  /// What surrounds a string literal with interpolations: whether a `try` covers it, and the braces around it, from
  /// inside to outside, as indices into the code outside of strings.
  typealias Surroundings = (isTried: Bool, braces: [Int])

  init(_ text: SwiftText, _ facts: SwiftFileFacts, _ file: SourceFile, inString outer: Surroundings?) {
    self.text = text
    self.facts = facts
    self.facts.text = text
    self.file = file
    self.outer = outer
    isTried = text.tried(inString: outer?.isTried)
  }

  func surroundingsOfStrings() -> [Int: Surroundings] {
    let strings = text.lexemes.indices.filter { text.lexemes[$0].kind == .string && !text.lexemes[$0].isPlain }
    return Dictionary(
      firstOf: strings.map { index in
        (text.lexemes[index].range.lowerBound, (isTried[index], braces(around: index)))
      })
  }

  /// The braces around a lexeme, from inside to outside, as indices into the code outside of strings.
  func braces(around index: Int) -> [Int] {
    guard outer == nil else { return outer?.braces ?? [] }
    return text.openings(around: index).filter { text.isSign($0, "{") }
  }

  mutating func scan() {
    for index in text.lexemes.indices where text.lexemes[index].kind == .word {
      let last = text.isSign(index + 1, "?") || text.isSign(index + 1, "!") ? index + 1 : index
      if text.isSign(last + 1, "["), text.conditions[index] != .dead, isTried[index],
        configuration(index).isLikely
      {
        readName(last, .read, labels: [nil, "as"]) { .exposedParameter($0) }
      }
      guard text.isSign(index + 1, "(") else { continue }
      // A method that does not throw has no other sign of its library.
      if text.isWord(index, "value"), text.isSign(index - 1, "."), text.conditions[index] != .dead {
        readServiceParameter(index, configuration(index - 2))
      }
      let range = text.lexemes[index].range
      guard (3...17).contains(range.count), Self.firstBytes.contains(text.bytes[range.lowerBound]),
        text.conditions[index] != .dead, !isDeclaration(index)
      else { continue }
      read(text.name(index), at: index)
    }
  }

  private static let firstBytes = Set("rhmowustPOCLi".utf8)
  static let names: Set<String> = [
    "resolve", "resolveAsync", "resolveIfPresent", "handle", "overlay", "OverlayDefinition", "Provided", "use", "set",
    "renew", "takeBack", "openScope", "withScope", "startScope", "make", "makeAsync", "Container", "ContainerStack",
    "LiveContainer", "run",
  ]

  /// Whether a file may contain relevant calls or constants. Most files contain neither, and are not read further.
  static func hasCalls(_ text: SwiftText) -> Bool {
    text.lexemes.indices.contains { index in
      let lexeme = text.lexemes[index]
      guard lexeme.kind == .word, (3...17).contains(lexeme.range.count) else { return false }
      if text.isWord(index, "Key") { return true }
      if text.isSign(index + 1, "(") {
        return firstBytes.contains(text.bytes[lexeme.range.lowerBound]) && names.contains(text.name(index))
      }
      // A type is named before `.init(…)` or in an annotation; `.init(manifest: …)` needs none.
      let mayBeType = lexeme.range.count >= 8 && ".]=?{".utf8.contains(text.sign(index + 1))
      return text.isWord(index, "configuration") || text.isWord(index, "ExposedParameters")
        || text.isWord(index, "manifest") || mayBeType && libraryTypes.contains(text.name(index))
    }
  }

  private func isDeclaration(_ index: Int) -> Bool { text.isWord(index - 1, "func") || text.isWord(index - 1, "case") }

  private mutating func read(_ name: String, at index: Int) {
    switch name {
    case "resolve", "resolveAsync", "resolveIfPresent":
      readRequest(
        index, name == "resolveAsync" ? .resolveAsync : .resolve, labels: [[nil], [nil, "named"]],
        isOptional: name == "resolveIfPresent")
    case "make", "makeAsync":
      readRequest(
        index, name == "make" ? .make : .makeAsync, labels: [[nil, "with"], [nil, "named", "with"]], isOptional: false)
    case "handle": readRequest(index, .resolve, labels: [["for"], ["for", "named"]], isOptional: false)
    case "overlay": readOverlay(index)
    case "init": if let type = typeOfInitializer(index) { readInitializer(of: type, index) }
    case "OverlayDefinition", "Provided", "Container", "ContainerStack", "LiveContainer":
      if isType(index) { readInitializer(of: text.path(endingAt: index), index) }
    case "use" where changesOverlay(index): readKey(index, .replace, labels: ["for"], .ours("OverlayDefinition"))
    case "renew" where changesOverlay(index), "takeBack" where changesOverlay(index):
      readName(index, .set, labels: ["parameter"]) { .parameter($0) }
      readKey(index, .replace, labels: [nil], .ours("OverlayDefinition"))
    case "set" where changesOverlay(index): readName(index, .set, labels: [nil, "to"]) { .parameter($0) }
    case "openScope", "withScope", "startScope":
      let receiver = receiver(of: index)
      guard receiver.isLikely, isTried[index] else { return }
      readName(index, name == "openScope" ? .open : .start, labels: [nil], receiver) { .scope($0) }
    case "run": if let phase = phase(at: index) { phases.append(phase) }
    default: break
    }
  }

  private mutating func readInitializer(of type: String, _ index: Int) {
    switch facts.libraryType(type) {
    case "OverlayDefinition": readKey(index, .replace, labels: [nil, "for"], .ours(type))
    case "Provided": readKey(index, .provide, labels: ["as", "for"], .ours(type))
    case "Container", "ContainerStack", "LiveContainer": readStage(index, of: type)
    default: break
    }
  }

  // MARK: - Kinds of calls

  private mutating func readRequest(
    _ index: Int, _ call: CallSite.Call, labels: [[String?]], isOptional: Bool
  ) {
    let arguments = arguments(of: index)
    // `make(Environment.init)` asks for the parameters of the initializer.
    let makes =
      (call == .make || call == .makeAsync) && arguments.last?.label == nil
      && arguments.last.map { text.isWord($0.value.upperBound - 1, "init") } ?? false
    guard makes || labels.contains(arguments.map(\.label)) else { return }
    let receiver = receiver(of: index)
    guard receiver != .foreign else { return }
    if !receiver.isOurs {
      guard isTried[index] else { return }
      // Apart from `resolveIfPresent`, none of these calls returns an optional.
      let end = text.end(of: index + 1) + 1
      if !isOptional, text.isAttached(end), text.isSign(end, "!") || text.isSign(end, "?") { return }
    }
    if makes { return skipped.append(location(arguments[arguments.count - 1].value)) }
    if receiver == .doubtful { skipped.append(location(arguments[0].value)) }
    readKey(arguments[0], arguments.first { $0.label == "named" }, call, receiver, index)
  }

  private mutating func readOverlay(_ index: Int) {
    let arguments = arguments(of: index)
    let known: Set<String?> = [nil, "named", "returning", "fileID", "line"]
    let receiver = receiver(of: index)
    guard let first = arguments.first, first.label == nil,
      arguments.dropFirst().dropLast().allSatisfy({ $0.label != nil }),
      arguments.allSatisfy({ known.contains($0.label) }), receiver.isLikely, isTried[index]
    else { return }
    let showsKey = text.isWord(first.value.upperBound - 1, "self") || isKey(first.value)
    // A definition inside the parentheses, such as `OverlayDefinition(…)`, is found as a call by itself.
    guard showsKey || receiver.isOurs && !text.isSign(first.value.upperBound - 1, ")") else { return }
    readKey(first, arguments.first { $0.label == "named" }, .replace, showsKey ? receiver : .unknown, index)
  }

  /// Reads the key from the first argument that has one of these labels.
  private mutating func readKey(
    _ index: Int, _ call: CallSite.Call, labels: [String?], _ receiver: SwiftFileFacts.Receiver
  ) {
    let arguments = arguments(of: index)
    guard let key = arguments.first(where: { labels.contains($0.label) }) else { return }
    readKey(key, arguments.first { $0.label == "named" }, call, receiver, index)
  }

  private mutating func readKey(
    _ argument: SwiftArgument, _ named: SwiftArgument?, _ call: CallSite.Call, _ receiver: SwiftFileFacts.Receiver,
    _ index: Int
  ) {
    let key = withoutModule(argument.value)
    if let made = expression(key, isTypeKnown: receiver.isOurs) {
      // `Key(Clock.self, named: "utc")` is the type and its variant.
      if let type = made.type { return readKey(type, made.variant, call, receiver, index) }
    } else if text.isSign(key.lowerBound, ".") && text.isSign(key.upperBound - 1, ")") {
      // A leading dot may begin a value of another library's type.
      if receiver.isOurs { skipped.append(location(key)) }
      return
    }
    var variant: String?
    if let named, !text.isWord(named.value.lowerBound, "nil") {
      guard let literal = literal(named.value) else { return skipped.append(location(named.value)) }
      variant = literal
    }
    switch self.key(key) {
    case .type(let type):
      let text = (type.location(in: file), named.flatMap { content($0.value) })
      add(.type(type.spelling, variant: variant), call, at: key, text, index, receiver, typeNames: type.names)
    case .custom(let name, let literal): add(.custom(name), call, at: key, (content(literal), nil), index, receiver)
    case .constant(let name): add(.custom(name), call, at: key, (nil, nil), index, receiver, constant: name)
    case .other(let isType): if receiver.isOurs || isType { skipped.append(location(key)) }
    }
  }

  private mutating func add(
    _ subject: CallSite.Subject, _ call: CallSite.Call, at range: Range<Int>, _ text: CallSite.Text, _ index: Int,
    _ receiver: SwiftFileFacts.Receiver, constant: String? = nil, typeNames: [String] = []
  ) {
    let site = CallSite(
      subject, by: call, at: location(range), text: text,
      isConditional: self.text.conditions[index] == .conditional)
    found.append(
      .init(
        site: site, constant: constant, typeNames: typeNames, extended: typeNames.isEmpty ? [] : extendedTypes(index),
        callee: callee(index, receiver)))
  }

  /// What a constant stands for; `nil` if it has no certain key.
  func constant(_ key: SwiftKey) -> SwiftCalls.Constant? {
    if let name = key.name { return literal(name).map { SwiftCalls.Constant(subject: .custom($0)) } }
    guard let type = key.type, case .type(let name) = self.key(type.value) else { return nil }
    return SwiftCalls.Constant(
      subject: .type(name.spelling, variant: key.variant.flatMap { literal($0.value) }), typeNames: name.names,
      extended: extendedTypes(key.range.lowerBound))
  }

  private mutating func readName(
    _ index: Int, _ call: CallSite.Call, labels: [String?], _ receiver: SwiftFileFacts.Receiver = .unknown,
    subject: (String) -> CallSite.Subject
  ) {
    let arguments = arguments(of: index)
    guard arguments.count >= labels.count, zip(arguments, labels).allSatisfy({ $0.label == $1 }) else { return }
    let value = arguments[0].value
    add(literal(value).map(subject), call, at: value, index, receiver)
  }

  /// Adds a call that names something with literals; without a subject, counts it.
  private mutating func add(
    _ subject: CallSite.Subject?, _ call: CallSite.Call, at value: Range<Int>, _ index: Int,
    _ receiver: SwiftFileFacts.Receiver
  ) {
    guard let subject else { return skipped.append(location(value)) }
    add(subject, call, at: value, (content(value), nil), index, receiver)
  }

  /// Reads the parameter `a.b` in `configuration.value(forService: "a", key: "b")`.
  private mutating func readServiceParameter(_ index: Int, _ receiver: SwiftFileFacts.Receiver) {
    let arguments = arguments(of: index)
    guard receiver.isOurs, arguments.map(\.label) == ["forService", "key"] else { return }
    let names = arguments.compactMap { literal($0.value) }
    add(
      names.count == 2 ? .exposedParameter(names.joined(separator: ".")) : nil, .read,
      at: arguments[0].value.lowerBound..<arguments[1].value.upperBound, index, receiver)
  }

  private mutating func readStage(_ index: Int, of type: String) {
    let arguments = arguments(of: index)
    guard let manifest = arguments.first(where: { $0.label == "manifest" }),
      let stage = arguments.first(where: { $0.label == "stage" }), !text.isWord(stage.value.lowerBound, "nil"),
      !isLocation(manifest.value, "yaml")
    else { return }
    let name = literal(stage.value).map { CallSite.Subject.stage($0, manifest: path(manifest.value)) }
    add(name, .choose, at: stage.value, index, .ours(type))
  }

  /// The path of a manifest: a literal, or `.path("…")`.
  private func path(_ value: Range<Int>) -> String? {
    guard isLocation(value, "path"), let open = text.opening(value.upperBound - 1) else { return literal(value) }
    return literal(open + 1..<value.upperBound - 1)
  }

  /// Whether an argument is a manifest's location in this form: `.yaml("…")`, or with a type's name before the dot.
  private func isLocation(_ value: Range<Int>, _ form: StaticString) -> Bool {
    guard text.isSign(value.upperBound - 1, ")"), let open = text.opening(value.upperBound - 1) else {
      return false
    }
    return value.contains(open) && text.isWord(open - 1, form) && text.isSign(open - 2, ".")
  }

  // MARK: - Arguments

  func arguments(of index: Int) -> [SwiftArgument] { text.arguments(ofCallAt: index) }

  /// The text of a nonempty literal.
  func literal(_ range: Range<Int>) -> String? {
    text.literal(range).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The location of a literal's text, without its quotes.
  private func content(_ range: Range<Int>) -> SourceLocation? {
    literal(range).map { _ in file.location(text.lexemes[range.lowerBound].content) }
  }

  func location(_ range: Range<Int>) -> SourceLocation {
    guard let first = text.lexemes[range].first, let last = text.lexemes[range].last else { return file.beginning }
    return file.location(first.range.lowerBound..<last.range.upperBound)
  }
}
