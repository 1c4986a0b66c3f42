/// One service on the way to a failure.
public struct ResolutionStep: Sendable, Hashable {
  /// The key, as the manifest writes it.
  public let key: String
  /// Where the manifest defines it.
  public let location: SourceLocation?
}

extension ResolutionStep: CustomStringConvertible {
  public var description: String {
    location.map { "\(key) (\($0))" } ?? key
  }
}

/// What failures of resolving have in common: the services on the way to them, the one that was asked for first.
protocol ResolutionFailure: Error, CustomStringConvertible {
  var chain: [ResolutionStep] { get set }
}

extension ResolutionFailure {
  /// The message, then who needed the service that failed, nearest first, then what to do.
  func text(_ message: String, help: String) -> String {
    var lines = [message]
    let needing = chain.dropLast().reversed()
    let shown = needing.count > 20 ? 10 : needing.count
    for step in needing.prefix(shown) { lines.append("  needed by \(step)") }
    if shown < needing.count { lines.append("  … and \(needing.count - 2 * shown) more …") }
    for step in needing.dropFirst(max(shown, needing.count - shown)) { lines.append("  needed by \(step)") }
    lines.append("  help: \(help)")
    return lines.joined(separator: "\n")
  }

  /// The service that failed, with its place.
  var failed: String { chain.last.map(\.description) ?? "the service" }
}
