import Synchronization

/// What the searches of a run may cost together, so that no graph keeps one busy for ever.
///
/// Most rules look at each edge a few times. Those that look for ways, between pairs of services or under the values of
/// parameters, take what they need from here; where nothing is left they stop, and one finding says that they did.
package final class SearchSteps: Sendable {
  private let left: Atomic<Int>

  /// - Parameter size: What is there to look at, nodes and edges: a few rounds over all of it are always allowed.
  package init(_ limits: Limits, size: Int) {
    let (steps, overflows) = limits.steps.addingReportingOverflow(16 * size)
    left = Atomic(overflows ? .max : steps)
  }

  /// Takes the steps of one search; false where too few are left.
  func spend(_ steps: Int) -> Bool {
    left.subtract(steps, ordering: .relaxed).newValue >= 0
  }

  package var isSpent: Bool { left.load(ordering: .relaxed) < 0 }
}
