/// A phase was to be run that the manifest does not have.
///
/// `launch` and `foreground` are never unknown: a manifest without them has nothing to run there.
public struct UnknownPhase: Error, Sendable, CustomStringConvertible {
  /// The phase that was asked for.
  public let phase: Phase
  let known: [String]

  public var description: String {
    let similar = Spelling.suggestions(for: phase.name, among: known)
    let suggestion = similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: " or "))?"
    let phases = known.isEmpty ? "it has none" : "it has \(listed(known))"
    return "the manifest has no phase \(phase)\(suggestion)\n  help: add it under lifecycle, where \(phases)"
  }
}
