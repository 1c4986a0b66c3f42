import Synchronization

/// Distributes work over several threads.
enum Parallel {
  /// Runs a body for each index, and returns the results in order. Calls `whileWaiting` every 20 milliseconds, with the
  /// number of results so far, until all are done.
  static func map<Result: Sendable>(
    _ count: Int, whileWaiting: ((_ done: Int) -> Void)? = nil, _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let threads = min(count, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
    guard threads > 1 || whileWaiting != nil, count > 0 else { return (0..<count).map(body) }
    let work = Work(count, body)
    let started = (0..<threads).compactMap { _ in start { work.run() } }
    if started.isEmpty { work.run() }
    if let whileWaiting {
      while work.done < count {
        pause(milliseconds: 20)
        whileWaiting(work.done)
      }
    }
    for thread in started { pthread_join(thread, nil) }
    return work.results
  }

  private final class Work<Result: Sendable>: Sendable {
    private let state: Mutex<(next: Int, done: Int, results: [Result?])>
    private let body: @Sendable (Int) -> Result

    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) {
      state = Mutex((0, 0, [Result?](repeating: nil, count: count)))
      self.body = body
    }

    func run() {
      while let index = take() {
        let result = body(index)
        state.withLock { state in
          state.results[index] = result
          state.done += 1
        }
      }
    }

    private func take() -> Int? {
      state.withLock { state in
        guard state.next < state.results.count else { return nil }
        state.next += 1
        return state.next - 1
      }
    }

    var done: Int { state.withLock { $0.done } }
    var results: [Result] { state.withLock { $0.results.compactMap { $0 } } }
  }

  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread whose stack is as large as the main thread's. On some systems, threads otherwise have smaller
  /// stacks.
  static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    defer { pthread_attr_destroy(attributes) }
    pthread_attr_setstacksize(attributes, 8 << 20)
    let job = Unmanaged.passRetained(Job(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread: pthread_t = 0
    #endif
    guard pthread_create(&thread, attributes, runJob, job.toOpaque()) == 0 else {
      job.release()
      return nil
    }
    return thread
  }

  private static let runJob: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
    if let pointer { Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body() }
    return nil
  }
}
