import Synchronization

/// A container whose manifest may change while the program runs.
///
/// A changed manifest is checked completely, and its container is made beside the current one, which it then replaces
/// in one step. The old container is closed when its last user has left. A change that cannot be used has no effect.
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
  let overlays = OpenOverlays()
  /// One reload at a time.
  let turns = Turns(busy: ReloadError(.busy))
  /// One closing at a time.
  let closings = Turns(busy: ReloadError(.busy))
  let state: Lock<State>

  struct State: Sendable {
    var progress = Progress.built
    /// The failures of the start after which it went on.
    var started: [InitializerFailed] = []
    /// The number of the last candidate, accepted or refused.
    var number = 1
    var reading: CandidateReading
    /// The candidate of the current generation.
    var candidate: any Candidate
    /// The candidates of the generations before, the newest last, for ``LiveContainer/revert()``.
    var earlier: [any Candidate] = []
    var current: LiveGeneration
    /// The generations that are not closed, the oldest first.
    var generations: [Used] = []
    /// The levels of all generations with instances that are not closed, in the order of making.
    var levels: [Owned] = []
    var observers: [Int: AsyncStream<Event>.Continuation] = [:]
    var observerCount = 0
    /// The callers that wait until a generation is closed.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var making: Task<Void, any Error>?
    /// The closing of candidates that were given up.
    var abandoned: [Int: Task<Void, Never>] = [:]
    var follower: Task<Void, Never>?
    var shutdown: Task<[ClosingFailed.Failure], Never>?
    /// The generations whose users called for the shutdown. They cannot leave before it ends.
    var blocked: Set<Int> = []
    /// Failures to close when no call was waiting for them.
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

  /// A generation's instances, which later generations may use.
  struct Owned: Sendable {
    let generation: Int
    let level: Level
    /// The services that later generations use, if this generation is closed.
    var kept: Set<Int>?
  }

  /// - Parameter reading: The first reading of the source.
  /// - Throws: The mistakes in it.
  package init(
    _ source: any CandidateSource, reading: CandidateReading, options: LiveOptions,
    clock: LiveClock = LiveClock(ContinuousClock())
  ) throws {
    self.source = source
    self.options = options
    self.clock = clock
    let candidate = try reading.result.get()
    let container = try candidate.container(sharingWith: nil, in: overlays)
    container.level.core.setClosingLimit(ClosingLimit(duration: options.closing, clock: clock))
    let generation = LiveGeneration(number: 1, container)
    state = Lock(
      State(
        reading: reading, candidate: candidate, current: generation, generations: [Used(generation: generation)],
        levels: [Owned(generation: 1, level: generation.container.level)]))
    home.whenEmpty.withLock { $0 = { [weak self] seat in self?.left(seat) } }
    _ = home.change(to: home.seat(for: generation))
  }

  deinit {
    let (follower, observers) = state.withLock { ($0.follower, Array($0.observers.values)) }
    follower?.cancel()
    for observer in observers { observer.finish() }
  }

  /// The newest generation's container, now.
  ///
  /// It is closed when another generation replaces it and nobody uses it: `withCurrent` keeps it open.
  public var current: Container { state.withLock { $0.current.container } }

  /// Starts the first generation as ``Container/start()`` does, and from then on follows the manifest.
  ///
  /// - Returns: The failures of `launch` after which it went on, as the manifest's `onError: continue` says.
  /// - Throws: Any error of ``Container/start()``; everything is closed then.
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

  /// Starts, follows the manifest until the task is cancelled or the container is shut down, and then shuts down, as a
  /// service group expects.
  public func run() async throws {
    let events = events
    try await start()
    for await _ in events {}
    try await shutdown()
  }

  /// Ends a reload that is going on, then closes every generation when nobody uses it, the newest first.
  ///
  /// From now on only bodies of `withCurrent` that have begun get services. A second caller waits for the same end. An
  /// instance that does not close within ``LiveOptions/closing`` is not waited for.
  ///
  /// - Throws: ``ClosingFailed`` with all services that failed to close, now or earlier when no call was waiting for
  ///   it.
  public func shutdown() async throws(ClosingFailed) {
    try AsyncMaking.refuseClosing { $0.core.isRelated(to: current.level.core) }
    let failures = await end().value
    if !failures.isEmpty { throw ClosingFailed(failures: failures) }
  }

  /// A handle on a service, which can resolve it many times.
  public func handle<Service>(for type: Service.Type) throws -> LiveHandle<Service> {
    try handle { try $0.service(type, nil) }
  }

  /// A handle on a service, which can resolve it many times.
  public func handle<Service>(for type: Service.Type, named variant: String) throws -> LiveHandle<Service> {
    try handle { try $0.service(type, variant) }
  }

  /// A handle on a service, which can resolve it many times.
  public func handle<Service>(for key: Key<Service>) throws -> LiveHandle<Service> {
    try handle { try $0.service(key) }
  }

  private func handle<Service>(_ find: @escaping @Sendable (Container) throws -> Int) throws -> LiveHandle<Service> {
    let container = current
    _ = try container.level.slotOfHandle(find(container), as: Service.self)
    return LiveHandle(LiveLookup(home, find))
  }

  /// The events from now on. Of events that are not read, the newest are kept. The stream ends with the container.
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

  func report(_ event: Event) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer.yield(event) }
  }
}

extension LiveContainer: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension LiveHandle: CustomReflectable {
  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}

/// Says how a ``LiveContainer`` follows its manifest, and when it closes old generations.
public struct LiveOptions: Sendable {
  /// How long the files must be quiet before they are read: editors write more than once.
  public var quiet: Duration
  /// How often the files are checked even without a notice of a change: network file systems give none.
  public var interval: Duration
  /// How long a candidate may take to be made and started; `nil` for no limit.
  public var deadline: Duration?
  /// How long a generation may be used after another replaced it, before it is closed under its users; `nil` for no
  /// limit.
  public var drain: Duration?
  /// How long an ended generation waits for one instance's `close()`, and for factories that are still running; `nil`
  /// for no limit. After that ``LiveContainer/Event/closingFailed(generation:error:)`` names the instance, and the
  /// generation's other instances are closed.
  public var closing: Duration?
  /// What happens to a change of a parameter that the manifest marks with `restart: true`.
  public var restart: Restart
  /// The greatest number of generations at a time, including the current one; at least 2 are allowed. At this number
  /// the newest change waits.
  public var generations: Int

  /// What to do with a changed parameter of which the manifest says that a change needs a restart.
  public enum Restart: Sendable {
    /// The manifest is refused, with ``ReloadError/Reason/restartNeeded(parameters:)``.
    case refuse
    /// The manifest is taken, and ``LiveContainer/Event/restartNeeded(generation:parameters:)`` names the parameters.
    case warn
  }

  /// The options, with defaults for a server.
  public init(
    quiet: Duration = .milliseconds(200), interval: Duration = .seconds(15), deadline: Duration? = .seconds(60),
    drain: Duration? = .seconds(30), closing: Duration? = .seconds(30),
    restart: Restart = .refuse, generations: Int = 4
  ) {
    self.quiet = quiet
    self.interval = interval
    self.deadline = deadline
    self.drain = drain
    self.closing = closing
    self.restart = restart
    self.generations = generations
  }
}
