import ConfigDI

/// Decides whether a call is to the library's own method, since other libraries have methods with the same names.
extension CallScanner {
  /// What a file shows about the method that a call calls.
  struct Callee: Sendable {
    let name: String
    let receiver: SwiftFileFacts.Receiver
    /// The name of the receiver, if the file does not declare it.
    let undeclared: String?
  }

  static let containers: Set<String> = ["Container", "LiveContainer", "ContainerStack", "MainContainer"]
  /// The library's types whose names matter, all without generic parameters.
  static let libraryTypes = containers.union(["OverlayDefinition", "LevelChanges", "Provided", "ExposedParameters"])

  func receiver(of index: Int) -> SwiftFileFacts.Receiver {
    guard text.isSign(index - 1, ".") else {
      return facts.receiver(of: facts.types(ofSelfAt: index) ?? [SwiftFileFacts.foreign])
    }
    return receiver(endingAt: text.before(index - 1))
  }

  private func receiver(endingAt end: Int) -> SwiftFileFacts.Receiver {
    let receiver = facts.receiver(of: facts.types(endingAt: end, in: braces(around: end)))
    // If another container library is imported, an unknown receiver may be one of its containers.
    return receiver == .unknown && facts.importsOther ? .foreign : receiver
  }

  func callee(_ index: Int, _ receiver: SwiftFileFacts.Receiver) -> Callee {
    let end = text.before(index - 1)
    let isUndeclared = text.isSign(index - 1, ".") && facts.types(endingAt: end, in: braces(around: end)) == nil
    return .init(
      name: text.name(index), receiver: receiver, undeclared: isUndeclared ? facts.name(endingAt: end) : nil)
  }

  private func types(of name: String, at index: Int) -> Set<String>? {
    facts.types(of: name, in: braces(around: index))
  }

  /// Whether a word is the parameters that the manifest exposes.
  func configuration(_ index: Int) -> SwiftFileFacts.Receiver {
    let name = text.name(index)
    if name == "configuration", text.isSign(index - 1, ".") { return receiver(endingAt: index - 2) }
    guard let types = types(of: name, at: index) else { return name == "configuration" ? .unknown : .foreign }
    return types.contains { facts.libraryType($0) == "ExposedParameters" } ? .ours(name) : .foreign
  }

  /// Whether a call names a type, so that it calls an initializer rather than a method.
  func isType(_ index: Int) -> Bool {
    text.isSign(index - 1, ".")
      ? SwiftFileFacts.libraries.contains(text.name(index - 2)) : facts.libraryType(text.name(index)) != nil
  }

  /// The names of the types that are extended around a call, such as `Outer` and `Inner` for `extension Outer.Inner`.
  func extendedTypes(_ index: Int) -> [String] {
    text.openings(around: index).compactMap { SwiftHeader(of: $0, text) }.filter(\.isExtension)
      .flatMap(\.path)
  }

  /// The phase in `run("logout")` or `run(Phase("logout"))`.
  func phase(at index: Int) -> SwiftCalls.Found? {
    let (arguments, receiver) = (arguments(of: index), receiver(of: index))
    guard arguments.count == 1, arguments[0].label == nil, isTried[index], receiver.isLikely else { return nil }
    var value = arguments[0].value
    if value.count == 4, text.isWord(value.lowerBound, "Phase") { value = value.lowerBound + 2..<value.upperBound - 1 }
    return literal(value).map { name in
      let site = CallSite(.phase(name), by: .run, at: location(value), isConditional: false)
      return .init(site: site, callee: callee(index, receiver))
    }
  }

  // MARK: - Provided instances, overlays and stack levels

  /// The type in an expression such as `Provided.init(…)` or, before a leading dot, in the annotation before it.
  func typeOfMember(_ index: Int) -> String? {
    guard text.isSign(index - 1, ".") else { return nil }
    if text.isTypeName(index - 2) { return text.path(endingAt: index - 2) }
    guard beginsValue(index - 1) else { return nil }
    var last = beginning(ofExpressionAt: index - 1) - 1
    let open = text.opening(index) ?? -1
    let isFirst = last == open || text.isSign(last, ",")
    if isFirst, text.isSign(open, "("), Self.overlaying.contains(text.name(open - 1)), isTried[open - 1],
      receiver(of: open - 1).isLikely
    {
      return "OverlayDefinition"
    }
    let isElement = text.isSign(open, "[") && isFirst
    if isElement {
      last = beginning(ofExpressionAt: open) - 1
      if text.isSign(last, ":"), let type = Self.typesOfLists[text.name(last - 1)] { return type }
    }
    let isAssigned = text.isSign(last, "=")
    guard isAssigned || text.isSign(last, "{") else { return nil }
    last -= 1
    while "?!+".utf8.contains(text.sign(last)) { last -= 1 }
    if isElement, text.isSign(last, "]") { last -= 1 }
    let type = text.path(endingAt: last)
    let first = last - 2 * type.utf8.count { $0 == UInt8(ascii: ".") }
    if ":>[".utf8.contains(text.sign(first - 1)) { return type }
    // The variable is declared elsewhere.
    guard isAssigned, let types = types(of: type, at: index), types.count == 1 else { return nil }
    return types.first.map { String($0.drop { $0 == "[" }) }
  }

  private static let typesOfLists = ["provided": "Provided", "providing": "Provided", "overlays": "OverlayDefinition"]

  /// Whether a dot begins a value, rather than following one.
  private func beginsValue(_ dot: Int) -> Bool {
    if text.isWord(dot - 1) { return ["try", "await", "return"].contains(text.name(dot - 1)) }
    let sign = text.sign(dot - 1)
    return sign != 0 && !")]}".utf8.contains(sign) && !("?!".utf8.contains(sign) && text.isAttached(dot - 1))
  }

  /// The index of the first operand of the expression that has a part at an index, such as the condition of `?:`. After
  /// `return`, it is the index after the function's opening brace.
  private func beginning(ofExpressionAt index: Int) -> Int {
    var first = index
    while first > 0, index - first < 60, !"=,;([{}".utf8.contains(text.sign(first - 1)) {
      let isLabel = text.isSign(first - 1, ":") && "(,".utf8.contains(text.sign(first - 3))
      if isLabel || text.hasLineBreak(before: first) && text.isWord(first) { break }
      if text.isWord(first - 1, "return") {
        let body = text.openings(around: first).first { text.isSign($0, "{") && !beginsWithStatement($0) }
        return body.map { $0 + 1 } ?? first
      }
      let isBracket = text.isSign(first - 1, ")") || text.isSign(first - 1, "]")
      first = isBracket ? text.opening(first - 1) ?? first - 1 : first - 1
    }
    return first
  }

  /// The type whose initializer a call to `init` names; `nil` if neither the code around it nor its labels show the type.
  func typeOfInitializer(_ index: Int) -> String? {
    // Without a dot, an initializer is declared.
    guard text.isSign(index - 1, ".") else { return nil }
    let isContainer = Set(arguments(of: index).map(\.label)).isSuperset(of: ["manifest", "stage", "registry"])
    return typeOfMember(index) ?? (isContainer ? "Container" : nil)
  }

  private func isChanged(_ type: String) -> Bool {
    facts.libraryType(type).map { $0 == "OverlayDefinition" || $0 == "LevelChanges" } ?? false
  }

  /// Whether a call to `use` or `set` changes an overlay or a level in a container stack.
  mutating func changesOverlay(_ index: Int) -> Bool {
    guard text.isSign(index - 1, "."), !text.isWord(index - 2, "self") else {
      guard let header = SwiftHeader(around: index, text), header.isExtension else { return false }
      return isChanged(header.path.joined(separator: "."))
    }
    let receiver = text.name(index - 2)
    if typeOfMember(index).map(isChanged) == true { return true }
    if !receiver.isEmpty, let types = types(of: receiver, at: index) {
      return types.contains { facts.libraryType($0) == "LevelChanges" }
    }
    let isMember = !receiver.isEmpty || text.isSign(index - 2, ")") || text.isSign(index - 2, "]")
    for open in text.openings(around: index) {
      if text.isSign(open, "{") {
        if isStatement(open) { continue }
        guard isMember, let callee = facts.callee(of: open), Self.changing.contains(text.name(callee)),
          self.receiver(of: callee).isLikely, isTried[callee]
        else { return false }
        if text.isSign(index - 3, "$") { return true }
        return isParameter(receiver, ofClosureAt: open)
      }
      if !isMember, text.isSign(open, "("), Self.overlaying.contains(text.name(open - 1)) { return true }
    }
    return false
  }

  /// Whether a brace is the body of an `if`, a loop or another statement, rather than a closure or a declaration. Each
  /// brace is judged once, since a hostile file may have many calls inside of many.
  private mutating func isStatement(_ open: Int) -> Bool {
    if let known = statementBraces[open] { return known }
    let answer = beginsWithStatement(open)
    statementBraces[open] = answer
    return answer
  }

  private func beginsWithStatement(_ open: Int) -> Bool {
    var index = open - 1
    while index >= 0, open - index < 60 {
      if text.isSign(index, ")") || text.isSign(index, "]") {
        guard let start = text.opening(index), start < index else { return false }
        index = start
      } else if "{};([".utf8.contains(text.sign(index)) {
        return false
      } else if Self.statements.contains(text.name(index)) {
        return true
      }
      index -= 1
    }
    return false
  }

  private static let statements: Set<String> = [
    "if", "else", "for", "while", "repeat", "switch", "do", "catch", "guard", "defer",
  ]
  /// The methods that may change a container stack.
  private static let changing: Set<String> = ["push", "replaceCurrent"]
  private static let overlaying: Set<String> = ["overlay", "withOverlays", "overlays"]

  private func isParameter(_ name: String, ofClosureAt open: Int) -> Bool {
    guard let end = (open + 1...open + 20).first(where: { text.isWord($0, "in") }) else { return false }
    return (open + 1..<end).contains { text.name($0) == name }
  }
}
