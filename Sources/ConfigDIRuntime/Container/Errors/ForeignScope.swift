/// A scoped provider was called with a scope of another container than its own.
public struct ForeignScope: Error, Sendable, CustomStringConvertible {
  /// The service that was asked for.
  public let service: ResolutionStep

  public var description: String {
    "\(service) was asked for in a scope of another container\n"
      + "  help: open the scope in the container that made the provider"
  }
}
