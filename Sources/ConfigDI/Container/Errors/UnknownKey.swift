/// A key was asked for that the manifest does not have.
public struct UnknownKey: Error, Sendable {
  /// The key, as a manifest would write it.
  public let key: String
  let similar: [String]
  var chain: [ResolutionStep] = []
}

extension UnknownKey: ResolutionFailure {
  public var description: String {
    let suggestion = similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: " or "))?"
    return text(
      "the manifest has no service \(key)\(suggestion)",
      help: "add it under services, or ask for a key that is there")
  }
}
