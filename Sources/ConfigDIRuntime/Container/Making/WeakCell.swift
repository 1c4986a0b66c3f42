/// Holds a weakly shared instance. A new one for each instance, so that nobody writes what another reads.
final class WeakCell: @unchecked Sendable {
  // Unchecked: what is shared is `Sendable`; the reference itself is never written again.
  private weak let reference: AnyObject?

  init(_ object: AnyObject) {
    reference = object
  }

  var object: AnyObject? { reference }
}
