/// The program handed in an instance for a service that the manifest does not say is `provided` there.
struct UnexpectedInstance: ResolutionCause {
  let reason = ResolutionError.Reason.unexpectedInstance
  /// The service.
  let service: ResolutionStep
  /// The scope for which it was handed in; `nil` for the container itself.
  let scope: String?
  let wanted: Wanted

  enum Wanted: Sendable {
    case nowhere
    case container
    case scope(String)
  }

  func text(after chain: [ResolutionStep]) -> String {
    let place = scope.map { "the scope \($0)" } ?? "the container"
    let (fact, help) =
      switch wanted {
      case .nowhere:
        (
          "the manifest does not say that it is provided",
          "leave it out, or write provided: true at that place; to replace a service, open an overlay"
        )
      case .container: ("it is the container's own", "hand it in when the container is built")
      case .scope(let wanted):
        (
          "it is of the scope \(wanted)",
          "hand it in when that scope is opened: withScope(\"\(wanted)\", providing: …)"
        )
      }
    return chain.text(
      "an instance of \(service) was handed in for \(place), and \(fact)", help: help, endsWithFailed: false)
  }
}
