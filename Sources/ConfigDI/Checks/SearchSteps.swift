import Synchronization

/// The budget that all searches of a run share, so that no graph takes for ever.
///
/// Most rules visit each edge a few times. Rules that search paths, between pairs of services or for the values of
/// parameters, take their steps from here. If no steps are left they stop, and one finding says so.
package final class SearchSteps: Sendable {
  private let left: Atomic<Int>

  /// - Parameter size: The number of nodes and edges. A few visits to each are always allowed.
  package init(_ limits: Limits, size: Int) {
    let (steps, overflows) = limits.steps.addingReportingOverflow(16 * size)
    left = Atomic(overflows ? .max : steps)
  }

  /// Takes the steps of one search; false if too few are left.
  func spend(_ steps: Int) -> Bool {
    left.subtract(steps, ordering: .relaxed).newValue >= 0
  }

  package var isSpent: Bool { left.load(ordering: .relaxed) < 0 }
}
