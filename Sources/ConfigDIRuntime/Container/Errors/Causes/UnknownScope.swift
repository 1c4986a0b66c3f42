/// The scope to open is not declared in the manifest.
struct UnknownScope: ResolutionCause {
  let reason = ResolutionError.Reason.unknownScope
  /// The name that was asked for.
  let name: String
  let known: [String]

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "the manifest declares no scope \(name)",
      help: "declare it under scopes" + (known.isEmpty ? "" : ", or open one of \(known.joined(separator: ", "))"),
      endsWithFailed: false)
  }
}
