/// Services that wait for each other to be made: one is needed while it is being made itself.
///
/// Without `lazy` and `provider` the manifest's graph has no cycle, so one of them was called inside an initializer.
struct CrossingWait: ResolutionCause {
  let reason = ResolutionError.Reason.crossingWait
  /// For each other thread of the cycle, the services that it is making, and the one that it waits for; empty if the
  /// thread would wait for itself.
  let others: [[ResolutionStep]]

  func text(after chain: [ResolutionStep]) -> String {
    var lines = ["\(chain.failed) is being made, and waits for what needs it"]
    lines.append("  here: \(CrossingWait.line(chain))")
    for other in others { lines.append("  meanwhile: \(CrossingWait.line(other))") }
    lines.append("  help: call a lazy dependency or a provider after the initializer, not inside it")
    return lines.joined(separator: "\n")
  }

  private static func line(_ chain: [ResolutionStep]) -> String {
    chain.map(\.description).joined(separator: " → ")
  }
}
