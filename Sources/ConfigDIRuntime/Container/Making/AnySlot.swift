public import Synchronization

/// The place of one service in one level of a container, or of one parameter that no service serves by itself.
///
/// The fast path reads `door` and nothing else. It shows the published box, or one of three small numbers.
@usableFromInline
class AnySlot: @unchecked Sendable {
  /// What a resolve may do without asking anyone: see the constants below.
  @usableFromInline let door = Atomic<UInt>(AnySlot.closed)
  /// The slots of the factory's parameters in order; set once, before the door opens.
  @usableFromInline let links = Atomic<UnsafeMutablePointer<UnsafeRawPointer>?>(nil)
  /// The level, which owns its slots and so outlives them.
  @usableFromInline unowned(unsafe) let owner: Level

  /// The index in the plan's services; -1 for a parameter's own slot.
  let service: Int32
  let sharing: Sharing
  /// Whether making it must know what is being resolved further out.
  let needsResolution: Bool
  /// How many threads are making what is not shared just now, or one of them again and again inside itself.
  let running = Atomic<UInt16>(0)
  /// What the door shows unless something holds it shut.
  let state = Atomic<UInt>(AnySlot.closed)
  /// Guarded by the making lock.
  var guarded = Guarded()

  /// The slow path: nothing made yet, or something that only the level can answer.
  @inlinable static var closed: UInt { 0 }
  /// A new instance at each injection, and nothing to decide: the factory may run at once.
  @inlinable static var open: UInt { 1 }
  /// Anything greater is the address of a box.
  @inlinable static var lastNumber: UInt { 15 }

  init(owner: Level, service: Int32, sharing: Sharing, needsResolution: Bool) {
    self.owner = owner
    self.service = service
    self.sharing = sharing
    self.needsResolution = needsResolution
  }

  deinit {
    links.load(ordering: .relaxed)?.deallocate()
  }

  /// The type of what it gives; `nil` for one that stands for a service which is made elsewhere.
  var valueType: (any Any.Type)? { nil }

  var isMade: Bool { state.load(ordering: .acquiring) > AnySlot.lastNumber }

  /// Makes the instance, and first what it needs, without giving it to anyone.
  func fill(in resolution: Unmanaged<Resolution>?) throws {}

  /// Makes the shared instance if there is none, its dependencies being there already.
  func realize(in resolution: Unmanaged<Resolution>?) throws {}

  /// Gives the slot its links before anyone else can see it.
  func link(to targets: [AnySlot]) {
    links.store(AnySlot.array(of: targets), ordering: .releasing)
  }

  /// Unmanaged, so that a factory's caller need not retain what it holds already.
  @usableFromInline
  @inline(never)
  static func failure(of slot: Unmanaged<AnySlot>, _ error: any Error) -> any Error {
    slot._withUnsafeGuaranteedRef { $0.owner.failure(of: $0, error) }
  }

  static func array(of targets: [AnySlot]) -> UnsafeMutablePointer<UnsafeRawPointer> {
    let array = UnsafeMutablePointer<UnsafeRawPointer>.allocate(capacity: max(1, targets.count))
    for (index, target) in targets.enumerated() {
      (array + index).initialize(to: UnsafeRawPointer(Unmanaged.passUnretained(target).toOpaque()))
    }
    return array
  }

  enum Sharing: UInt8, Sendable { case shared, transient, graph, weak }

  struct Guarded {
    /// The box that the state shows, which must outlive every reader that may have seen it; or a weak instance's cell.
    var kept: AnyObject?
    /// Slots that these links alone lead to.
    var parameters: [AnySlot] = []
    /// How many open levels, or a shutdown, hold the door shut.
    var holds = 0
    var making: Making?
  }
}

extension AnySlot {
  /// This slot under its full type; `nil` if it has another.
  func typed<Value>(as type: Value.Type) -> Slot<Value>? {
    guard let valueType, valueType == type else { return nil }
    return unsafeDowncast(self, to: Slot<Value>.self)
  }
}
