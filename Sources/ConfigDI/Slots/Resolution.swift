/// What belongs to one outermost resolution: its `graph` instances, and whether it runs on the main actor.
///
/// It never leaves the thread that began it, nor the main actor.
@usableFromInline
final class Resolution {
  let isMain: Bool
  private var instances: [ObjectIdentifier: AnyObject] = [:]

  init(isMain: Bool = false) {
    self.isMain = isMain
  }

  func instance<Value>(of slot: Slot<Value>) -> Value? {
    instances[ObjectIdentifier(slot)].map { unsafeDowncast($0, to: Box<Value>.self).value }
  }

  func keep<Value>(_ value: Value, of slot: Slot<Value>) {
    instances[ObjectIdentifier(slot)] = Box(value)
  }
}
