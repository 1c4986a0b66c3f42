import Testing

@testable import ConfigDIRuntime

/// The order of locks, which debug builds check.
@Suite struct LockTests {
  @Test func noLockIsTakenWhileTheLastIsHeld() async {
    await #expect(processExitsWith: .failure) {
      let last = Lock(0, isLast: true)
      let other = Lock(0)
      last.withLock { _ in other.withLock { _ in } }
    }
  }

  @Test func theLastIsTakenWhileOthersAreHeld() {
    let last = Lock(1, isLast: true)
    let other = Lock(2)
    #expect(other.withLock { other in last.withLock { $0 + other } } == 3)
    HeldLocks.expectNone()
  }

  @Test func noLockIsHeldAcrossAProgramsCode() async {
    await #expect(processExitsWith: .failure) {
      let lock = Lock(0)
      lock.withLock { _ in HeldLocks.expectNone() }
    }
  }

  @Test func whatIsThrownLeavesNothingHeld() {
    struct Thrown: Error {}
    let lock = Lock(0)
    #expect(throws: Thrown.self) { try lock.withLock { _ throws(Thrown) in throw Thrown() } }
    HeldLocks.expectNone()
  }
}
