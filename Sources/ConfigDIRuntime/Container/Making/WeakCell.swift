/// Holds a weakly shared instance. Each instance gets a new cell, so that no thread writes what another reads.
final class WeakCell: @unchecked Sendable {
  // Unchecked: a shared instance is `Sendable`, and the reference itself is never written again.
  private weak let reference: AnyObject?

  init(_ object: AnyObject) {
    reference = object
  }

  var object: AnyObject? { reference }
}
