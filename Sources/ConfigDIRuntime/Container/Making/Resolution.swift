/// The state of one outermost resolution: its `graph` instances, and whether it runs on the main actor.
///
/// It never leaves the thread that began it, nor the main actor.
@usableFromInline
final class Resolution {
  let isMain: Bool
  private var instances: [ObjectIdentifier: AnyObject] = [:]

  init(isMain: Bool = false) {
    self.isMain = isMain
  }

  /// Runs a body in the resolution that is going on, or in a new one.
  static func within<Value>(
    _ resolution: Unmanaged<Resolution>?, _ body: (Unmanaged<Resolution>) throws -> Value
  ) rethrows -> Value {
    if let resolution { return try body(resolution) }
    return try begin(isMain: false, body)
  }

  static func begin<Value>(
    isMain: Bool, _ body: (Unmanaged<Resolution>) throws -> Value
  ) rethrows -> Value {
    let resolution = Resolution(isMain: isMain)
    return try withExtendedLifetime(resolution) { try body(.passUnretained(resolution)) }
  }

  func instance<Value>(of slot: Slot<Value>) -> Value? {
    instances[ObjectIdentifier(slot)].map { unsafeDowncast($0, to: Box<Value>.self).value }
  }

  func keep<Value>(_ value: Value, of slot: Slot<Value>) {
    instances[ObjectIdentifier(slot)] = Box(value)
  }
}
