import Synchronization

/// An instance to close, and the service or the initializer for which it was made.
final class Made: @unchecked Sendable {
  // Unchecked: a shared instance is `Sendable`, although `Closeable` does not require it. A main-actor instance need
  // not be, and is closed on the main actor. The level's lock guards the variables.
  let source: Source
  /// The instance's identity; `nil` if it is not a class instance.
  let object: ObjectIdentifier?
  /// The instance, retained, and how to close it, if that takes one synchronous call on any thread. Not an existential,
  /// since each call through one copies the instance.
  private let known: (object: Unmanaged<AnyObject>, closing: Unmanaged<ClassClosing>)?
  /// Any other instance.
  private let instance: Instance?
  private let isOnMain: Bool
  fileprivate(set) var number = 0
  /// The other services and initializers whose instance is the same object.
  fileprivate var others: [Source] = []
  /// The record of the instance that was made before this instance.
  fileprivate var older: Made?

  enum Source: Hashable, Sendable {
    /// The index in the plan's services.
    case service(Int)
    /// The index among the phases' initializers.
    case initializer(Int)
  }

  fileprivate enum Instance {
    case sync(any Closeable)
    case async(any AsyncCloseable)
  }

  /// Creates a record of an instance. Returns `nil` if the instance does not have to be closed. Call this on the actor
  /// where the instance was made, since a main-actor conformance (`@MainActor Closeable`) is found only on the main
  /// actor.
  init?<Value>(_ value: Value, of source: Source, isOnMain: Bool = false) {
    self.source = source
    self.isOnMain = isOnMain
    known = nil
    if let closeable = value as? any AsyncCloseable {
      instance = .async(closeable)
    } else if let closeable = value as? any Closeable {
      instance = .sync(closeable)
    } else {
      return nil
    }
    object = type(of: value as Any) is any AnyObject.Type ? ObjectIdentifier(value as AnyObject) : nil
  }

  /// Creates a record of an instance whose conformance belongs to no actor.
  fileprivate init(_ object: AnyObject, _ instance: Instance, of source: Source) {
    self.source = source
    self.object = ObjectIdentifier(object)
    self.instance = instance
    known = nil
    isOnMain = false
  }

  /// - Parameter closing: Closes the object. The service's recipe keeps it as long as the level exists.
  fileprivate init(_ object: Unmanaged<AnyObject>, closedBy closing: ClassClosing, of source: Source) {
    self.source = source
    self.object = object._withUnsafeGuaranteedRef { ObjectIdentifier($0) }
    known = (object.retain(), .passUnretained(closing))
    instance = nil
    isOnMain = false
  }

  deinit {
    known?.object.release()
    // Without recursion: a program that releases a scope without closing it may have made any number of instances.
    var next = older.take()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.older.take() }
  }

  /// How to close other instances of the same class that a service returns as this type; `nil` if that cannot be
  /// determined from this instance.
  func closing(in type: any Any.Type) -> ClassClosing? {
    // On the main actor, a main-actor conformance is found too.
    guard !isOnMain, object != nil, !MainActorProbe.isOnMain else { return nil }
    switch instance {
    case .sync(let closeable): return (closeable as? any Closeable & AnyObject).map { ClassClosing.like($0, in: type) }
    case .async(let closeable):
      return (closeable as? any AsyncCloseable & AnyObject).map { ClassClosing.like($0, in: type) }
    case nil: return nil
    }
  }

  fileprivate var isKnownToCloseAtOnce: Bool { known != nil }

  /// Whether closing the instance would have to wait for its asynchronous `close()`, or for the main actor.
  var needsAwaiting: Bool {
    switch instance {
    // For every kind of factory, a conformance that is not found here belongs to the main actor.
    case .sync(let closeable): isOnMain || !(closeable as Any is any Closeable)
    case .async: true
    case nil: false
    }
  }

  /// Closes an instance whose closing does not have to be awaited.
  func closeNow() throws {
    if let known { return try known.closing._withUnsafeGuaranteedRef { try $0.close(known.object) } }
    if case .sync(let closeable) = instance { try closeable.close() }
  }

  nonisolated(nonsending) func close(after outcome: ScopeOutcome) async throws {
    switch instance {
    // This call switches to the actor of the conformance by itself.
    case .async(let closeable): try await closeable.close(after: outcome)
    case .sync where needsAwaiting: try await closeOnMain()
    default: try closeNow()
    }
  }

  @MainActor private func closeOnMain() throws { try closeNow() }

  fileprivate func isOf(_ wanted: Source) -> Bool { source == wanted || others.contains(wanted) }

  fileprivate func isOfService(in kept: Set<Int>) -> Bool {
    ([source] + others).contains { source in
      if case .service(let service) = source { kept.contains(service) } else { false }
    }
  }
}

/// How the instances of one class are closed. Looking up the conformance for each instance takes 5,200 instructions;
/// reusing this object takes a tenth of that.
class ClassClosing: @unchecked Sendable {
  // Unchecked because it has subclasses, which capture only a conformance that belongs to no actor.
  let type: UInt
  /// The type that a service returns the instances as: the class, a superclass or a protocol.
  let valueType: any Any.Type

  fileprivate init(_ object: AnyObject, in valueType: any Any.Type) {
    type = SlotEntry.key(of: Swift.type(of: object))
    self.valueType = valueType
  }

  /// Makes the record of an instance.
  func made(_ object: Unmanaged<AnyObject>, of source: Made.Source) -> Made {
    Made(object, closedBy: self, of: source)
  }

  /// Closes an instance, if its closing does not have to be awaited.
  func close(_ object: Unmanaged<AnyObject>) throws {}

  fileprivate static func like<Object: Closeable & AnyObject>(_ object: Object, in type: any Any.Type) -> ClassClosing {
    SyncClosing<Object>(object, in: type)
  }

  fileprivate static func like<Object: AsyncCloseable & AnyObject>(
    _ object: Object, in type: any Any.Type
  ) -> ClassClosing {
    AsyncClosing<Object>(object, in: type)
  }
}

private final class SyncClosing<Object: Closeable & AnyObject>: ClassClosing, @unchecked Sendable {
  override func close(_ object: Unmanaged<AnyObject>) throws {
    try object._withUnsafeGuaranteedRef { try unsafeDowncast($0, to: Object.self).close() }
  }
}

private final class AsyncClosing<Object: AsyncCloseable & AnyObject>: ClassClosing, @unchecked Sendable {
  override func made(_ object: Unmanaged<AnyObject>, of source: Made.Source) -> Made {
    let object = unsafeDowncast(object.takeUnretainedValue(), to: Object.self)
    return Made(object, .async(object), of: source)
  }
}

/// Whether the instances of one service must be closed, and how. Caches the answers for the last types, since most
/// instances of a service have the same type.
struct InstanceClosing: ~Copyable {
  /// The type of the last instance that did not have to be closed; 0 if there is none.
  private let plainType = Atomic<UInt>(0)
  /// How to close instances that have the same class as the first closeable instance.
  private let closing = Atomic<Unmanaged<ClassClosing>?>(nil)

  deinit { closing.load(ordering: .acquiring)?.release() }

  /// The record of an instance; `nil` if the instance need not be closed.
  func made<Value>(_ value: Value, of source: Made.Source, isOnMain: Bool) -> Made? {
    let type = InstanceClosing.typeWord(of: value)
    let plain = plainType.load(ordering: .relaxed)
    if plain != 0, plain == type { return nil }
    if !isOnMain, let known = closing.load(ordering: .acquiring) {
      let made = known._withUnsafeGuaranteedRef { closing -> Made? in
        guard closing.type == type, closing.valueType == Value.self else { return nil }
        // A cast takes 300 instructions. A class instance, and every existential of one, begins with its reference.
        return withUnsafePointer(to: value) {
          closing.made(UnsafeRawPointer($0).load(as: Unmanaged<AnyObject>.self), of: source)
        }
      }
      if let made { return made }
    }
    if plain != 0, plain == InstanceClosing.type(of: value) { return nil }
    guard let made = Made(value, of: source, isOnMain: isOnMain) else {
      plainType.store(InstanceClosing.type(of: value), ordering: .relaxed)
      return nil
    }
    if closing.load(ordering: .relaxed) == nil, let found = made.closing(in: Value.self) {
      _ = closing.keepFirst(found)
    }
    return made
  }

  private static func type<Value>(of value: Value) -> UInt { SlotEntry.key(of: Swift.type(of: value as Any)) }

  /// The type of the instance in an existential, which is the existential's fourth machine word. Converting the
  /// existential to `Any` would copy it to separate memory, which takes 640 instructions instead of 20. For a large
  /// struct, this function returns arbitrary bits. That is harmless even if the bits are those of a type, since all
  /// instances of a struct have the same type.
  private static func typeWord<Value>(of value: borrowing Value) -> UInt {
    let offset = 3 * MemoryLayout<UInt>.stride
    guard MemoryLayout<Value>.size >= offset + MemoryLayout<UInt>.stride else { return type(of: copy value) }
    return withUnsafePointer(to: value) { UnsafeRawPointer($0).load(fromByteOffset: offset, as: UInt.self) }
  }
}

private protocol FoundOnMain {}

/// A type whose conformance is isolated to the main actor, so that a cast finds the conformance only on the main actor.
private struct MainActorProbe: @MainActor FoundOnMain {
  static var isOnMain: Bool { (MainActorProbe() as Any) is any FoundOnMain }
}

/// The instances that a level closes, in order of creation. Each object occurs once, even if it is the instance of
/// several services.
struct MadeList: Sendable {
  /// The newest record, which links to the older records. Usually it is the only record, so that the list needs no
  /// memory of its own.
  private var newest: Made?
  /// The number of records that have been added so far.
  private var count = 0
  /// The records by object. Used only for long lists, since linear search is faster in short lists.
  private var entries: [ObjectIdentifier: Made]?
  /// The objects that the program closes.
  private var leftOpen: Set<ObjectIdentifier>?

  /// Whether every record that was added is known to close at once.
  private var allCloseAtOnce = true

  private static let few = 8

  var isEmpty: Bool { newest == nil }
  var needsAwaiting: Bool { !allCloseAtOnce && first { $0.needsAwaiting } != nil }

  func contains(_ object: ObjectIdentifier) -> Bool {
    leavesOpen(object) || closes(object)
  }

  func closes(_ object: ObjectIdentifier) -> Bool { entry(of: object) != nil }

  func leavesOpen(_ object: ObjectIdentifier) -> Bool { leftOpen?.contains(object) == true }

  private func entry(of object: ObjectIdentifier) -> Made? {
    if let entries { return entries[object] }
    return first { $0.object == object }
  }

  private func first(where isWanted: (Made) -> Bool) -> Made? {
    var next = newest
    while let made = next, !isWanted(made) { next = made.older }
    return next
  }

  /// Adds an entry, and returns its number; `nil` if the object is already in the list.
  mutating func add(_ made: consuming Made) -> Int? {
    if let object = made.object {
      guard !leavesOpen(object) else { return nil }
      if newest != nil, let known = entry(of: object) {
        if !known.isOf(made.source) { known.others.append(made.source) }
        return nil
      }
    }
    if !made.isKnownToCloseAtOnce { allCloseAtOnce = false }
    count += 1
    made.number = count
    made.older = newest.take()
    note(made)
    newest = made
    if entries == nil, count > MadeList.few {
      entries = [:]
      var next = newest
      while let made = next {
        note(made)
        next = made.older
      }
    }
    return count
  }

  private mutating func note(_ made: Made) {
    if let object = made.object { entries?[object] = made }
  }

  /// Records an object that the program closes. The object must live as long as the list.
  mutating func leaveOpen(_ object: ObjectIdentifier) {
    guard !contains(object) else { return }
    leftOpen = leftOpen ?? []
    leftOpen?.insert(object)
  }

  /// Removes and returns the newest instance that does not belong to a service in `kept`.
  mutating func takeLast(but kept: Set<Int>) -> Made? {
    guard kept.isEmpty else { return remove { !$0.isOfService(in: kept) } }
    guard let made = newest.take() else { return nil }
    newest = made.older.take()
    if let object = made.object { entries?[object] = nil }
    return made
  }

  /// Removes and returns the entries with these numbers, except the entries of objects that belong to several services.
  mutating func take(_ numbers: [Int]) -> [Made] {
    numbers.compactMap { number in remove { $0.number == number && $0.others.isEmpty } }
  }

  private mutating func remove(where isWanted: (Made) -> Bool) -> Made? {
    var newer: Made?
    var next = newest
    while let made = next, !isWanted(made) { (newer, next) = (made, made.older) }
    guard let made = next else { return nil }
    if let newer { newer.older = made.older } else { newest = made.older }
    made.older = nil
    if let object = made.object { entries?[object] = nil }
    return made
  }
}
