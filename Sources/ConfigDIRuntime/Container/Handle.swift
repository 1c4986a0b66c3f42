public import Synchronization

/// A service that was looked up once and can be resolved many times.
///
/// The handle resolves the service in the container, open scope or overlay where the service was looked up, and keeps
/// that container, scope or overlay alive. Main-actor services have no handles: resolve them from ``Container/main``.
public struct Handle<Service>: Sendable, ContentsHiding {
  /// The slot, which `level` keeps alive.
  @usableFromInline let slot: Unmanaged<Slot<Service>>
  private let level: Level
  /// Keeps the container alive, because releasing an open scope ends the scope without closing its instances.
  private let container: Container

  init(_ slot: Slot<Service>, in level: Level, of container: Container) {
    self.slot = .passUnretained(slot)
    self.level = level
    self.container = container
  }

  /// The service, made now if it does not exist yet.
  @inlinable
  @inline(__always)
  public func callAsFunction() throws -> Service {
    try slot._withUnsafeGuaranteedRef { try $0.take(in: nil) }
  }

  /// Passes the service to a closure without copying it.
  @inlinable
  @inline(__always)
  public func with<Result>(_ body: (borrowing Service) throws -> Result) throws -> Result {
    let bits = slot._withUnsafeGuaranteedRef { $0.door.load(ordering: .acquiring) }
    guard bits > AnySlot.lastNumber else { return try lendNew(body) }
    return try Slot<Service>.box(at: bits)._withUnsafeGuaranteedRef { try body($0.value) }
  }

  /// Makes the service and passes it to a closure. Not inlined, so that the code for an existing instance stays short.
  @inlinable
  @inline(never)
  func lendNew<Result>(_ body: (borrowing Service) throws -> Result) throws -> Result {
    try body(self())
  }
}
