/// A registration in a Swift file: the name of its factory, and the type that it makes.
struct RegisterCall: Sendable {
  /// The expression that makes the instance: `SQLOrders.init(db:)`, `SQLOrders(db: db)`, `SQLOrders.shared`.
  struct Maker: Sendable, Hashable {
    enum Form: Sendable { case reference, call, member }

    /// The path as written, such as `Outer.SQLOrders`, followed by the member's name if there is one.
    let path: [String]
    let form: Form
    /// The argument labels; `nil` if the expression does not show them.
    let labels: [String]?
    /// Whether the expression is the whole body or argument, rather than part of a larger expression.
    let isWhole: Bool
    /// Whether a `try` is directly before the expression.
    var isTried = false

    /// Whether the path begins with a capital letter, as type names do.
    var looksLikeType: Bool { path.first?.first?.isUppercase ?? false }
  }

  let method: Candidate.Kind
  /// The factory's name; `nil` if it is not a literal.
  let name: String?
  let makers: [Maker]
  /// The type in `as: Outer.SQLOrders.self` or `of: (any Orders).self`, as the paths of a composition's members without
  /// `Sendable`; empty if the call does not show it.
  let service: [[String]]
  /// The type whose instance the call registers under another key: `Both` in `{ (both: Both) in both }`.
  let passed: [String]?
  /// The types that the closure gives the values that it passes on; `nil` for any other expression.
  let passedTypes: [SwiftType?]
  /// Whether the call has only arguments that `register` writes.
  let isPlain: Bool
  /// The labels of the dependencies, `nil` for one that is not a literal; `nil` if the call gives no labels.
  let labels: [String?]?
  /// The byte range of the whole call.
  let range: Range<Int>
  /// The index of the call's first lexeme.
  let index: Int
  let line: Int

  /// Whether a call to a method with a literal as its first argument registers a factory: other libraries have methods
  /// of the same names, but not the label of the type.
  static func isOurs(_ method: Int, _ text: SwiftText) -> Bool {
    guard let label = Candidate.Kind(rawValue: text.name(method))?.typeLabel else { return isMethod(text.name(method)) }
    return text.arguments(ofCallAt: method).contains { $0.label == label }
  }

  static func isMethod(_ name: String) -> Bool { Candidate.Kind(rawValue: name) != nil }

  /// Whether the call may register its factory under a key, judging by the names in the key.
  func serves(_ key: String) -> Bool {
    let parts = key.split(separator: " & ").map { $0.prefix { $0 != "<" }.split(separator: ".").map(String.init) }
    return service.isEmpty
      || parts.count == service.count
        && parts.allSatisfy { part in service.contains { part.suffix($0.count) == $0[...] } }
  }
}

/// Reads a registration, and the expressions in it that may make the instance.
extension RegistrationFile {
  /// - Parameters:
  ///   - start: The first lexeme: the registry, or the method's name.
  ///   - open: The parenthesis after the method's name.
  func call(from start: Int, open: Int, line: Int) -> RegisterCall? {
    let close = text.end(of: open)
    guard close < text.lexemes.count, let method = Candidate.Kind(rawValue: text.name(open - 1)) else { return nil }
    var end = close
    if text.isSign(close + 1, "{") {
      end = text.end(of: close + 1)
      guard end < text.lexemes.count else { return nil }
    }
    let arguments = text.arguments(ofCallAt: open - 1)
    let labels = arguments.first { $0.label == "labels" && text.isSign($0.value.lowerBound, "[") }
    return RegisterCall(
      method: method, name: text.literal(open + 1), makers: makers(in: open + 1..<end, closedAt: close),
      service: arguments.first { $0.label == "as" || $0.label == "of" }.map { service(in: $0.value) } ?? [],
      passed: end > close ? passed(in: close + 1..<end) : nil,
      passedTypes: end > close ? passedTypes(in: close + 1..<end) : [],
      isPlain: arguments.allSatisfy { $0.label.map(["as", "of", "labels"].contains) ?? true },
      labels: labels.map { labels in
        labels.value.filter { text.lexemes[$0].kind == .string }.map { text.literal($0) }
      },
      range: text.lexemes[start].range.lowerBound..<text.lexemes[end].range.upperBound, index: start, line: line)
  }

  /// The paths in `(any Orders & Sendable).self`; empty for any other expression than a metatype.
  private func service(in range: Range<Int>) -> [[String]] {
    guard let last = range.last, text.isWord(last, "self"), text.isSign(last - 1, ".") else { return [] }
    var paths: [[String]] = []
    var angles = 0
    for index in range.dropLast() {
      if text.isSign(index, "<") { angles += 1 }
      if text.isSign(index, ">") { angles -= 1 }
      guard angles == 0, text.isWord(index), !text.isWord(index, "any") else { continue }
      if text.isSign(index - 1, "."), let path = paths.indices.last {
        paths[path].append(text.name(index))
      } else {
        paths.append([text.name(index)])
      }
    }
    return paths.filter { $0.last != "Sendable" }
  }

  /// The type of the closure's only parameter, if the closure returns that parameter.
  private func passed(in range: Range<Int>) -> [String]? {
    let start = range.lowerBound
    guard text.isSign(start, "{"), text.isSign(start + 1, "("), text.isWord(start + 2), text.isSign(start + 3, ":")
    else { return nil }
    let close = text.end(of: start + 1)
    // A result's type may be before the `in`, and a `return` before the parameter.
    let last = range.upperBound - 1
    let keyword = text.isWord(last - 1, "return") ? last - 2 : last - 1
    guard close < keyword, text.isWord(keyword, "in"), text.name(last) == text.name(start + 2) else { return nil }
    let type = start + 4..<close
    let path = type.filter { text.isWord($0) }.map { text.name($0) }
    let isPath = path.count * 2 - 1 == type.count && type.allSatisfy { text.isWord($0) || text.isSign($0, ".") }
    return isPath ? path : nil
  }

  /// The types of the arguments of the call that is a closure's body, from the closure's parameters.
  private func passedTypes(in range: Range<Int>) -> [SwiftType?] {
    let start = range.lowerBound
    let close = text.end(of: start + 1)
    guard text.isSign(start, "{"), text.isSign(start + 1, "("), close < range.upperBound, text.isWord(close + 1, "in"),
      let open = (close + 2..<range.upperBound).first(where: { text.isSign($0, "(") }),
      text.end(of: open) == range.upperBound - 1
    else { return [] }
    let parameters = text.arguments(ofCallAt: start).compactMap { parameter in
      parameter.label.map { label in
        let words = parameter.value.map { CodeSymbol.Fragment(spelling: text.string($0) + " ") }
        return (label, SwiftType(words))
      }
    }
    let types = Dictionary(firstOf: parameters)
    return text.arguments(ofCallAt: open - 1).map { argument in
      argument.value.count == 1 ? types[text.name(argument.value.lowerBound)] : nil
    }
  }

  /// - Parameter close: The parenthesis that ends the call's arguments.
  private func makers(in range: Range<Int>, closedAt close: Int) -> [RegisterCall.Maker] {
    // A closure with a `return` has statements, and no expression without `return` is its value.
    let returns = range.contains { index in
      text.isWord(index, "return")
        && text.openings(around: index).prefix { range.contains($0) }.allSatisfy { text.isSign($0, "{") }
    }
    return range.filter { text.isWord($0) && !text.isSign($0 - 1, ".") }.compactMap { index in
      var path = [text.name(index)]
      var next = index + 1
      while text.isSign(next, "."), text.isWord(next + 1), !text.isWord(next + 1, "init"),
        !text.isWord(next + 1, "self")
      {
        path.append(text.name(next + 1))
        next += 2
      }
      // Skips the generic arguments in `Box<Int>(…)`.
      let end = text.isAttached(next) ? text.end(ofGenericArgumentsAt: next) : next
      return maker(path, from: index, to: end, closedAt: returns ? nil : close)
    }
  }

  /// - Parameters:
  ///   - start: The first lexeme of the path.
  ///   - next: The lexeme after the path.
  ///   - close: The parenthesis that ends the call's arguments; `nil` if the path cannot begin a whole expression.
  private func maker(_ path: [String], from start: Int, to next: Int, closedAt close: Int?) -> RegisterCall.Maker? {
    // Whether an expression is the whole body of a closure, or the last argument of the call.
    func isWhole(upTo end: Int) -> Bool {
      var before = start - 1
      while text.isWord(before, "try") || text.isWord(before, "await") { before -= 1 }
      return close != nil && (text.isSign(before, "{") || text.isWord(before, "in") || text.isSign(before, ","))
        && (text.isSign(end, "}") || end == close)
    }
    let isInit = text.isSign(next, ".") && text.isWord(next + 1, "init")
    let open = isInit ? next + 2 : next
    guard text.isSign(open, "("), text.isAttached(open) else {
      let isMember = path.count > 1 && path.last?.first?.isUppercase == false && !text.isSign(next, ".")
      guard isInit || isMember else { return nil }
      let form = isInit ? RegisterCall.Maker.Form.reference : .member
      return .init(path: path, form: form, labels: nil, isWhole: isWhole(upTo: open))
    }
    let referenced = isInit ? referenceLabels(at: open) : nil
    return .init(
      path: path, form: referenced == nil ? .call : .reference, labels: referenced ?? callLabels(at: open),
      isWhole: isWhole(upTo: text.end(of: open) + 1), isTried: isTried(start))
  }

  private func isTried(_ start: Int) -> Bool {
    text.isWord(start - 1, "try") || text.isWord(start - 2, "try") && text.isWord(start - 1, "await")
  }

  /// The labels of `init(db:clock:)`.
  private func referenceLabels(at open: Int) -> [String]? {
    let close = text.end(of: open)
    let labels = stride(from: open + 1, to: close, by: 2)
    guard (close - open - 1).isMultiple(of: 2),
      labels.allSatisfy({ text.isWord($0) && text.isSign($0 + 1, ":") })
    else { return nil }
    return labels.map { text.name($0) }
  }

  /// The labels of `SQLOrders(db: db, clock: clock)`; `nil` if a trailing closure may be a further argument.
  private func callLabels(at open: Int) -> [String]? {
    let close = text.end(of: open)
    guard close < text.lexemes.count, !text.isSign(close + 1, "{") else { return nil }
    return text.arguments(ofCallAt: open - 1).map { $0.label ?? "_" }
  }
}
