/// A service of a declared scope was asked for outside it.
struct ScopeNotOpen: ResolutionCause {
  let reason = ResolutionError.Reason.scopeNotOpen
  /// The scope that is not open.
  let scope: String

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) lives in the scope \(scope), which is not open here",
      help: "open it with withScope(\"\(scope)\") and resolve from the container that it hands in")
  }
}
