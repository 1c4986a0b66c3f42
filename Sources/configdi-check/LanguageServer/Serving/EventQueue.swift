/// A queue that passes events between the server's threads. The consumer waits until there is an event.
final class EventQueue<Event: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signals that events were added or taken.
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var events: [Event] = []

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Adds an event.
  /// - Parameter most: The number of queued events at which the producer waits until the consumer takes them.
  func put(_ event: Event, most: Int = .max) {
    pthread_mutex_lock(mutex)
    while events.count >= most { pthread_cond_wait(condition, mutex) }
    events.append(event)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Takes all events in the queue, in order; empty if none arrives before the timeout.
  func takeAll(waiting milliseconds: Int) -> [Event] {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if events.isEmpty {
      var deadline = timespec()
      clock_gettime(CLOCK_REALTIME, &deadline)
      let nanoseconds = deadline.tv_nsec + (milliseconds % 1000) * 1_000_000
      deadline.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
      deadline.tv_nsec = nanoseconds % 1_000_000_000
      while events.isEmpty, pthread_cond_timedwait(condition, mutex, &deadline) == 0 {}
    }
    let taken = events
    events = []
    pthread_cond_broadcast(condition)
    return taken
  }
}
