/// The instances that one thread is making, nested inside one another. No lock is needed, since a factory runs on its
/// caller's thread.
struct ThreadMakings: BitwiseCopyable, @unchecked Sendable {
  // Unchecked because of the pointers, into the thread's own stack.
  /// The innermost shared instance that the thread is making.
  private(set) var innermost: UnsafePointer<Frame>?
  private var innermostUnshared: UnsafePointer<Frame>?
  var isIdle: Bool { innermost == nil && innermostUnshared == nil }
  private var sharedCount = 0
  private var unsharedCount = 0
  /// The number of lazy dependencies that are getting an instance to keep.
  private var lazyCount = 0
  /// The number of unfinished calls to deferred dependencies that may lead back to themselves.
  private var calls = 0

  /// One creation in progress, stored on its thread's stack.
  struct Frame: BitwiseCopyable {
    let slot: Unmanaged<AnySlot>
    let outer: UnsafePointer<Frame>?
  }

  private static let ofThreads = ThreadMemory(ThreadMakings())
  /// The greatest depth to which a thread may nest instances that lead back to themselves.
  static let deepest = 100
  /// How often one slot may occur within `deepest` levels without an error, for example in a tree of instances of the
  /// same service.
  private static let mostOfOne = 4

  static var current: UnsafeMutablePointer<ThreadMakings> { ofThreads.current }

  /// Makes an unshared instance, and throws if the same slot is already being made too often on this thread.
  @inline(__always)
  static func makingUnshared<Value>(of slot: AnySlot, _ make: () throws -> Value) throws -> Value {
    HeldLocks.expectNone()
    let thread = current
    if thread.pointee.unsharedCount >= deepest {
      if thread.pointee.makesTooMany(of: slot) { throw tooDeep(slot) }
      let count = thread.pointee.unsharedCount + thread.pointee.lazyCount
      guard count <= 2 * Plan.deepestNesting else { throw deferredTooDeep }
    }
    let frame = Frame(slot: .passUnretained(slot), outer: thread.pointee.innermostUnshared)
    return try withUnsafePointer(to: frame) { frame in
      thread.pointee.innermostUnshared = frame
      thread.pointee.unsharedCount += 1
      defer {
        thread.pointee.innermostUnshared = frame.pointee.outer
        thread.pointee.unsharedCount -= 1
      }
      return try make()
    }
  }

  /// Makes a shared instance that this thread was chosen to make. Its dependencies exist already, so only calls of
  /// deferred dependencies and of the container nest such instances inside one another.
  ///
  /// - Parameter make: Gets the number of shared services that the thread is making, including this one.
  @inline(__always)
  static func makingShared<Value>(of slot: AnySlot, _ make: (_ depth: Int) throws -> Value) rethrows -> Value {
    let thread = current
    let frame = Frame(slot: .passUnretained(slot), outer: thread.pointee.innermost)
    // A slot without a number is the own slot of a lazy dependency.
    let services = slot.service < 0 ? 0 : 1
    return try withUnsafePointer(to: frame) { frame in
      thread.pointee.innermost = frame
      thread.pointee.sharedCount += services
      thread.pointee.lazyCount += 1 - services
      defer {
        thread.pointee.innermost = frame.pointee.outer
        thread.pointee.sharedCount -= services
        thread.pointee.lazyCount -= 1 - services
      }
      return try make(thread.pointee.sharedCount)
    }
  }

  /// Runs a call to a deferred dependency that may lead back to itself, and throws before the thread's stack overflows.
  static func calling<Value>(_ slot: AnySlot, _ body: () throws -> Value) throws -> Value {
    let thread = current
    guard thread.pointee.calls < deepest else { throw tooDeep(slot) }
    thread.pointee.calls += 1
    defer { thread.pointee.calls -= 1 }
    return try body()
  }

  private func makesTooMany(of slot: AnySlot) -> Bool {
    var count = 0
    var next = innermostUnshared
    while let frame = next, count < ThreadMakings.mostOfOne {
      if frame.pointee.slot.toOpaque() == Unmanaged.passUnretained(slot).toOpaque() { count += 1 }
      next = frame.pointee.outer
    }
    return count == ThreadMakings.mostOfOne
  }

  @inline(never)
  static var deferredTooDeep: any Error {
    ResolutionError(NestingTooDeep(limit: Plan.deepestNesting, isDeferred: true))
  }

  private static func tooDeep(_ slot: AnySlot) -> any Error {
    ResolutionError(NestingTooDeep(limit: deepest), at: slot.step.map { [$0] } ?? [])
  }
}
