/// The slots from which a factory's parameters come, in order.
///
/// Part of the interface only because registering is inlined into the program, which makes it cost nothing.
@frozen
@usableFromInline
struct Links {
  @usableFromInline var next: UnsafePointer<UnsafeRawPointer>
  /// Unmanaged, like the links, since both outlive the call, and so that passing it on costs nothing.
  @usableFromInline let resolution: Unmanaged<Resolution>?

  @inlinable
  @inline(__always)
  init(_ first: UnsafeMutablePointer<UnsafeRawPointer>, in resolution: Unmanaged<Resolution>? = nil) {
    next = UnsafePointer(first)
    self.resolution = resolution
  }

  /// The next parameter.
  @inlinable
  @inline(__always)
  mutating func take<Value>(_ type: Value.Type) throws -> Value {
    let slot = next.pointee
    next += 1
    return try Unmanaged<Slot<Value>>.fromOpaque(slot)._withUnsafeGuaranteedRef { try $0.take(in: resolution) }
  }

  /// The links after the first few: those of a decorator.
  func dropping(_ count: Int) -> Links {
    var links = self
    links.next += count
    return links
  }
}
