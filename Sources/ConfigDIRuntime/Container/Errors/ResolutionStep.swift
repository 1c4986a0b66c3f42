/// One service on the way to a failure.
public struct ResolutionStep: Sendable, Hashable {
  /// The key, as the manifest writes it.
  public let key: String
  /// The place where the manifest defines it.
  public let location: SourceLocation?
}

extension ResolutionStep: CustomStringConvertible {
  public var description: String {
    location.map { "\(key) (\($0))" } ?? key
  }
}

extension [ResolutionStep] {
  /// The service that failed, with its place.
  var failed: String { last.map(\.description) ?? "the service" }

  /// The message, then the services that needed the one that failed, nearest first, then the remedy.
  ///
  /// - Parameter endsWithFailed: Whether the last step is the service that failed, not a service that needed it.
  func text(_ message: String, help: String, endsWithFailed: Bool = true) -> String {
    var lines = [message]
    let needing = (endsWithFailed ? dropLast() : self[...]).reversed()
    let shown = needing.count > 20 ? 10 : needing.count
    for step in needing.prefix(shown) { lines.append("  needed by \(step)") }
    if shown < needing.count { lines.append("  … and \(needing.count - 2 * shown) more …") }
    for step in needing.dropFirst(Swift.max(shown, needing.count - shown)) { lines.append("  needed by \(step)") }
    lines.append("  help: \(help)")
    return lines.joined(separator: "\n")
  }
}
