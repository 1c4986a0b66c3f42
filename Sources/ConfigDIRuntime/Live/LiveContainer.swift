import Synchronization

/// A container whose manifest may change while the program runs.
///
/// An edit is checked whole and made beside the wiring that there is, takes over in one step, and the old is closed when
/// its last user has left. An edit that cannot be used changes nothing.
///
/// ```swift
/// let live = try LiveContainer(manifest: "config/app.yaml", registry: registry)
/// try await live.start()
/// try await live.withCurrent { container in try container.resolve((any APIClient).self) }
/// ```
public final class LiveContainer: Sendable {
  let source: any CandidateSource
  let options: LiveOptions
  let clock: LiveClock
  let home = LiveSwitch()
  let family = OverlayFamily()
  /// One reload at a time.
  let turns = Turns(busy: ReloadError(.busy))
  /// One closing at a time.
  let closings = Turns(busy: ReloadError(.busy))
  let state: Lock<State>

  struct State: Sendable {
    var progress = Progress.built
    /// What the start had to tell.
    var started: [InitializerFailed] = []
    /// Of the last candidate, taken or refused.
    var number = 1
    var reading: CandidateReading
    /// What the current generation was made of.
    var candidate: any Candidate
    var current: LiveGeneration
    /// Those that are not closed, the oldest first.
    var generations: [Used] = []
    /// What is not closed of all that any generation has made, in order of making.
    var levels: [Owned] = []
    var observers: [Int: AsyncStream<Event>.Continuation] = [:]
    var observerCount = 0
    /// Who waits until a generation is closed.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var making: Task<Void, any Error>?
    /// What is left of candidates that were given up.
    var leftovers: [Int: Task<Void, Never>] = [:]
    var follower: Task<Void, Never>?
    var shutdown: Task<[ClosingFailed.Failure], Never>?
    /// What failed to close when nobody waited for it.
    var failures: [ClosingFailed.Failure] = []
  }

  enum Progress: Sendable { case built, started, ended }

  /// A generation and its users.
  struct Used: Sendable {
    let generation: LiveGeneration
    var seat: LiveSeat?
    var retired: Duration?
    var expiry: Task<Void, Never>?
    var isClosing = false
  }

  /// What a generation has made, which later ones may use.
  struct Owned: Sendable {
    let generation: Int
    let level: Level
    /// The services that later generations use, where its own is closed.
    var kept: Set<Int>?
  }

  /// - Parameter reading: The first of the source.
  /// - Throws: What is wrong with it.
  package init(
    _ source: any CandidateSource, reading: CandidateReading, options: LiveOptions,
    clock: LiveClock = LiveClock(ContinuousClock())
  ) throws {
    self.source = source
    self.options = options
    self.clock = clock
    let candidate = try reading.result.get()
    let generation = LiveGeneration(
      number: 1, try candidate.container(sharingWith: nil, in: family))
    state = Lock(
      State(
        reading: reading, candidate: candidate, current: generation, generations: [Used(generation: generation)],
        levels: [Owned(generation: 1, level: generation.container.level)]))
    home.whenEmpty.withLock { $0 = { [weak self] seat in self?.left(seat) } }
    _ = home.change(to: generation)
  }

  deinit {
    let (follower, observers) = state.withLock { ($0.follower, Array($0.observers.values)) }
    follower?.cancel()
    for observer in observers { observer.finish() }
  }

  /// The newest generation's container, now.
  ///
  /// It is closed when another takes over and nobody uses it: `withCurrent` keeps it open.
  public var current: Container { state.withLock { $0.current.container } }

  /// Starts the first generation as ``Container/start()`` does, and from then on follows the manifest.
  ///
  /// - Returns: The failures of `launch` after which it went on, as the manifest's `onError: continue` says.
  /// - Throws: What ``Container/start()`` throws; everything is closed then.
  @discardableResult
  public func start() async throws -> [InitializerFailed] {
    let (progress, container, failures) = state.withLock { ($0.progress, $0.current.container, $0.started) }
    switch progress {
    case .built: break
    case .started: return failures
    case .ended: throw ContainerClosed()
    }
    do {
      let failures = try await container.start()
      follow(failures)
      return failures
    } catch {
      if state.withLock({ $0.progress == .built }) { _ = await end().value }
      throw error
    }
  }

  /// Starts, follows the manifest until it is cancelled or shut down, and then shuts down: what a service group runs.
  public func run() async throws {
    let events = events
    try await start()
    for await _ in events {}
    try await shutdown()
  }

  /// Ends what is being made, then every generation as soon as nobody uses it, the newest first.
  ///
  /// From now on nobody is given anything any more. Whoever calls it again waits for the same end.
  ///
  /// - Throws: ``ClosingFailed`` with all that failed to close, now or earlier when nobody waited for it.
  public func shutdown() async throws {
    let failures = await end().value
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }

  /// A service that is looked up once, to be resolved many times.
  public func handle<Service>(for type: Service.Type) throws -> LiveHandle<Service> {
    try handle { try $0.service(type, nil) }
  }

  /// A service that is looked up once, to be resolved many times.
  public func handle<Service>(for type: Service.Type, named variant: String) throws -> LiveHandle<Service> {
    try handle { try $0.service(type, variant) }
  }

  /// A service that is looked up once, to be resolved many times.
  public func handle<Service>(for key: Key<Service>) throws -> LiveHandle<Service> {
    try handle { try $0.service(key) }
  }

  private func handle<Service>(_ find: @escaping @Sendable (Container) throws -> Int) throws -> LiveHandle<Service> {
    let container = current
    _ = try container.level.slot(find(container), as: Service.self)
    return LiveHandle(LiveLookup(home, find))
  }

  /// What happens from now on; of what is not read, the newest is kept. It ends with the container.
  public var events: AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(256))
    let number = state.withLock { state -> Int? in
      guard state.shutdown == nil else { return nil }
      state.observerCount += 1
      state.observers[state.observerCount] = continuation
      return state.observerCount
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.observers[number] = nil } }
    return stream
  }

  func tell(_ event: Event) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer.yield(event) }
  }
}

extension LiveContainer: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension LiveHandle: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
