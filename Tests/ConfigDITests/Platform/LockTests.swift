import Testing

@testable import ConfigDIRuntime

/// One lock at a time, which debug builds check.
@Suite struct LockTests {
  @Test("taking a lock while another is held ends the process") func noLockIsTakenWhileAnotherIsHeld() async {
    await #expect(processExitsWith: .failure) {
      let first = Lock(0)
      let second = Lock(0)
      first.withLock { _ in second.withLock { _ in } }
    }
  }

  @Test("locks may be taken one after the other") func oneIsTakenAfterTheOther() {
    let first = Lock(1)
    let second = Lock(2)
    #expect(first.withLock { $0 } + second.withLock { $0 } == 3)
    HeldLocks.expectNone()
  }

  @Test("no lock is held across a program's code") func noLockIsHeldAcrossAProgramsCode() async {
    await #expect(processExitsWith: .failure) {
      let lock = Lock(0)
      lock.withLock { _ in HeldLocks.expectNone() }
    }
  }

  @Test("an error releases the lock") func whatIsThrownLeavesNothingHeld() {
    struct Thrown: Error {}
    let lock = Lock(0)
    #expect(throws: Thrown.self) { try lock.withLock { _ throws(Thrown) in throw Thrown() } }
    HeldLocks.expectNone()
  }
}
