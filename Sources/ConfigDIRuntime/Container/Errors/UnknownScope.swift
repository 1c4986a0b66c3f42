/// A scope was to be opened that the manifest does not declare.
public struct UnknownScope: Error, Sendable, CustomStringConvertible {
  /// The name that was asked for.
  public let name: String
  let known: [String]

  public var description: String {
    "the manifest declares no scope \(name)\n"
      + (known.isEmpty
        ? "  help: declare it under scopes"
        : "  help: declare it under scopes, or open one of \(known.joined(separator: ", "))")
  }
}
