/// The state of one outermost resolution: its `graph` instances, its argument, and whether it runs on the main actor.
///
/// It never leaves the thread that started it, or the main actor.
@usableFromInline
final class Resolution {
  let isMain: Bool
  /// The argument that the caller passes to the requested service.
  fileprivate(set) var argument: HandedArgument?
  private var instances: [ObjectIdentifier: AnyObject] = [:]
  /// The new instances that had to be awaited, in boxes, until a factory takes them.
  private var awaited: [ObjectIdentifier: [AnyObject]] = [:]

  init(isMain: Bool = false, argument: HandedArgument? = nil) {
    self.isMain = isMain
    self.argument = argument
  }

  /// Runs a body in the current resolution, or in a new one.
  static func within<Value>(
    _ resolution: Unmanaged<Resolution>?, _ body: (Unmanaged<Resolution>) throws -> Value
  ) rethrows -> Value {
    if let resolution { return try body(resolution) }
    return try begin(isMain: false, body)
  }

  static func begin<Value>(
    isMain: Bool, argument: HandedArgument? = nil, _ body: (Unmanaged<Resolution>) throws -> Value
  ) rethrows -> Value {
    let resolution = Resolution(isMain: isMain, argument: argument)
    return try withExtendedLifetime(resolution) { try body(.passUnretained(resolution)) }
  }

  /// Runs a body with an argument, and resets the resolution afterwards.
  func with<Value>(_ argument: HandedArgument, _ body: (Unmanaged<Resolution>) throws -> Value) rethrows -> Value {
    self.argument = argument
    defer {
      self.argument = nil
      if !instances.isEmpty { instances = [:] }
    }
    return try body(.passUnretained(self))
  }

  func instance<Value>(of slot: Slot<Value>) -> Value? {
    instances[ObjectIdentifier(slot)].map { unsafeDowncast($0, to: Box<Value>.self).value }
  }

  func keep<Value>(_ value: Value, of slot: Slot<Value>) {
    instances[ObjectIdentifier(slot)] = Box(value)
  }

  func hasInstance(of slot: AnySlot) -> Bool { instances[ObjectIdentifier(slot)] != nil }

  /// Keeps an awaited instance, in its box.
  func keepAwaited(_ box: AnyObject, of slot: AnySlot) {
    if slot.sharing == .transient {
      awaited[ObjectIdentifier(slot), default: []].append(box)
    } else {
      instances[ObjectIdentifier(slot)] = box
    }
  }

  func takeAwaited<Value>(_ slot: Slot<Value>) -> Value? {
    awaited[ObjectIdentifier(slot)]?.popLast().map { unsafeDowncast($0, to: Box<Value>.self).value }
  }
}

/// An argument in the memory of the call that passes it.
struct HandedArgument {
  private let place: UnsafeRawPointer
  private let type: any Any.Type

  init<Value>(_ place: UnsafePointer<Value>) {
    self.place = UnsafeRawPointer(place)
    type = Value.self
  }

  func value<Value>(as type: Value.Type) throws -> Value {
    if self.type == type { return place.assumingMemoryBound(to: type).pointee }
    return try converted(to: type)
  }

  /// Converts the argument to a different type. A separate function, because each call looks up the type of an
  /// optional, which takes 300 instructions.
  @inline(never)
  private func converted<Value>(to type: Value.Type) throws -> Value {
    // For a parameter of a protocol type, Swift may pass the instance under its own type.
    guard let value = given(as: self.type) as? Value else {
      throw ResolutionError(WrongArgument(.otherType(expected: TypeName.short(type), given: TypeName.short(self.type))))
    }
    return value
  }

  private func given<Given>(as type: Given.Type) -> Any { place.assumingMemoryBound(to: type).pointee }
}

/// A copy of an argument, for a task that may outlive the call that passes it.
final class KeptArgument: @unchecked Sendable {
  // Unchecked because of the pointer: the value behind it is `Sendable`, and is only read.
  let handed: HandedArgument
  private let free: () -> Void

  init<Value: Sendable>(_ value: Value) {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    handed = HandedArgument(UnsafePointer(place))
    free = {
      place.deinitialize(count: 1)
      place.deallocate()
    }
  }

  deinit { free() }
}
