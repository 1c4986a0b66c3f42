/// Tells from a file's declarations whether an expression may be a container.
extension SwiftFileFacts {
  enum Receiver: Equatable, Sendable {
    /// The file shows that the receiver is a library type that has the method. The type is spelled as in the file.
    case ours(String)
    /// The receiver may be a container or another library type that has the method.
    case unknown
    /// The file suggests another type than a container. The call uses a service, but is not reported.
    case doubtful
    case foreign

    var isOurs: Bool { if case .ours = self { true } else { false } }
    var isLikely: Bool { isOurs || self == .unknown }
  }

  static let instances: Set<String> = ["shared", "default", "standard", "instance", "main", "current"]

  /// The types of an expression; `nil` if the file does not show them.
  ///
  /// - Parameters:
  ///   - braces: The braces around the expression, from inside to outside.
  ///   - depth: The number of parentheses around the expression that were read.
  func types(endingAt end: Int, in braces: [Int], depth: Int = 0) -> Set<String>? {
    var end = end
    while true {
      if text.isSign(end, "?") || text.isSign(end, "!") {
        // The `?` of a conditional expression stands apart.
        guard text.isAttached(end) else { return [Self.foreign] }
        end -= 1
      }
      guard text.isWord(end) else { return types(endingAtBracket: end, in: braces, depth) }
      let name = text.name(end)
      if name == "self" { return types(ofSelfAt: end) }
      if name == "super" || name.first?.isUppercase == true { return [Self.foreign] }
      if text.isSign(end - 1, "$") { return types(ofParameterAt: end, in: braces) }
      // The position of an element in a tuple.
      if text.isSign(end - 1, "."), name.first?.isNumber == true { return [Self.doubtful] }
      guard text.isSign(end - 1, ".") else {
        // After a keyword, a leading dot begins the name of a case or of a static member.
        return SwiftWords.isKeyword(name) ? [Self.foreign] : types(of: name, in: braces)
      }
      guard Self.instances.contains(name) else {
        return text.isWord(end - 2, "self") ? types(of: name, in: braces) : nil
      }
      end = text.before(end - 1)
      if text.name(end).first?.isUppercase == true {
        return [aliases["\(text.name(end)).\(name)"] ?? text.path(endingAt: end)]
      }
    }
  }

  /// The name of the variable or function that an expression ends with, without a member such as `shared`. A function's
  /// name ends with `()`.
  func name(endingAt end: Int) -> String {
    var end = end
    while true {
      if text.isSign(end, "?") || text.isSign(end, "!") {
        end -= 1
      } else if text.isSign(end - 1, "."), Self.instances.contains(text.name(end)) {
        end = text.before(end - 1)
      } else {
        break
      }
    }
    guard text.isSign(end, ")"), let open = text.opening(end) else { return text.name(end) }
    return "\(text.name(open - 1))()"
  }

  /// The types of a closure's parameter, such as `$0`.
  private func types(ofParameterAt index: Int, in braces: [Int]) -> Set<String>? {
    guard text.isWord(index, "0") else { return [Self.doubtful] }
    if let types = types(of: text.name(index), in: braces) { return types }
    // In an interpolation, `braces` are those around the string.
    let closures = text.openings(around: index).filter { text.isSign($0, "{") }
    for brace in closures {
      if let types = types(ofElementsPassedTo: brace, in: braces) { return types }
      guard let callee = callee(of: brace) else { continue }
      // An optional container passes itself to `map`.
      let isOurs = text.isSign(callee - 1, ".") && receiver(of: types(of: text.name(callee - 2), in: braces)).isOurs
      if isOurs || Self.givingContainers.contains(text.name(callee)) { return nil }
    }
    return closures.isEmpty ? nil : [Self.doubtful]
  }

  /// The library's methods that pass a container to a closure.
  private static let givingContainers: Set<String> = ["withCurrent", "withScope", "runProgram", "register"]

  /// The type of the container that one of these methods of another container passes on or returns.
  private func types(ofContainerFrom method: Int, _ names: String..., in braces: [Int], _ depth: Int) -> Set<String>? {
    guard depth < 8, names.contains(text.name(method)), text.isSign(method - 1, "."),
      case .ours(let type) = receiver(of: types(endingAt: text.before(method - 1), in: braces, depth: depth + 1))
    else { return nil }
    return [libraryType(type) == "Container" ? type : "ConfigDI.Container"]
  }

  /// The types of what a closure's first parameter is: a collection's element, or the container of a scope.
  func types(ofElementsPassedTo brace: Int, in braces: [Int]) -> Set<String>? {
    guard let callee = callee(of: brace), text.isSign(callee - 1, ".") else { return nil }
    if let scope = types(ofContainerFrom: callee, "withScope", "withCurrent", in: braces, 0) { return scope }
    var end = text.before(callee - 1)
    if text.isSign(end, "?") || text.isSign(end, "!") { end -= 1 }
    guard text.isWord(end), !text.isSign(end - 1, ".") || text.isWord(end - 2, "self") else { return nil }
    return types(ofElementsOf: text.name(end), in: braces).flatMap { $0 == [Self.doubtful] ? nil : $0 }
  }

  /// The name of the function that a closure is passed to, as a trailing closure or in parentheses.
  func callee(of brace: Int) -> Int? {
    if text.isWord(brace - 1) { return brace - 1 }
    let open = text.opening(text.isSign(brace - 1, ")") ? brace - 1 : brace)
    return open.flatMap { text.isSign($0, "(") ? $0 - 1 : nil }
  }

  /// The types of the result of a call or a subscript. The library has no static calls, which begin with a dot.
  private func types(endingAtBracket end: Int, in braces: [Int], _ depth: Int) -> Set<String>? {
    let isCall = text.isSign(end, ")")
    guard isCall || text.isSign(end, "]"), let open = text.opening(end) else { return [Self.foreign] }
    var last = open - 1
    if text.isSign(last, ">") {
      // Skips generic arguments.
      last = (max(0, last - 40)..<last).last { text.isSign($0, "<") && text.isTypeName($0 - 1) }.map { $0 - 1 } ?? last
    }
    let name = text.name(last)
    if isCall, !text.isAttached(open) || "([{".utf8.contains(text.sign(last)) {
      // An expression in parentheses.
      guard depth < 8 else { return nil }
      let found = types(ofValueAt: open + 1, in: braces, depth: depth + 1)
      return found == [Self.unknown] ? nil : found
    }
    if isCall, name.first?.isUppercase == true { return [text.path(endingAt: last)] }
    if isCall, text.isSign(last - 1, "."), text.name(last - 2).first?.isUppercase == true {
      let isOurs = receiver(of: [text.path(endingAt: last - 2)]).isOurs
      return memberTypes["\(name)()"] ?? (isOurs ? nil : [Self.doubtful])
    }
    guard !name.isEmpty, !text.isSign(last - 1, ".") || text.isWord(last - 2, "self") else {
      return isCall ? types(ofContainerFrom: last, "openScope", "startScope", in: braces, depth) : nil
    }
    return isCall ? types(of: "\(name)()", in: braces) : types(ofElementsOf: name, in: braces)
  }

  func receiver(of types: Set<String>?) -> Receiver {
    guard let types, types != [Self.unknown] else { return .unknown }
    let isDoubtful = types.contains(Self.doubtful)
    let ours = types.first { libraryType($0).map(CallScanner.containers.contains) ?? false }
    guard let ours else { return isDoubtful ? .doubtful : .foreign }
    return isDoubtful ? .unknown : .ours(ours)
  }

  /// The type that is extended around the code. In the body of a type, `self` is not a type of the library.
  func types(ofSelfAt index: Int) -> Set<String>? {
    SwiftHeader(around: index, text).map { [$0.isExtension ? $0.path.joined(separator: ".") : Self.foreign] }
  }

  /// The types of the value that begins here, or of a cast that follows it.
  func types(ofValueAt start: Int, in braces: [Int], depth: Int = 0) -> Set<String> {
    var index = start
    var steps = 0
    let isInParentheses = text.opening(start).map { text.isSign($0, "(") } ?? false
    while steps < 40, index < text.lexemes.count,
      index == start || isInParentheses || !text.hasLineBreak(before: index) || text.isSign(index, "."),
      !"{},;)]".utf8.contains(text.sign(index)), !text.isWord(index, "else")
    {
      if text.isWord(index, "as") {
        let isOptional = text.isSign(index + 1, "?") || text.isSign(index + 1, "!")
        return [type(at: index + (isOptional ? 2 : 1)) ?? Self.unknown]
      }
      index = text.isSign(index, "(") || text.isSign(index, "[") ? text.end(of: index) + 1 : index + 1
      steps += 1
    }
    // A long value, that of a closure that is called, and that of an `if` or a `switch`, are not read.
    guard (1..<40).contains(steps), !text.isWord(start, "if"), !text.isWord(start, "switch") else {
      return [Self.unknown]
    }
    if text.isWord(index - 1, "configuration"), text.isSign(index - 2, ".") {
      let receiver = receiver(of: types(endingAt: index - 3, in: braces, depth: depth))
      if receiver.isOurs { return ["ExposedParameters"] }
      if receiver == .unknown, !importsOther { return ["ExposedParameters", Self.doubtful] }
    }
    return types(endingAt: index - 1, in: braces, depth: depth) ?? [Self.unknown]
  }
}
