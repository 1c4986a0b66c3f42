import Synchronization

/// Counts what happens, by name.
final class Metrics: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  func count(_ name: String) {
    counts.withLock { $0[name, default: 0] += 1 }
  }

  /// `2 calls, 1 failure`, in the order of the names.
  var summary: String {
    let counts = counts.withLock { $0 }
    return counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
