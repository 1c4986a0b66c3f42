/// Sends events to any number of observers.
final class Broadcast<Event: Sendable>: Sendable {
  private let state = Lock<(observers: [Int: AsyncStream<Event>.Continuation], count: Int, hasEnded: Bool)>(
    ([:], 0, false))

  deinit { end() }

  /// A stream of future events, which ends when the broadcast ends.
  func events(_ policy: AsyncStream<Event>.Continuation.BufferingPolicy = .unbounded) -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: policy)
    let number = state.withLock { state -> Int? in
      guard !state.hasEnded else { return nil }
      state.count += 1
      state.observers[state.count] = continuation
      return state.count
    }
    if let number {
      continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.observers[number] = nil } }
    } else {
      continuation.finish()
    }
    return stream
  }

  func send(_ event: Event) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer.yield(event) }
  }

  func end() {
    let observers = state.withLock { state in
      state.hasEnded = true
      defer { state.observers = [:] }
      return Array(state.observers.values)
    }
    for observer in observers { observer.finish() }
  }
}
