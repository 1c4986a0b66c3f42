/// An expression that makes a key: `Key<any Store>("main")`, `Key((any Clock).self, named: "utc")`, or one of these with
/// `.init`. A constant of this type, and an extension of `Key`, need not repeat the type.
struct SwiftKey: Sendable {
  let arguments: [SwiftArgument]
  /// The index after the expression.
  let end: Int

  /// - Parameter isTypeKnown: Whether the context shows the type, so that the expression may begin with `.init`.
  init?(at start: Int, isTypeKnown: Bool, _ text: SwiftText, _ brackets: SwiftBrackets) {
    var index = start
    if SwiftFileFacts.libraries.contains(text.name(index)), text.isSign(index + 1, ".") { index += 2 }
    let isOmitted = isTypeKnown && text.isSign(index, ".")
    if !isOmitted {
      guard text.isWord(index, "Key") || text.isWord(index, "Self") && Self.isExtended(around: index, text, brackets)
      else { return nil }
      index = text.end(ofGenericArgumentsAt: index + 1)
    }
    if text.isSign(index, "."), text.isWord(index + 1, "init") {
      index += 2
    } else if isOmitted {
      return nil
    }
    guard text.isSign(index, "(") else { return nil }
    arguments = SwiftArgument.all(ofCallAt: index - 1, text, brackets)
    end = brackets.end(of: index) + 1
  }

  /// Whether the code is in an extension of `Key`.
  static func isExtended(around index: Int, _ text: SwiftText, _ brackets: SwiftBrackets) -> Bool {
    SwiftHeader(around: index, text, brackets).map { $0.name == "Key" && $0.isExtension } ?? false
  }

  /// The type before `.self`, if the key is that of a type.
  func type(_ text: SwiftText) -> SwiftArgument? {
    arguments.first.flatMap { $0.label == nil && text.isWord($0.value.upperBound - 1, "self") ? $0 : nil }
  }

  var variant: SwiftArgument? { arguments.first { $0.label == "named" } }
}
