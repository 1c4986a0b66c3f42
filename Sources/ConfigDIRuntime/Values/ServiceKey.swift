/// A key as written in a manifest: a type's name or a custom name, optionally followed by `/variant`.
package struct ServiceKey: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// The part before the variant.
  package var name: Substring {
    slash.map { text[..<$0] } ?? text[...]
  }

  /// Like `name`, but without a copy if the key has no variant, since every key in a manifest is read this way.
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

  /// The index of the first slash. Searches bytes, which is faster.
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
