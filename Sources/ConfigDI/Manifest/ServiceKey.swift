/// A key as manifests write it: a type's or custom name, then `/variant` where it is a named one.
package struct ServiceKey: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// The part before the variant.
  package var name: Substring {
    text.prefix { $0 != "/" }
  }

  /// The part after the first `/`, if there is one.
  package var variant: Substring? {
    guard let slash = text.firstIndex(of: "/") else { return nil }
    return text[text.index(after: slash)...]
  }

  package var description: String { text }
}
