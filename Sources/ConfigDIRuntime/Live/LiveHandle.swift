public import Synchronization

/// Resolves one service many times, always in the newest generation of a ``LiveContainer``.
///
/// An instance may be closed while you hold it, if a newer generation replaces the generation that made it. Do related
/// work in one call of ``with(_:)``, or with the container that `withCurrent` passes to its body.
public struct LiveHandle<Service>: Sendable, ContentsHiding {
  @usableFromInline let lookup: LiveLookup<Service>

  /// The service, which is made now if it does not exist yet.
  ///
  /// - Throws: Any error of `Container.resolve(_:)`. This includes ``ResolutionError`` if a changed manifest has
  ///   removed the service.
  @inlinable
  @inline(__always)
  public func callAsFunction() throws -> Service {
    guard let seat = lookup.home.take() else { throw lookup.closed() }
    defer { lookup.home.leave(seat) }
    let bits = lookup.box(in: seat)
    if bits > AnySlot.lastNumber { return Slot<Service>.box(at: bits)._withUnsafeGuaranteedRef { $0.value } }
    return try lookup.take(seat)
  }

  /// Passes the service to a body without copying it. The service stays open during the call, unless the body takes
  /// longer than ``LiveOptions/drain``.
  @inlinable
  @inline(__always)
  public func with<Result>(_ body: (borrowing Service) throws -> Result) throws -> Result {
    guard let seat = lookup.home.take() else { throw lookup.closed() }
    defer { lookup.home.leave(seat) }
    let bits = lookup.box(in: seat)
    guard bits > AnySlot.lastNumber else { return try body(lookup.take(seat)) }
    return try Slot<Service>.box(at: bits)._withUnsafeGuaranteedRef { try body($0.value) }
  }
}

/// Finds one service in any generation, and caches where it was found.
@usableFromInline
final class LiveLookup<Service>: @unchecked Sendable {
  // Unchecked: all properties are constants, and the memory behind the pointer is atomic.
  @usableFromInline let home: LiveSwitch
  /// For each seat, by index, where the service's instance is stored in the seat's generation.
  @usableFromInline let places: UnsafeMutablePointer<LivePlace>
  private let key: Key<Service>

  init(_ home: LiveSwitch, _ key: Key<Service>) {
    self.home = home
    self.key = key
    places = .allocate(capacity: LivePlace.count)
    for index in 0..<LivePlace.count { (places + index).initialize(to: LivePlace()) }
  }

  deinit {
    places.deinitialize(count: LivePlace.count)
    places.deallocate()
  }

  /// The address of the box that holds the service's instance in the seat's generation; a small number if the caller
  /// must take the slow path.
  @inlinable
  @inline(__always)
  func box(in seat: Unmanaged<LiveSeat>) -> UInt {
    let slot = seat._withUnsafeGuaranteedRef { seat -> UInt in
      guard seat.index < LivePlace.count,
        places[seat.index].number.load(ordering: .acquiring) == seat.number.load(ordering: .relaxed)
      else { return 0 }
      return places[seat.index].slot.load(ordering: .relaxed)
    }
    guard let slot = UnsafeRawPointer(bitPattern: slot) else { return 0 }
    return Unmanaged<AnySlot>.fromOpaque(slot)._withUnsafeGuaranteedRef { $0.door.load(ordering: .acquiring) }
  }

  /// Returns the service, and caches where its instance is stored until the seat holds another generation.
  @usableFromInline
  @inline(never)
  func take(_ seat: Unmanaged<LiveSeat>) throws -> Service {
    let seat = seat.takeUnretainedValue()
    guard let container = seat.pinned?.current else { throw ContainerClosed() }
    let service = try container.service(key)
    if seat.index < LivePlace.count {
      let slot = try container.level.slot(service, as: Service.self)
      places[seat.index].slot.store(
        UInt(bitPattern: Unmanaged.passUnretained(slot as AnySlot).toOpaque()), ordering: .relaxed)
      places[seat.index].number.store(seat.number.load(ordering: .relaxed), ordering: .releasing)
    }
    return try container.take(service, as: Service.self)
  }

  @usableFromInline
  @inline(never)
  func closed() -> any Error { ContainerClosed() }
}

/// Caches where a service's instance is stored in the generation that one seat holds.
@usableFromInline
struct LivePlace: ~Copyable {
  @usableFromInline let number = Atomic<Int>(0)
  @usableFromInline let slot = Atomic<UInt>(0)

  /// The number of seats that the cache covers. More seats exist only if a task stays in a closed generation.
  @inlinable static var count: Int { 16 }

  init() {}
}
