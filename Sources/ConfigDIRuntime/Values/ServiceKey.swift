/// A key as written in manifests: a type's name or a custom name, then `/variant` if the key has one.
package struct ServiceKey: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// The part before the variant.
  package var name: Substring {
    slash.map { text[..<$0] } ?? text[...]
  }

  /// The same as `name`, but without copying if the key has no variant, since this is read for each key in a manifest.
  package var nameText: String {
    let inMemory = text.utf8.withContiguousStorageIfAvailable { bytes in
      guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return text }
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[..<slash]), as: UTF8.self)
    }
    return inMemory ?? String(name)
  }

  /// The part after the first `/`, if there is one.
  package var variant: Substring? {
    slash.map { text[text.utf8.index(after: $0)...] }
  }

  /// The index of the first slash. Searched by bytes, since several rules split the keys of all services.
  private var slash: String.Index? {
    text.utf8.firstIndex(of: UInt8(ascii: "/"))
  }

  package var description: String { text }
}

extension Located<ServiceKey> {
  package init(_ value: ServiceKey, at location: SourceLocation) {
    self.value = value
    self.location = location
  }
}
