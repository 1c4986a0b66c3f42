/// Decides whether a call is to the library's own method, since other libraries have methods with the same names.
extension CallScanner {
  enum Receiver {
    /// The file shows that the receiver is a container or another library type that has the method.
    case ours
    /// The receiver may be a container or another library type that has the method.
    case unknown
    case foreign
  }

  static let containers: Set<String> = ["Container", "LiveContainer", "ContainerStack", "MainContainer"]
  private static let instances: Set<String> = ["shared", "default", "standard", "instance", "main", "current"]

  func receiver(of index: Int) -> Receiver {
    guard text.isSign(index - 1, ".") else { return isInContainer(index) ? .ours : .foreign }
    return receiver(endingAt: index - 2)
  }

  private func receiver(endingAt end: Int) -> Receiver {
    let receiver = plainReceiver(endingAt: end)
    // If another container library is imported, an unknown receiver may be one of its containers.
    return receiver == .unknown && facts.importsOther ? .foreign : receiver
  }

  private func plainReceiver(endingAt end: Int) -> Receiver {
    var end = end
    while true {
      if text.isSign(end, "?") || text.isSign(end, "!") {
        // The `?` of a conditional expression stands apart.
        guard text.isAttached(end) else { return .foreign }
        end -= 1
      }
      // A receiver that ends in a bracket is the result of a call or a subscript. A call that begins with a dot would be
      // static, and the library has no static calls.
      guard text.isWord(end) else {
        if text.isSign(end, ")"), let open = brackets.opening(end), text.name(open - 1).first?.isUppercase == true {
          return receiver(ofType: path(endingAt: open - 1))
        }
        return text.isSign(end, ")") || text.isSign(end, "]") ? .unknown : .foreign
      }
      let name = text.name(end)
      if name == "self" {
        return isInContainer(end) ? .ours : SwiftHeader(around: end, text, brackets) == nil ? .unknown : .foreign
      }
      if name == "super" || name.first?.isUppercase == true { return .foreign }
      guard text.isSign(end - 1, ".") else {
        // After a keyword, a leading dot begins the name of a case or of a static member.
        return SwiftWords.isKeyword(name) ? .foreign : receiver(called: name, at: end)
      }
      guard Self.instances.contains(name) else {
        return text.isWord(end - 2, "self") ? receiver(called: name, at: end) : .unknown
      }
      end -= 2
      if text.name(end).first?.isUppercase == true { return receiver(ofType: path(endingAt: end)) }
    }
  }

  private func receiver(called name: String, at index: Int) -> Receiver {
    guard let types = types(of: name, at: index) else { return .unknown }
    return types.contains { receiver(ofType: $0) == .ours } ? .ours : .foreign
  }

  private func receiver(ofType name: String) -> Receiver {
    facts.libraryType(name).map(Self.containers.contains) == true ? .ours : .foreign
  }

  /// The path of a type up to its last name, such as `ConfigDI.Container`.
  private func path(endingAt end: Int) -> String {
    var path = text.name(end)
    var end = end
    while text.isSign(end - 1, "."), text.name(end - 2).first?.isUppercase == true {
      end -= 2
      path = "\(text.name(end)).\(path)"
    }
    return path
  }

  private func types(of name: String, at index: Int) -> Set<String>? {
    facts.types(of: name, in: braces(around: index))
  }

  /// Whether a word before a subscript is the parameters that the manifest exposes.
  func isConfiguration(_ index: Int) -> Bool {
    let name = text.name(index)
    if name == "configuration", text.isSign(index - 1, ".") {
      return receiver(endingAt: index - 2) != .foreign && isTried(index)
    }
    guard let types = types(of: name, at: index) else { return name == "configuration" && isTried(index) }
    return types.contains { facts.libraryType($0) == "ExposedParameters" } && isTried(index)
  }

  /// Whether the code is in an extension of a container type, so that `self` is a container.
  private func isInContainer(_ index: Int) -> Bool {
    SwiftHeader(around: index, text, brackets).map {
      $0.isExtension && receiver(ofType: $0.path.joined(separator: ".")) == .ours
    } ?? false
  }

  /// Whether a call names a type, so that it calls an initializer rather than a method.
  func isType(_ index: Int) -> Bool {
    !text.isSign(index - 1, ".") || SwiftFileFacts.libraries.contains(text.name(index - 2))
  }

  // MARK: - Provided instances, overlays and stack levels

  /// Whether `.init(` is an element of `provided: […]` or `providing: […]`.
  func isInProvided(_ index: Int) -> Bool {
    guard text.isSign(index - 1, "."), text.isSign(index - 2, "[") || text.isSign(index - 2, ","),
      let open = brackets.opening(index), text.isSign(open, "["), text.isSign(open - 1, ":")
    else { return false }
    return text.isWord(open - 2, "provided") || text.isWord(open - 2, "providing")
  }

  /// Whether a call to `use` or `set` changes an overlay or a level in a container stack.
  mutating func changesOverlay(_ index: Int) -> Bool {
    guard text.isSign(index - 1, ".") else { return false }
    let receiver = text.name(index - 2)
    if receiver == "OverlayDefinition" { return true }
    if !receiver.isEmpty, let types = types(of: receiver, at: index) {
      return types.contains { facts.libraryType($0) == "LevelChanges" }
    }
    let isMember = !receiver.isEmpty || text.isSign(index - 2, ")") || text.isSign(index - 2, "]")
    for open in brackets.openings(around: index) {
      if text.isSign(open, "{") {
        if isStatement(open) { continue }
        guard isMember, let callee = callee(of: open), changesStack(callee) else { return false }
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
        guard let start = brackets.opening(index), start < index else { return false }
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
  private static let changing: Set<String> = ["push", "replaceCurrent"]
  private static let overlaying: Set<String> = ["overlay", "withOverlays", "overlays"]

  /// Whether a call to `push` or `replaceCurrent` may change a container stack.
  private func changesStack(_ callee: Int) -> Bool {
    Self.changing.contains(text.name(callee)) && receiver(of: callee) != .foreign && isTried(callee)
  }

  /// The name of the function that a closure is passed to, as a trailing closure or in parentheses.
  private func callee(of brace: Int) -> Int? {
    if text.isWord(brace - 1) { return brace - 1 }
    let open = brackets.opening(text.isSign(brace - 1, ")") ? brace - 1 : brace)
    return open.flatMap { text.isSign($0, "(") ? $0 - 1 : nil }
  }

  private func isParameter(_ name: String, ofClosureAt open: Int) -> Bool {
    var index = open + 1
    var isThere = false
    while index < min(open + 20, text.lexemes.count), !text.isWord(index, "in") {
      if text.name(index) == name { isThere = true }
      index += 1
    }
    return isThere && text.isWord(index, "in")
  }
}
