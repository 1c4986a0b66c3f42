import ConfigDI
import Dispatch

/// A queue that passes events between the server's threads. The consumer waits until there is an event.
final class EventQueue<Event: Sendable>: Sendable {
  private let events = Lock<[Event]>([])
  /// Signalled once for each event that was added.
  private let added = DispatchSemaphore(value: 0)
  /// Signalled each time that events were taken.
  private let removed = DispatchSemaphore(value: 0)

  /// Adds an event.
  /// - Parameter most: The number of queued events at which the producer waits until the consumer takes them.
  func put(_ event: Event, most: Int = .max) {
    while events.withLock({ $0.count >= most }) { removed.wait() }
    events.withLock { $0.append(event) }
    added.signal()
  }

  /// Takes all events in the queue, in order; empty if none arrives before the timeout.
  func takeAll(waiting milliseconds: Int) -> [Event] {
    let end = DispatchTime.now() + .milliseconds(milliseconds)
    while true {
      let taken = events.withLock { events in
        defer { events = [] }
        return events
      }
      if !taken.isEmpty {
        removed.signal()
        return taken
      }
      // The signal may be that of an event which an earlier call has taken.
      if added.wait(timeout: end) == .timedOut { return [] }
    }
  }
}
