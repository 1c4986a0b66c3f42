/// Decides whether a call is to the library's own method, since other libraries have methods with the same names.
extension CallScanner {
  enum Receiver {
    /// The file shows that the receiver is a container or another library type that has the method.
    case ours
    /// The receiver may be a container or another library type that has the method.
    case unknown
    case foreign
  }

  private static let containers: Set<String> = ["Container", "LiveContainer", "ContainerStack", "MainContainer"]
  private static let instances: Set<String> = ["shared", "default", "standard", "instance", "main", "current"]

  func receiver(of index: Int) -> Receiver {
    guard text.isSign(index - 1, ".") else { return isInContainer(index) ? .ours : .foreign }
    return receiver(endingAt: index - 2)
  }

  private func receiver(endingAt end: Int) -> Receiver {
    var end = end
    if text.isSign(end, "?") || text.isSign(end, "!") { end -= 1 }
    // A receiver that ends in a bracket is the result of a call or a subscript. A call that begins with a dot would be
    // static, and the library has no static calls.
    guard text.isWord(end) else { return text.isSign(end, ")") || text.isSign(end, "]") ? .unknown : .foreign }
    let name = text.name(end)
    if name == "self" { return isInContainer(end) ? .ours : header(around: end) == nil ? .unknown : .foreign }
    if name == "super" || name.first?.isUppercase == true { return .foreign }
    guard text.isSign(end - 1, ".") else { return receiver(called: name) }
    if Self.instances.contains(name) {
      let base = text.name(end - 2)
      if base.first?.isUppercase == true { return Self.containers.contains(base) ? .ours : .foreign }
      return receiver(endingAt: end - 2)
    }
    return text.isWord(end - 2, "self") ? receiver(called: name) : .unknown
  }

  private func receiver(called name: String) -> Receiver {
    guard let types = facts.types[name] else { return facts.importsOther ? .foreign : .unknown }
    if types.isDisjoint(with: Self.containers) { return .foreign }
    return facts.importsOther ? .foreign : .ours
  }

  /// Whether a word before a subscript is the parameters that the manifest exposes.
  func isConfiguration(_ index: Int) -> Bool {
    let name = text.name(index)
    if name == "configuration", text.isSign(index - 1, ".") {
      return receiver(endingAt: index - 2) != .foreign && isTried(index)
    }
    guard let types = facts.types[name] else { return name == "configuration" && isTried(index) }
    return types.contains("ExposedParameters") && isTried(index)
  }

  /// Whether the code is in an extension of a container type, so that `self` is a container.
  private func isInContainer(_ index: Int) -> Bool {
    header(around: index).map { $0.isExtension && Self.containers.contains($0.name) } ?? false
  }

  func header(around index: Int) -> SwiftHeader? {
    var index = index
    for _ in 0..<Self.deepest {
      guard let open = brackets.opening(index) else { return nil }
      if let header = SwiftHeader(of: open, text, brackets) { return header }
      index = open
    }
    return nil
  }

  /// The maximum nesting depth and the maximum length of a statement, both more than in any real source. They limit the
  /// time that a hostile file can take.
  private static let deepest = 200
  private static let longest = 4_000

  /// Whether a call names a type, so that it calls an initializer rather than a method.
  func isType(_ index: Int) -> Bool {
    !text.isSign(index - 1, ".") || SwiftFileFacts.libraries.contains(text.name(index - 2))
  }

  /// Whether a `try` covers a call. All calls to the library can throw.
  func isTried(_ index: Int) -> Bool {
    let first = max(0, index - Self.longest)
    var index = index - 1
    while index >= first {
      switch text.sign(index) {
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard let open = brackets.opening(index), open < index else { return false }
        index = open
      case UInt8(ascii: "{"), UInt8(ascii: ";"): return false
      default:
        guard text.isWord(index) else { break }
        let word = text.name(index)
        if word == "try" { return true }
        // For an `async let`, the `try` comes later, at the `await`.
        if Self.starts.contains(word) { return word == "let" && text.isWord(index - 1, "async") }
      }
      index -= 1
    }
    return isInString && index < 0
  }

  private static let starts: Set<String> = [
    "let", "var", "return", "func", "guard", "for", "while", "switch", "if", "in", "else", "throw", "defer", "do",
  ]

  // MARK: - Provided instances, overlays and stack levels

  /// Whether `.init(` is an element of `provided: […]` or `providing: […]`.
  func isInProvided(_ index: Int) -> Bool {
    guard text.isSign(index - 1, "."), text.isSign(index - 2, "[") || text.isSign(index - 2, ","),
      let open = brackets.opening(index), text.isSign(open, "["), text.isSign(open - 1, ":")
    else { return false }
    return text.isWord(open - 2, "provided") || text.isWord(open - 2, "providing")
  }

  /// Whether a call to `use` or `set` changes an overlay or a level in a container stack.
  func changesOverlay(_ index: Int) -> Bool {
    guard text.isSign(index - 1, ".") else { return false }
    let receiver = text.name(index - 2)
    if receiver == "OverlayDefinition" { return true }
    if let types = facts.types[receiver], !receiver.isEmpty { return types.contains("LevelChanges") }
    let isMember = !receiver.isEmpty || text.isSign(index - 2, ")") || text.isSign(index - 2, "]")
    var position = index
    for _ in 0..<Self.deepest {
      guard let open = brackets.opening(position) else { return false }
      if text.isSign(open, "{") {
        guard isMember, Self.changing.contains(callee(of: open)) else { return false }
        if text.isSign(index - 3, "$") { return true }
        return isParameter(receiver, ofClosureAt: open)
      }
      if !isMember, text.isSign(open, "("), Self.overlaying.contains(text.name(open - 1)) { return true }
      position = open
    }
    return false
  }

  private static let changing: Set<String> = ["push", "replaceCurrent"]
  private static let overlaying: Set<String> = ["overlay", "withOverlays", "overlays"]

  /// The name of the function that a closure is passed to, as a trailing closure or in parentheses.
  private func callee(of brace: Int) -> String {
    if text.isWord(brace - 1) { return text.name(brace - 1) }
    if text.isSign(brace - 1, ")"), let open = brackets.opening(brace - 1) { return text.name(open - 1) }
    if let open = brackets.opening(brace), text.isSign(open, "(") { return text.name(open - 1) }
    return ""
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
