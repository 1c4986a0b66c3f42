/// `Container.make(labels:_:)` had to fill an array, and the manifest has no collection of the elements' key, or has
/// several.
struct NoCollection: ResolutionCause {
  let reason = ResolutionError.Reason.noCollection
  /// The key of the elements.
  let key: String
  let found: [String]

  func text(after chain: [ResolutionStep]) -> String {
    guard let first = found.first else {
      return chain.text(
        "the manifest has no collection of \(key)",
        help: "declare one under collections: { of: \(key) }, and let its members collect it", endsWithFailed: false)
    }
    return chain.text(
      "the manifest has several collections of \(key): \(found.joined(separator: ", "))",
      help: "give what is made here a factory of its own, whose dependencies say which: { all: \(first) }",
      endsWithFailed: false)
  }
}
