/// The scope to open has another parent than the scope that is open.
struct WrongParentScope: ResolutionCause {
  let reason = ResolutionError.Reason.wrongParentScope
  /// The scope to open.
  let name: String
  /// The scope in which it was to be opened; `nil` for the container itself.
  let parent: String?

  func text(after chain: [ResolutionStep]) -> String {
    let place = parent.map { "the scope \($0)" } ?? "the container itself, outside any scope"
    return chain.text(
      "the scope \(name) opens in \(place)", help: "call openScope on that one", endsWithFailed: false)
  }
}
