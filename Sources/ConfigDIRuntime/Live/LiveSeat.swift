public import Synchronization

/// A place for one generation at a time, which counts the generation's users.
///
/// A seat lives as long as its ``LiveSwitch``: a late caller with an old seat finds it closed, instead of freed memory.
/// Taking a seat is one step without a lock, and so is leaving it.
@usableFromInline
final class LiveSeat: @unchecked Sendable {
  // Unchecked: the generation is written under the lock of the switch while the seat cannot be taken, and read there
  // and by its users.
  /// The generation, which its users pin.
  private(set) var pinned: LiveContainer.Pinned?
  /// The number of the seat's generation, set before the seat can be taken.
  @usableFromInline let number = Atomic<Int>(0)
  @usableFromInline let index: Int
  /// The number of users, combined with the flags `retired` and `closed`.
  @usableFromInline let word = Atomic<Int>(LiveSeat.retired | LiveSeat.closed)

  /// The flag that says that another generation is current.
  static var retired: Int { 1 << 40 }
  /// The flag that says that the seat can no longer be taken.
  @inlinable static var closed: Int { 1 << 41 }

  init(index: Int) {
    self.index = index
  }

  var generation: LiveGeneration? { pinned?.generation }

  /// Whether another generation may use the seat.
  var isFree: Bool { word.load(ordering: .acquiring) == LiveSeat.retired | LiveSeat.closed && pinned == nil }

  var users: Int { word.load(ordering: .acquiring) & (LiveSeat.retired - 1) }

  /// Opens the seat for a generation. The seat must be free.
  func open(for generation: LiveGeneration, in home: LiveSwitch) {
    pinned = LiveContainer.Pinned(generation, in: self, of: home)
    number.store(generation.number, ordering: .releasing)
    word.subtract(LiveSeat.retired | LiveSeat.closed, ordering: .acquiringAndReleasing)
  }

  /// Marks the seat as retired.
  ///
  /// - Returns: The number of users that the seat still has.
  func retire() -> Int { word.add(LiveSeat.retired, ordering: .acquiringAndReleasing).oldValue }

  /// Closes the seat if it is retired and has no users.
  func closeIfEmpty() -> Bool {
    word.compareExchange(
      expected: LiveSeat.retired, desired: LiveSeat.retired | LiveSeat.closed, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Closes the seat even if it has users.
  func closeAnyway() -> (wasOpen: Bool, users: Int) {
    let old = word.bitwiseOr(LiveSeat.closed, ordering: .acquiringAndReleasing).oldValue
    return (old & LiveSeat.closed == 0, old & (LiveSeat.retired - 1))
  }

  /// Removes the generation with this number if the seat is closed and has no users.
  func clear(_ number: Int) -> LiveGeneration? {
    guard word.load(ordering: .acquiring) == LiveSeat.retired | LiveSeat.closed, generation?.number == number
    else { return nil }
    defer { pinned = nil }
    return generation
  }

  /// Takes the seat, unless it is closed.
  @inlinable
  @inline(__always)
  func take() -> Bool {
    if word.add(1, ordering: .acquiringAndReleasing).oldValue < LiveSeat.closed { return true }
    word.subtract(1, ordering: .acquiringAndReleasing)
    return false
  }
}

/// Refers to the seat of the current generation. The switch outlives the container while handles exist.
@usableFromInline
final class LiveSwitch: @unchecked Sendable {
  // Unchecked: all properties are constants and `Sendable`, and the pointer is to one of the seats.
  @usableFromInline let current = Atomic<UnsafeRawPointer?>(nil)
  private let seats = Lock<[LiveSeat]>([])
  /// A number that is unique for each switch, even if its memory is reused.
  let number = LiveSwitch.count.add(1, ordering: .relaxed).newValue
  private static let count = Atomic<Int>(0)
  /// Called with each retired seat after its last user has left, possibly more than once.
  let whenEmpty = Lock<(@Sendable (LiveSeat) -> Void)?>(nil)

  /// Takes the current seat; `nil` after the shutdown.
  @inlinable
  @inline(__always)
  func take() -> Unmanaged<LiveSeat>? {
    while let pointer = current.load(ordering: .acquiring) {
      let seat = Unmanaged<LiveSeat>.fromOpaque(pointer)
      if seat._withUnsafeGuaranteedRef({ $0.take() }) { return seat }
      // While this caller was counted, the last user may have found the seat in use.
      tellEmpty(seat)
    }
    return nil
  }

  @inlinable
  @inline(__always)
  func leave(_ seat: Unmanaged<LiveSeat>) {
    let left = seat._withUnsafeGuaranteedRef { $0.word.subtract(1, ordering: .acquiringAndReleasing).newValue }
    // There are other users, or the seat is the current one.
    if left == 0 || left & 0xFFFF_FFFF != 0 { return }
    tellEmpty(seat)
  }

  @usableFromInline
  @inline(never)
  func tellEmpty(_ seat: Unmanaged<LiveSeat>) {
    whenEmpty.withLock { $0 }?(seat.takeUnretainedValue())
  }

  /// Makes another seat the current one in one step; `nil` for none.
  ///
  /// - Returns: The seat that was the current one.
  func change(to seat: LiveSeat?) -> LiveSeat? {
    let pointer = seat.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    return current.exchange(pointer, ordering: .acquiringAndReleasing).map {
      Unmanaged<LiveSeat>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Frees a seat for another generation if the seat's generation is closed and has no users.
  ///
  /// - Returns: The generation, which the caller must release outside the lock, since a service that is freed may call
  ///   the container.
  func clear(_ seat: LiveSeat, of number: Int) -> LiveGeneration? { seats.withLock { _ in seat.clear(number) } }

  /// Takes a free seat for a generation. The caller makes the seat current or retires it at once.
  func seat(for generation: LiveGeneration) -> LiveSeat {
    seats.withLock { seats in
      let seat = seats.first(where: \.isFree) ?? LiveSeat(index: seats.count)
      if seat.index == seats.count { seats.append(seat) }
      seat.open(for: generation, in: self)
      return seat
    }
  }
}

/// A container made from one version of the manifest, from the time when it becomes current until it is closed.
final class LiveGeneration: Sendable {
  let number: Int
  let container: Container

  init(number: Int, _ container: Container) {
    self.number = number
    self.container = container
  }
}
