/// A `ScopedProvider` was called with a scope of a container that is not its own.
struct ForeignScope: ResolutionCause {
  let reason = ResolutionError.Reason.foreignScope
  /// The service that was asked for.
  let service: ResolutionStep

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(service) was asked for in a scope of another container",
      help: "open the scope in the container that made the provider", endsWithFailed: false)
  }
}
