import ConfigDI

/// Reads the keys that calls pass to the library.
extension CallScanner {
  enum KeyArgument {
    case type(TypeName)
    /// A custom key, and its literal.
    case custom(String, Range<Int>)
    case constant(String)
    /// An argument that is not a literal. It may still be a type, such as a generic parameter.
    case other(isType: Bool)
  }

  struct TypeName {
    /// The key for the type, without `any`.
    let spelling: String
    /// The names in the type's spelling that may be type aliases.
    let names: [String]
    /// The bytes from the first name to the end.
    let range: Range<Int>

    /// The location of the type; `nil` if its text differs from the spelling, as it may contain comments.
    func location(in file: SourceFile) -> SourceLocation? {
      file.bytes[range].elementsEqual(spelling.utf8) ? file.location(range) : nil
    }
  }

  func key(_ range: Range<Int>) -> KeyArgument {
    let last = range.upperBound - 1
    if range.count > 2, text.isWord(last, "self"), text.isSign(last - 1, ".") {
      return type(range.lowerBound..<last - 1).map { .type($0) } ?? .other(isType: true)
    }
    if let key = expression(range, isTypeKnown: true) {
      guard let literal = key.name, let name = self.literal(literal) else { return .other(isType: false) }
      return .custom(name, literal)
    }
    // `Key<…>.main` and `Keys.main` are constants.
    let isPath = range.allSatisfy { text.isWord($0) || text.isSign($0, ".") }
    guard isKey(range) || isPath, text.isWord(last), text.name(last).first?.isUppercase == false else {
      return .other(isType: false)
    }
    let name = text.name(last)
    // A variable in this file may shadow the constant.
    if range.count == 1, facts.variables.contains(name) { return .other(isType: false) }
    return .constant(name)
  }

  /// The key that an argument makes; `nil` for any other expression.
  func expression(_ range: Range<Int>, isTypeKnown: Bool) -> SwiftKey? {
    SwiftKey(at: range.lowerBound, isTypeKnown: isTypeKnown, text).flatMap {
      $0.range == range ? $0 : nil
    }
  }

  /// Whether an argument begins like an expression of type `Key`.
  func isKey(_ range: Range<Int>) -> Bool {
    let range = withoutModule(range)
    return range.count > 2 && text.isWord(range.lowerBound, "Key")
      && "<(.".utf8.contains(text.sign(range.lowerBound + 1))
  }

  /// An argument without the module's name in `ConfigDI.Key`.
  func withoutModule(_ range: Range<Int>) -> Range<Int> {
    let isQualified =
      range.count > 2 && SwiftFileFacts.libraries.contains(text.name(range.lowerBound))
      && text.isSign(range.lowerBound + 1, ".") && text.isWord(range.lowerBound + 2, "Key")
    return isQualified ? range.lowerBound + 2..<range.upperBound : range
  }

  /// The type before `.self`; `nil` unless it is a path of names, possibly with `any` and generic arguments.
  private func type(_ range: Range<Int>) -> TypeName? {
    var range = text.unwrapped(range)
    // `any Clock & Sendable` is the same key.
    if range.count > 2, text.isWord(range.upperBound - 1, "Sendable"), text.isSign(range.upperBound - 2, "&") {
      range = range.lowerBound..<range.upperBound - 2
    }
    let first = text.isWord(range.lowerBound, "any") ? range.lowerBound + 1 : range.lowerBound
    if text.isWord(first, "Sendable"), text.isSign(first + 1, "&"), first + 2 < range.upperBound {
      range = first + 2..<range.upperBound
    }
    var spelling = ""
    var names: [String] = []
    var start = range.lowerBound
    var depth = 0
    var startsName = true
    for index in range {
      if text.isWord(index) {
        if text.isWord(index, "any") {
          guard startsName else { return nil }
          if spelling.isEmpty { start = index + 1 }
          continue
        }
        let name = text.name(index)
        guard !spelling.isEmpty || !startsName || text.isTypeName(index),
          !Self.noTypes.contains(name), startsName || text.isSign(index - 1, ".")
        else { return nil }
        names.append(name)
        guard !facts.unsure.contains(name) else { return nil }
        spelling += name
        startsName = false
        continue
      }
      switch text.sign(index) {
      case UInt8(ascii: ".") where !startsName: spelling += "."
      case UInt8(ascii: "<") where !startsName:
        spelling += "<"
        depth += 1
        startsName = true
      case UInt8(ascii: ",") where depth > 0:
        spelling += ", "
        startsName = true
      case UInt8(ascii: ">") where depth > 0 && !startsName:
        spelling += ">"
        depth -= 1
      default: return nil
      }
    }
    guard depth == 0, !startsName else { return nil }
    let bytes = text.lexemes[start].range.lowerBound..<text.lexemes[range.upperBound - 1].range.upperBound
    return TypeName(spelling: spelling, names: names, range: bytes)
  }

  private static let noTypes: Set<String> = [
    "Self", "self", "Type", "Protocol", "Any", "AnyObject", "some", "repeat", "each",
  ]
}
