/// An expression that makes a key: `Key<any Store>("main")`, `Key((any Clock).self, named: "utc")`, or one of these with
/// `.init`. If the context shows the type, the expression need not repeat it.
struct SwiftKey: Sendable {
  /// The type of a key such as `Key(Clock.self)`, with `.self`.
  let type: SwiftArgument?
  let variant: SwiftArgument?
  /// The literal of a key such as `Key("main")`.
  let name: Range<Int>?
  let range: Range<Int>

  /// - Parameter isTypeKnown: Whether the context shows the type, so that the expression may begin with `.init`.
  init?(at start: Int, isTypeKnown: Bool, _ text: SwiftText) {
    var index = start
    if SwiftFileFacts.libraries.contains(text.name(index)), text.isSign(index + 1, ".") { index += 2 }
    let isOmitted = isTypeKnown && text.isSign(index, ".")
    if !isOmitted {
      guard
        text.isWord(index, "Key")
          || text.isWord(index, "Self") && SwiftHeader.extends("Key", around: index, text)
      else { return nil }
      index = text.end(ofGenericArgumentsAt: index + 1)
    }
    if text.isSign(index, "."), text.isWord(index + 1, "init") {
      index += 2
    } else if isOmitted {
      return nil
    }
    guard text.isSign(index, "(") else { return nil }
    let arguments = text.arguments(ofCallAt: index - 1)
    let first = arguments.first.flatMap { $0.label == nil ? $0 : nil }
    type = first.flatMap { argument in
      let last = argument.value.upperBound - 1
      return text.isWord(last, "self") && text.isSign(last - 1, ".") ? argument : nil
    }
    variant = arguments.first { $0.label == "named" }
    name = first.flatMap { arguments.count == 1 && text.literal($0.value) != nil ? $0.value : nil }
    range = start..<text.end(of: index) + 1
  }

  /// The key at an index, if it has only literals, so that a constant stands for it; `nil` for any other expression.
  static func constant(
    at start: Int, isTypeKnown: Bool, _ text: SwiftText
  ) -> SwiftKey? {
    guard let key = SwiftKey(at: start, isTypeKnown: isTypeKnown, text), key.type != nil || key.name != nil
    else { return nil }
    let isLiteral = key.variant.map { text.literal($0.value) != nil || text.isWord($0.value.lowerBound, "nil") }
    return isLiteral == false ? nil : key
  }
}
