/// The state of one resolve call and everything that it makes: the `graph` instances, the argument, and whether the
/// call runs on the main actor.
///
/// A resolution never leaves the thread or the task that started it, or the main actor.
@usableFromInline
final class Resolution {
  let isMain: Bool
  /// The argument that the caller passes to the requested service.
  // Exclusivity is not checked for these three: they are read and written whole, and each check takes 70 instructions.
  @exclusivity(unchecked) fileprivate(set) var argument: HandedArgument?
  @exclusivity(unchecked) private var instances: [ObjectIdentifier: AnyObject] = [:]
  /// The new instances that had to be awaited, in boxes, until a factory takes them.
  @exclusivity(unchecked) private var awaited: [ObjectIdentifier: [AnyObject]] = [:]

  init(isMain: Bool = false, argument: HandedArgument? = nil) {
    self.isMain = isMain
    self.argument = argument
  }

  /// Runs a body in the given resolution, or in a new one if there is none.
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

  /// Runs a body in a new resolution on the main actor, or without a resolution elsewhere.
  static func ifMain<Value>(_ isMain: Bool, _ body: (Unmanaged<Resolution>?) throws -> Value) rethrows -> Value {
    isMain ? try begin(isMain: true) { try body($0) } : try body(nil)
  }

  /// The argument's address, if the argument has this `Argument` type; otherwise `nil`. Never inlined, since inlining
  /// into another module would add exclusivity checks.
  @usableFromInline
  @inline(never)
  func argument(of type: any Any.Type) -> UnsafeRawPointer? {
    guard let argument, argument.type == type else { return nil }
    return argument.place
  }

  @inline(__always)
  func begin(_ argument: HandedArgument) { self.argument = argument }

  /// Ends a call, so that this object can be reused for another call.
  @inline(__always)
  func end() {
    argument = nil
    if !instances.isEmpty { instances = [:] }
  }

  /// Drops the awaited instances that no factory has taken, since the call failed.
  func dropAwaited() { awaited = [:] }

  func instance<Value>(of slot: Slot<Value>) -> Value? {
    instances[ObjectIdentifier(slot)].map { unsafeDowncast($0, to: Box<Value>.self).value }
  }

  func keep<Value>(_ value: Value, of slot: Slot<Value>) {
    instances[ObjectIdentifier(slot)] = Box(value)
  }

  func hasInstance(of slot: AnySlot) -> Bool { instances[ObjectIdentifier(slot)] != nil }

  /// Keeps an awaited instance, in its box, until a factory takes it.
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

/// A reference to an argument in the memory of the call that passes it.
struct HandedArgument {
  /// The address of the value. It is also the address of its `Argument`, since a struct begins with its first property.
  fileprivate let place: UnsafeRawPointer
  /// The `Argument` type for the value's type.
  fileprivate let type: any Any.Type

  @inline(__always)
  init<Value>(_ place: UnsafePointer<Value>, _ type: any Any.Type) {
    self.place = UnsafeRawPointer(place)
    self.type = type
  }

  func value<Value>(as type: Value.Type) throws -> Value {
    if self.type == Argument<Value>.self { return place.assumingMemoryBound(to: type).pointee }
    return try converted(to: type)
  }

  /// Converts the argument to a different type. A separate function, because each call looks up the type of an
  /// optional, which takes 300 instructions.
  @inline(never)
  private func converted<Value>(to type: Value.Type) throws -> Value {
    // For a parameter of a protocol type, Swift may pass the instance under its own type.
    let wrapped = self.type as? any ArgumentWrapper.Type
    guard let value = wrapped?.value(at: place) as? Value else {
      let given = wrapped?.argument ?? self.type
      let expected = TypeName.short(type)
      throw ResolutionError(
        .wrongArgument, service: "takes an argument of type \(expected), but got one of type \(TypeName.short(given))",
        help: "pass a value of type \(expected)")
    }
    return value
  }
}

/// A resolution with its own memory for the argument, for a call that may suspend. Reusable for arguments of the same
/// type. Not generic, since looking up a generic class takes 300 instructions.
final class AwaitedCall: @unchecked Sendable {
  // Unchecked: only one call uses it at a time.
  let resolution = Resolution()
  private let place: UnsafeMutableRawPointer

  init<Handed: Sendable>(_ type: Handed.Type) {
    place = .allocate(byteCount: MemoryLayout<Handed>.size, alignment: MemoryLayout<Handed>.alignment)
  }

  deinit { place.deallocate() }

  /// - Parameter type: The `Argument` type for the argument.
  func begin<Handed: Sendable>(_ argument: Handed, _ type: any Any.Type) {
    let place = place.initializeMemory(as: Handed.self, to: argument)
    resolution.begin(HandedArgument(UnsafePointer(place), type))
  }

  func end<Handed: Sendable>(_ type: Handed.Type) {
    resolution.end()
    resolution.dropAwaited()
    place.assumingMemoryBound(to: type).deinitialize(count: 1)
  }
}
