/// The phase to run is not in the manifest.
///
/// `launch` and `foreground` are never unknown: a manifest without them has nothing to run there.
struct UnknownPhase: ResolutionCause {
  let reason = ResolutionError.Reason.unknownPhase
  /// The phase that was asked for.
  let phase: Phase
  let known: [String]

  func text(after chain: [ResolutionStep]) -> String {
    let similar = Spelling.suggestions(for: phase.name, among: known)
    let suggestion = similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: " or "))?"
    let phases = known.isEmpty ? "it has none" : "it has \(listed(known))"
    return chain.text(
      "the manifest has no phase \(phase)\(suggestion)", help: "add it under lifecycle, where \(phases)",
      endsWithFailed: false)
  }
}
