/// An array was to be filled by ``Container/make(labels:_:)``, and not exactly one collection is of its elements' key.
public struct NoCollection: Error, Sendable, CustomStringConvertible {
  /// The key of the elements.
  public let key: String
  let found: [String]

  init(of key: String, found: [String]) {
    self.key = key
    self.found = found
  }

  public var description: String {
    found.isEmpty
      ? "the manifest has no collection of \(key)\n"
        + "  help: declare one under collections: { of: \(key) }, and let its members collect it"
      : "the manifest has several collections of \(key): \(found.joined(separator: ", "))\n"
        + "  help: give what is made here a factory of its own, whose dependencies say which: { all: \(found.first ?? key) }"
  }
}
