import ConfigDI
import Dispatch

/// Runs a body on two threads at once.
func onTwoThreads(_ body: @Sendable () throws -> Void) throws {
  nonisolated(unsafe) var failure: (any Error)?
  DispatchQueue.concurrentPerform(iterations: 2) { _ in
    do { try body() } catch { failure = error }
  }
  if let failure { throw failure }
}

@inline(never) func borrowedLocallyByHand(_ holder: Holder, _ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= holder.session.id }
  keep(sum)
}

@inline(never) func borrowedLocally(_ handle: Handle<any Session>, _ count: Int) throws {
  var sum = 0
  for _ in 0..<count { sum &+= try handle.with { $0.id } }
  keep(sum)
}

@inline(never) func keep(_ value: Int) {}
