/// An instance was handed in for a service that the manifest does not say is provided there.
public struct UnexpectedInstance: Error, Sendable {
  /// The service.
  public let service: ResolutionStep
  /// The scope for which it was handed in; `nil` for the container itself.
  public let scope: String?
  let wanted: Wanted

  enum Wanted: Sendable {
    case nowhere
    case container
    case scope(String)
  }
}

extension UnexpectedInstance: CustomStringConvertible {
  public var description: String {
    let place = scope.map { "the scope \($0)" } ?? "the container"
    switch wanted {
    case .nowhere:
      return "an instance of \(service) was handed in for \(place), and the manifest does not say that it is provided\n"
        + "  help: leave it out, or write provided: true at that place; to replace a service, open an overlay"
    case .container:
      return "an instance of \(service) was handed in for \(place), and it is the container's own\n"
        + "  help: hand it in when the container is built"
    case .scope(let wanted):
      return "an instance of \(service) was handed in for \(place), and it is of the scope \(wanted)\n"
        + "  help: hand it in when that scope is opened: withScope(\"\(wanted)\", providing: …)"
    }
  }
}
