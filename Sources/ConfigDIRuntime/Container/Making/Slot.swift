public import Synchronization

/// Holds the instance of one service in one level, or the value of one parameter that is not itself a service.
///
/// A fast resolve reads only `door`: the address of the box with the published instance, or a small number that says
/// how to proceed. For a main-actor service, the number sends all callers to the slow path, where `container.main`
/// reads `state`.
@usableFromInline
class AnySlot: @unchecked Sendable {
  /// What a resolve reads first, without a lock: the address of the instance's box, or one of the constants below.
  @usableFromInline let door = Atomic<UInt>(AnySlot.closed)
  /// The slots for the factory's parameters, in order. Set once, before `door` opens.
  @usableFromInline let links = Atomic<UnsafeMutablePointer<UnsafeRawPointer>?>(nil)
  /// The level that owns the slot and outlives it.
  @usableFromInline unowned(unsafe) let owner: Level

  /// The index in the plan's services; -1 for a slot that belongs to a parameter.
  let service: Int32
  let sharing: Sharing
  let traits: ServiceTraits
  /// The thread that is making the shared instance, and a flag if another thread is waiting; 0 if no thread is making
  /// it.
  let maker = Atomic<UInt>(0)
  /// The value that `door` has unless an overlay keeps it closed; for a main-actor service, the address of the box.
  let state = Atomic<UInt>(AnySlot.closed)
  /// The box whose address is in `state`, kept alive for every reader that may have seen the address. Written once, by
  /// the thread that makes the instance. For a weak service, its `WeakCell`, which the making lock guards.
  var kept: AnyObject?
  /// Slots that only this slot's links use. Written once, by the thread that made the links.
  private var parameters: [AnySlot] = []
  /// The number of open overlays that keep `door` closed. Guarded by the making lock.
  var holds: Int32 = 0
  /// The latch on which other threads wait for the instance, created by the first of them. Guarded by the lock of
  /// all waits.
  var latch: Latch?

  /// A `door` value: take the slow path, because no instance exists yet or only the level can decide.
  @inlinable static var closed: UInt { 0 }
  /// A `door` value: run the factory immediately, because each injection gets a new instance.
  @inlinable static var open: UInt { 1 }
  /// A `door` value: take the slow path, except on the main actor, which reads the instance from `state`.
  static var onMain: UInt { 2 }
  /// A `door` value: take the slow path, because an overlay replaces the service.
  static var held: UInt { 3 }
  /// A `door` value: take the slow path from now on, because the level has ended.
  static var ended: UInt { 4 }
  /// A `door` value: take the slow path, except for a maker, which may run the factory immediately with its argument.
  static var openWithArgument: UInt { 5 }
  /// A `door` value for `Argument` parameters: take the argument that the resolution's caller passed.
  @inlinable static var argument: UInt { 6 }
  /// The largest `door` value that is a number. Any larger value is the address of a box.
  @inlinable static var lastNumber: UInt { 15 }

  init(owner: borrowing Level, service: Int32, sharing: Sharing, _ traits: ServiceTraits = []) {
    self.owner = copy owner
    self.service = service
    self.sharing = sharing
    self.traits = traits
  }

  deinit {
    if let links = links.load(ordering: .relaxed) { AnySlot.free(links) }
  }

  /// Whether making the instance needs the enclosing resolution.
  var needsResolution: Bool { traits.contains(.needsResolution) }
  /// Whether the instance is available only on the main actor.
  var isOnMain: Bool { traits.contains(.isMain) }
  /// Whether the factory was registered with `reference: true` and the service has no decorators. With decorators, the
  /// product is checked before they wrap it.
  var isReference: Bool { traits.contains(.isReference) }
  /// Whether each instance is new and must be awaited, or the parameter wraps such an instance. The resolution has the
  /// instance ready when a factory takes it.
  var isAwaited: Bool { traits.contains(.isAwaited) }

  /// Whether each call must pass an argument. A call without an argument makes nothing.
  var takesArgument: Bool { traits.contains(.takesArgument) }

  /// The type of the instance; `nil` if the service is made in another level or is absent.
  var valueType: (any Any.Type)? { nil }

  var isMade: Bool { state.load(ordering: .acquiring) > AnySlot.lastNumber }

  func copy(for level: Level) -> AnySlot { AnySlot(owner: level, service: service, sharing: sharing, traits) }

  /// Makes the instance, and the instances that it needs, without returning it.
  func fill(in resolution: Unmanaged<Resolution>?) throws {}

  /// Makes the shared instance if it does not exist. Its dependencies exist already.
  func realize(in resolution: Unmanaged<Resolution>?) throws {}

  /// Sets the slot's links, unless another thread has set them. The slot keeps `parameters` alive, the slots that
  /// belong to its parameters.
  @discardableResult
  func link(to targets: [AnySlot], parameters: [AnySlot] = []) -> UnsafeMutablePointer<UnsafeRawPointer> {
    let mine = targets.isEmpty ? AnySlot.noLinks : AnySlot.array(of: targets)
    let (isMine, first) = links.compareExchange(expected: nil, desired: mine, ordering: .acquiringAndReleasing)
    if !isMine, let first {
      AnySlot.free(mine)
      return first
    }
    self.parameters = parameters
    return mine
  }

  func linkToNothing() -> UnsafeMutablePointer<UnsafeRawPointer> {
    links.store(AnySlot.noLinks, ordering: .releasing)
    return AnySlot.noLinks
  }

  /// Whether it is known that the factory has no parameters.
  var linksToNothing: Bool { links.load(ordering: .acquiring) == AnySlot.noLinks }

  /// Adds the service to an error that its factory threw. Takes an unmanaged slot, so that the caller need not retain
  /// it.
  @usableFromInline
  @inline(never)
  static func failure(of slot: Unmanaged<AnySlot>, _ error: any Error) -> any Error {
    slot._withUnsafeGuaranteedRef { $0.owner.failure(of: $0, error) }
  }

  /// The addresses of the slots, preceded by the number of slots.
  private static func array(of targets: [AnySlot]) -> UnsafeMutablePointer<UnsafeRawPointer> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: (targets.count + 1) * MemoryLayout<UnsafeRawPointer>.stride, alignment: MemoryLayout<Int>.alignment)
    memory.storeBytes(of: targets.count, as: Int.self)
    let array = (memory + MemoryLayout<Int>.stride).bindMemory(to: UnsafeRawPointer.self, capacity: targets.count)
    for (index, target) in targets.enumerated() {
      (array + index).initialize(to: UnsafeRawPointer(Unmanaged.passUnretained(target).toOpaque()))
    }
    return array
  }

  private static func free(_ links: UnsafeMutablePointer<UnsafeRawPointer>) {
    if links != noLinks { (UnsafeMutableRawPointer(links) - MemoryLayout<Int>.stride).deallocate() }
  }

  nonisolated(unsafe) static let noLinks = array(of: [])

  /// The slots among a factory's links whose instances must be awaited.
  static func awaited(among links: UnsafeMutablePointer<UnsafeRawPointer>) -> [AnySlot] {
    var awaited: [AnySlot] = []
    _ = anyLink(of: links) { slot in
      if slot.isAwaited { awaited.append(slot) }
      return false
    }
    return awaited
  }

  /// Whether a closure returns `true` for any of the slots that the links lead to.
  static func anyLink(of links: UnsafeMutablePointer<UnsafeRawPointer>, _ test: (AnySlot) -> Bool) -> Bool {
    let count = (UnsafeRawPointer(links) - MemoryLayout<Int>.stride).load(as: Int.self)
    for index in 0..<count
    where Unmanaged<AnySlot>.fromOpaque(links[index])._withUnsafeGuaranteedRef({ test($0) }) { return true }
    return false
  }

  /// How instances are shared. With `argument`, each call takes the argument from the resolution, and nothing is made.
  enum Sharing: UInt8, Sendable { case shared, transient, graph, weak, argument }
}

extension AnySlot {
  // The thread that makes the instance opens the door; overlays and the end of the level shut it, all without a common
  // lock. It is opened only from `closed`, so a held or ended door stays shut.

  /// Sets `state`, and also `door` unless it is kept closed.
  func show(_ value: UInt) {
    state.store(value, ordering: .sequentiallyConsistent)
    open(to: value)
  }

  private func open(to value: UInt) {
    _ = door.compareExchange(
      expected: AnySlot.closed, desired: isOnMain && value > AnySlot.lastNumber ? AnySlot.onMain : value,
      ordering: .sequentiallyConsistent)
  }

  /// Sets `door` to `held` or `ended`. After `ended`, `door` never changes again.
  func shut(_ mark: UInt) {
    var bits = door.load(ordering: .relaxed)
    while bits != AnySlot.ended, bits != mark {
      let (isDone, original) = door.compareExchange(expected: bits, desired: mark, ordering: .sequentiallyConsistent)
      if isDone { return }
      bits = original
    }
  }

  /// Reopens `door` if an overlay kept it closed.
  func reopen() {
    let (wasHeld, _) = door.compareExchange(
      expected: AnySlot.held, desired: AnySlot.closed, ordering: .sequentiallyConsistent)
    guard wasHeld else { return }
    // An instance that is shown after this finds the door closed, and opens it itself.
    let value = state.load(ordering: .sequentiallyConsistent)
    if value != AnySlot.closed { open(to: value) }
  }

  /// This slot with its full type; `nil` if its type is different.
  func typed<Value>(as type: Value.Type) -> Slot<Value>? {
    guard let valueType, valueType == type else { return nil }
    return unsafeDowncast(self, to: Slot<Value>.self)
  }

  static func address(of box: AnyObject) -> UInt { UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque()) }
}

/// A slot with its full type. The type is compared once, when the slot is linked.
@usableFromInline
final class Slot<Value>: AnySlot, @unchecked Sendable {
  @usableFromInline typealias Make = @Sendable (consuming Links) throws -> Value

  @usableFromInline let make: Make
  /// The class of the box, stored only in copies of slots, such as the slots of scopes; otherwise `nil`. Looking it up
  /// for `Value` takes 330 instructions.
  private let boxType: Box<Value>.Type?

  init(
    owner: borrowing Level, service: Int32 = -1, sharing: Sharing, _ traits: ServiceTraits = [],
    boxType: Box<Value>.Type? = nil, make: @escaping Make
  ) {
    self.make = make
    self.boxType = boxType
    super.init(owner: owner, service: service, sharing: sharing, traits)
  }

  /// Creates a slot for an existing instance. If the slot belongs to a service, the program closes the instance.
  init(owner: Level, service: Int32 = -1, constant: Value) {
    make = { _ in throw PlanMismatch.noService }
    boxType = nil
    super.init(owner: owner, service: service, sharing: .shared)
    let box = Box(constant)
    kept = box
    state.store(AnySlot.address(of: box), ordering: .releasing)
    door.store(AnySlot.address(of: box), ordering: .releasing)
  }

  override var valueType: (any Any.Type)? { Value.self }

  override func copy(for level: Level) -> AnySlot {
    Slot(
      owner: level, service: service, sharing: sharing, traits, boxType: boxType ?? Box<Value>.self, make: make)
  }

  override func fill(in resolution: Unmanaged<Resolution>?) throws {
    _ = try take(in: resolution)
  }

  override func realize(in resolution: Unmanaged<Resolution>?) throws {
    do {
      try owner.makeShared(self, in: resolution)
    } catch {
      throw owner.failure(of: self, error)
    }
  }

  /// The instance, in the level that owns this slot.
  ///
  /// - Parameter resolution: The enclosing resolution; `nil` if this call is the outermost.
  @inlinable
  @inline(__always)
  func take(in resolution: Unmanaged<Resolution>?) throws -> Value {
    let bits = door.load(ordering: .acquiring)
    if bits > AnySlot.lastNumber { return Slot.box(at: bits)._withUnsafeGuaranteedRef { $0.value } }
    return bits == AnySlot.open ? try makeNow() : try takeSlowly(in: resolution)
  }

  /// The slow path of `take(in:)`. Not inlined, since few parameters need it.
  @inlinable
  @inline(never)
  func takeSlowly(in resolution: Unmanaged<Resolution>?) throws -> Value {
    if door.load(ordering: .relaxed) == AnySlot.argument,
      let argument = resolution?._withUnsafeGuaranteedRef({ $0.argument(of: Value.self) })
    {
      return argument.assumingMemoryBound(to: Value.self).pointee
    }
    return try owner.take(self, in: resolution)
  }

  /// Makes a new instance. The links must already exist.
  @inlinable
  @inline(__always)
  func makeNow() throws -> Value {
    do {
      return try makeUnwrapped()
    } catch {
      throw AnySlot.failure(of: Unmanaged<AnySlot>.passUnretained(self), error)
    }
  }

  /// A new instance; throws the factory's own error.
  @inlinable
  @inline(__always)
  func makeUnwrapped() throws -> Value {
    try make(Links(links.load(ordering: .relaxed).unsafelyUnwrapped))
  }

  /// The box at an address from `door` or `state`. The slot keeps the box alive.
  @inlinable
  @inline(__always)
  static func box(at bits: UInt) -> Unmanaged<Box<Value>> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped)
  }

  func box(_ value: consuming Value) -> Box<Value> {
    guard let boxType else { return Box(value) }
    return boxType.make(value)
  }
}

/// A published instance. Immutable, so that a reader can borrow it without a copy.
@usableFromInline
final class Box<Value>: @unchecked Sendable {
  // Unchecked: only the values of shared services, which are `Sendable`, are read by more than one thread.
  @usableFromInline let value: Value

  @inlinable
  init(_ value: consuming Value) {
    self.value = value
  }

  /// Makes a box. Not inlined: the caller already has this class, and need not look it up for `Value`.
  @inline(never)
  static func make(_ value: consuming Value) -> Box<Value> { Box(value) }
}

/// Holds a weakly shared instance. Each instance gets a new cell, so that no thread writes memory that another reads.
final class WeakCell: @unchecked Sendable {
  // Unchecked: a shared instance is `Sendable`, and the reference itself is never written again.
  weak let object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }
}
