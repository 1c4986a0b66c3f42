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
  @usableFromInline unowned(unsafe) let owner: SlotOwner

  /// The index in the plan's services; -1 for a parameter's own slot.
  let service: Int32
  let sharing: Sharing
  /// What the door shows unless something overrides this slot.
  let state = Atomic<UInt>(AnySlot.closed)
  /// Guarded by the container's lock.
  var guarded = Guarded()

  /// The slow path: nothing made yet, or something that only the level can answer.
  @inlinable static var closed: UInt { 0 }
  /// A new instance at each injection, and nothing to decide: the factory may run at once.
  @inlinable static var open: UInt { 1 }
  /// Anything greater is the address of a box.
  @inlinable static var lastNumber: UInt { 15 }

  init(owner: SlotOwner, service: Int32, sharing: Sharing) {
    self.owner = owner
    self.service = service
    self.sharing = sharing
  }

  deinit {
    links.load(ordering: .relaxed)?.deallocate()
  }

  /// The type of what it gives.
  var valueType: any Any.Type { Never.self }

  /// Makes the instance if there is none, for its own sake.
  func realize() throws {}

  enum Sharing: UInt8, Sendable { case shared, transient, graph, weak }

  struct Guarded {
    /// The box that the state shows, which must outlive every reader that may have seen it.
    var kept: AnyObject?
    /// Slots that belong to this one's links alone.
    var parameters: [AnySlot] = []
    /// By how many open levels, or by a shutdown, the door is held shut.
    var overrides = 0
    var making: Making?
  }
}
