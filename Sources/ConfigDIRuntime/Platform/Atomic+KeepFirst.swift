import Synchronization

extension Atomic {
  /// Keeps an object, unless another thread has kept one first. Returns the kept object, not retained.
  func keepFirst<Object: AnyObject>(_ object: Object) -> Unmanaged<Object> where Value == Unmanaged<Object>? {
    let mine = Unmanaged.passRetained(object)
    let (isMine, first) = compareExchange(expected: nil, desired: mine, ordering: .sequentiallyConsistent)
    guard !isMine, let first else { return mine }
    mine.release()
    return first
  }
}
