/// A reference in Swift's spelling of a type, such as `(any Clock).self` or `Lazy<any Clock>`.
struct SwiftReference {
  let key: String
  let kind: ReferenceKind

  /// - Returns: `nil` if the text has none of Swift's marks around a key.
  init?(_ text: String) {
    var rest = text[...]
    var kind = ReferenceKind.instance
    while let (inner, found) = Self.unwrapped(rest) {
      rest = inner
      if found != .instance { kind = found }
    }
    guard !rest.isEmpty, rest.count < text.count else { return nil }
    key = String(rest)
    self.kind = kind
  }

  /// The reference as a manifest spells it, in the form that the factory takes if that is known.
  func written(as taken: ReferenceKind?) -> String { (taken ?? kind).reference(to: FlowText.scalar(key)) }

  /// The text inside one mark, and the kind of reference that the mark stands for.
  private static func unwrapped(_ text: Substring) -> (inner: Substring, kind: ReferenceKind)? {
    for prefix in ["any ", "some "] where text.hasPrefix(prefix) { return (text.dropFirst(prefix.count), .instance) }
    if text.hasSuffix(".self") { return (text.dropLast(5), .instance) }
    if text.hasSuffix("?") { return (text.dropLast(), .optional) }
    if text.hasPrefix("("), text.hasSuffix(")") { return (text.dropFirst().dropLast(), .instance) }
    for form in DependencyForm.allCases where !form.isMaker && text.hasSuffix(">") {
      guard let wrapper = form.wrapper, text.hasPrefix("\(wrapper)<") else { continue }
      return (text.dropFirst(wrapper.count + 1).dropLast(), form.kind)
    }
    return nil
  }
}
