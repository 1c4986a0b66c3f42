public import Synchronization

/// Holds one generation at a time and counts its users.
///
/// A seat lives as long as its ``LiveSwitch``, so a late caller with an old seat finds a closed seat instead of freed
/// memory. Entering and leaving are each a single atomic step without a lock.
@usableFromInline
final class LiveSeat: @unchecked Sendable {
  // Unchecked: the generation is written only under the switch's lock while nobody can enter the seat. It is read under
  // that lock and by the seat's users.
  /// The object that keeps the generation alive for its users.
  fileprivate(set) var pinned: LiveContainer.Pinned?
  /// The generation's number, set before any caller can enter.
  @usableFromInline let number = Atomic<Int>(0)
  @usableFromInline let index: Int
  /// The number of users, combined with the flags `retired` and `closed`.
  @usableFromInline let word = Atomic<Int>(LiveSeat.retired | LiveSeat.closed)

  /// The number of the last generation that was closed without waiting for its users.
  private let expired = Atomic<Int>(0)

  /// The flag for a generation that is no longer current.
  static var retired: Int { 1 << 40 }
  /// The flag for a seat that no caller can enter anymore.
  @inlinable static var closed: Int { 1 << 41 }

  init(index: Int) {
    self.index = index
  }

  /// Whether the seat's generation, if it still has one, is closed and has no users.
  fileprivate var isUnused: Bool { word.load(ordering: .acquiring) == LiveSeat.retired | LiveSeat.closed }

  var users: Int { word.load(ordering: .acquiring) & (LiveSeat.retired - 1) }

  /// Marks the generation as no longer current. Returns the number of users that remain.
  func retire() -> Int { word.add(LiveSeat.retired, ordering: .acquiringAndReleasing).oldValue }

  /// Closes the seat if its generation is no longer current and has no users. Returns whether it did.
  func closeIfEmpty() -> Bool {
    word.compareExchange(
      expected: LiveSeat.retired, desired: LiveSeat.retired | LiveSeat.closed, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Closes the seat even if it has users. Returns whether the seat was open, and how many users it has.
  func closeAnyway() -> (wasOpen: Bool, users: Int) {
    expired.store(number.load(ordering: .acquiring), ordering: .releasing)
    let old = word.bitwiseOr(LiveSeat.closed, ordering: .acquiringAndReleasing).oldValue
    return (old & LiveSeat.closed == 0, old & (LiveSeat.retired - 1))
  }

  /// Whether a generation was closed under its users and still has some.
  func hasExpired(_ number: Int) -> Bool { expired.load(ordering: .acquiring) == number && users > 0 }

  /// Counts the caller as a user. Returns `false` if the seat is closed.
  @inlinable
  @inline(__always)
  func take() -> Bool {
    if word.add(1, ordering: .acquiringAndReleasing).oldValue < LiveSeat.closed { return true }
    word.subtract(1, ordering: .acquiringAndReleasing)
    return false
  }
}

/// Points to the seat of the current generation. Stays alive as long as any handle exists, even after the container is
/// freed.
@usableFromInline
final class LiveSwitch: @unchecked Sendable {
  // Unchecked: all properties are constants and `Sendable`, and the pointer is to one of the seats.
  @usableFromInline let current = Atomic<UnsafeRawPointer?>(nil)
  private let seats = Lock<[LiveSeat]>([])
  /// A number that is unique to each switch, even if two switches use the same memory one after the other.
  let number = LiveSwitch.count.add(1, ordering: .relaxed).newValue
  private static let count = Atomic<Int>(0)
  /// Called when the last user of a replaced generation has left, possibly more than once.
  let whenEmpty = Lock<(@Sendable (LiveSeat) -> Void)?>(nil)

  /// Enters the current seat and returns it; returns `nil` after the shutdown.
  @inlinable
  @inline(__always)
  func take() -> Unmanaged<LiveSeat>? {
    while let pointer = current.load(ordering: .acquiring) {
      let seat = Unmanaged<LiveSeat>.fromOpaque(pointer)
      if seat._withUnsafeGuaranteedRef({ $0.take() }) { return seat }
      // The last user may have left while this failed attempt still counted as a user.
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

  /// Makes a seat current in one atomic step, or leaves no seat current if `seat` is `nil`. Returns the previous seat.
  func change(to seat: LiveSeat?) -> LiveSeat? {
    let pointer = seat.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    return current.exchange(pointer, ordering: .acquiringAndReleasing).map {
      Unmanaged<LiveSeat>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Makes the seat available to another generation if its own generation is closed and has no users.
  ///
  /// - Returns: The generation. The caller must release it outside the lock, since freeing a service may call the
  ///   container.
  func clear(_ seat: LiveSeat, of number: Int) -> LiveContainer.Pinned? {
    seats.withLock { _ in seat.isUnused && seat.pinned?.number == number ? seat.pinned.take() : nil }
  }

  /// Opens a free seat for a generation's container. The caller must make the seat current or retire it at once.
  func seat(for container: Container, _ generation: Int) -> LiveSeat {
    seats.withLock { seats in
      let seat = seats.first { $0.isUnused && $0.pinned == nil } ?? LiveSeat(index: seats.count)
      if seat.index == seats.count { seats.append(seat) }
      seat.pinned = LiveContainer.Pinned(container, generation, in: seat, of: number)
      seat.number.store(generation, ordering: .releasing)
      seat.word.subtract(LiveSeat.retired | LiveSeat.closed, ordering: .acquiringAndReleasing)
      return seat
    }
  }
}
