/// The key that was asked for is not in the manifest.
struct UnknownKey: ResolutionCause {
  let reason = ResolutionError.Reason.unknownKey
  /// The key, as a manifest would write it.
  let key: String
  let similar: [String]
  /// The type inside the optional, the array or the deferred dependency that was asked for.
  var wrapped: String?

  func text(after chain: [ResolutionStep]) -> String {
    let suggestion = similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: " or "))?"
    return chain.text(
      "the manifest has no service \(key)\(suggestion)",
      help: wrapped.map {
        "ask for \($0) itself; optionals, collections and deferred dependencies are for the parameters of a factory, "
          + "or of what make(_:) fills"
      } ?? "add it under services, or ask for a key that is there",
      endsWithFailed: false)
  }
}
