/// A scope was to be opened in a place that is not its parent.
struct WrongParentScope: ResolutionCause {
  let reason = ResolutionError.Reason.wrongParentScope
  /// The scope to open.
  let name: String
  /// Its parent in the manifest; `nil` for the container itself.
  let parent: String?

  func text(after chain: [ResolutionStep]) -> String {
    let place = parent.map { "the scope \($0)" } ?? "the container itself, outside any scope"
    return chain.text(
      "the scope \(name) opens in \(place)", help: "call openScope on that one", endsWithFailed: false)
  }
}
