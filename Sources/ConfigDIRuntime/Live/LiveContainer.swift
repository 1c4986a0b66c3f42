/// A container whose manifest may change while the program runs.
///
/// A changed manifest is checked completely. A new container is made while the current container is still in use, and
/// then replaces the current container in one step. The old container is closed after its last user has left. A change
/// with mistakes has no effect.
///
/// ```swift
/// let live = try LiveContainer(manifest: "config/app.yaml", registry: registry)
/// try await live.start()
/// let client = try live.withCurrent { container in try container.resolve((any APIClient).self) }
/// ```
public final class LiveContainer: Sendable, ContentsHiding {
  /// Reads and checks the manifest with all its files.
  let readManifest: @Sendable () async -> CandidateReading
  let changes: FileFollower
  let options: LiveOptions
  let clock: LiveClock
  let home = LiveSwitch()
  let overlays = OpenOverlays()
  /// Runs one reload at a time.
  let turns = Turns(busy: ReloadError.busy)
  /// Lets only one generation close at a time.
  let closings = Turns(busy: ReloadError.busy)
  /// Wakes callers that wait until a generation is closed or the shutdown begins.
  let closed = Broadcast<Void>()
  let observers = Broadcast<Event>()
  let state: Lock<State>

  struct State: Sendable {
    var progress = Progress.built
    /// Failures during the start that the manifest tolerates.
    var started: [InitializerFailed] = []
    /// The number of the last candidate, accepted or rejected.
    var number = 1
    var reading: CandidateReading
    /// The candidate that the current generation was made from.
    var candidate: Candidate
    /// The candidates of earlier generations, newest last. ``LiveContainer/revert()`` goes back to them.
    var earlier: [Candidate] = []
    /// The manifest that `revert()` has left, until another one is taken.
    var left: Candidate?
    var current: Container
    /// The generations that are not closed, by number.
    var generations: [Int: Used] = [:]
    /// The levels of all generations that still have open instances, in the order of creation.
    var levels: [Owned] = []
    /// Stops the step of a reload that is being awaited: the reading of the manifest, or the start of a generation.
    var stopStep: (@Sendable () -> Void)?
    /// Tasks that close discarded candidates, by candidate number.
    var abandoned: [Int: Task<Void, Never>] = [:]
    var follower: Task<Void, Never>?
    var shutdown: Task<[ClosingFailed.Failure], Never>?
    /// The numbers of generations whose user called `shutdown()`, and so keeps using the generation until the shutdown
    /// ends.
    var blocked: Set<Int> = []
    /// Closing failures that no caller has received yet.
    var failures: [ClosingFailed.Failure] = []
  }

  enum Progress: Sendable { case built, started, ended }

  /// A generation that is not closed yet, with the counter of its users.
  struct Used: Sendable {
    let container: Container
    var seat: LiveSeat?
    var retired: Duration?
    var expiry: Task<Void, Never>?
    var isClosing = false
  }

  /// A generation's level, whose instances later generations may reuse, and the services kept open for these; `nil` until
  /// this generation is closed.
  typealias Owned = (level: Level, kept: Set<Int>?)

  /// - Parameters:
  ///   - watches: Whether changes to files are noticed at once. Otherwise files are only polled.
  ///   - streams: Closures that create the streams that report changes.
  /// - Throws: The mistakes in the manifest.
  init(
    _ read: @escaping @Sendable () async -> CandidateReading, first reading: CandidateReading, _ options: LiveOptions,
    _ clock: LiveClock, watches: Bool = true, streams: [@Sendable () -> AsyncStream<Void>]
  ) throws {
    readManifest = read
    changes = FileFollower(
      quiet: options.quiet, interval: options.interval, clock: clock, watches: watches, streams: streams)
    self.options = options
    self.clock = clock
    let candidate = try reading.result.get()
    let container = try candidate.container(sharingWith: nil, in: overlays)
    container.level.core.setClosingLimit(ClosingLimit(duration: options.closing, clock: clock))
    state = Lock(
      State(
        reading: reading, candidate: candidate, current: container, generations: [1: Used(container: container)],
        levels: [(container.level, nil)]))
    home.whenEmpty.withLock { $0 = { [weak self] seat in self?.left(seat) } }
    _ = home.change(to: home.seat(for: container, 1))
  }

  deinit {
    state.withLock { $0.follower }?.cancel()
  }

  /// The newest generation's container.
  ///
  /// It is closed once another generation has replaced it and it has no users. Use `withCurrent` to keep it open.
  public var current: Container { state.withLock { $0.current } }

  /// Starts the first generation like ``Container/start()``, and then begins to follow the manifest.
  ///
  /// - Returns: The failures in the phase `launch` that the manifest tolerates with `onError: continue`.
  /// - Throws: Any error of ``Container/start()``. In that case everything is closed.
  @discardableResult
  public func start() async throws -> [InitializerFailed] {
    let (progress, container, failures) = state.withLock { ($0.progress, $0.current, $0.started) }
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
      // A refused start, from inside the start or a service that it makes, closes nothing, and must not wait for that.
      if container.level.core.start.isDone, state.withLock({ $0.progress == .built }) { _ = await end().value }
      throw error
    }
  }

  /// Starts the container, follows the manifest until the task is cancelled or the container is shut down, and then
  /// shuts down. If the task is cancelled during the start, the start ends without an error.
  public func run() async throws {
    let events = events
    do {
      try await start()
      for await _ in events {}
    } catch  where Task.isCancelled && isEndOfCancelledStart(error) {}
    try await shutdown()
  }

  /// Shuts the container down: ends any reload in progress, and then closes the generations, newest first. Each
  /// generation is closed once it has no users.
  ///
  /// From then on, only running bodies of `withCurrent` can use services. A second caller waits for the same shutdown.
  /// Shutdown does not wait for an instance that takes longer than ``LiveOptions/closing`` to close. If a service calls
  /// this function while it is being closed, the call does not wait.
  ///
  /// - Throws: ``ClosingFailed`` with all services that failed to close, including earlier failures that no caller has
  ///   received yet.
  public func shutdown() async throws(ClosingFailed) {
    try AsyncMaking.refuseClosing { $0.core.isRelated(to: current.level.core) }
    let ending = end()
    if Level.isClosingInstance(relatedTo: current.level.core) { return }
    try await ending.value.throwIfAny()
  }

  /// A handle that can resolve the service many times.
  public func handle<Service>(for type: Service.Type, named variant: String? = nil) throws -> LiveHandle<Service> {
    try handle(for: Key(type, named: variant))
  }

  /// A handle that can resolve the service many times.
  public func handle<Service>(for key: Key<Service>) throws -> LiveHandle<Service> {
    let container = current
    _ = try container.level.slotOfHandle(container.service(key), as: Service.self)
    return LiveHandle(lookup: LiveLookup(home, key))
  }

  /// A stream of future events, which ends when the container is shut down. A slow reader gets only the newest events.
  public var events: AsyncStream<Event> { observers.events(.bufferingNewest(256)) }

  func report(_ event: Event) { observers.send(event) }
}

/// How a ``LiveContainer`` follows its manifest, and when it closes old generations.
public struct LiveOptions: Sendable {
  /// How long files must be unchanged before they are read, since an editor may save a file in several writes.
  public var quiet: Duration
  /// The polling interval, for file systems that send no notifications, such as network file systems; at least 10
  /// milliseconds.
  public var interval: Duration
  /// The time limit for making and starting a new generation, and for `snapshot()`; `nil` for no limit.
  public var deadline: Duration?
  /// How long a replaced generation may still be used before it is closed anyway; `nil` for no limit.
  public var drain: Duration?
  /// How long a closing generation waits for each instance's `close()` and for running factories; `nil` for no limit.
  ///
  /// After that time ``LiveContainer/Event/closingFailed(generation:error:)`` names the instance, and the generation's
  /// other instances are closed. Unless this is `nil`, a closing generation first waits until the instances of discarded
  /// candidates are closed.
  public var closing: Duration?
  /// How to treat a change to a parameter marked `restart: true`.
  public var restart: Restart
  /// The maximum number of generations, including the current one; at least 2. When the maximum is reached, the newest
  /// change waits.
  public var generations: Int

  /// How to treat a change to a parameter marked `restart: true`.
  public enum Restart: Sendable {
    /// Reject the manifest, with ``ReloadError/restartNeeded(parameters:)``.
    case refuse
    /// Accept the manifest, and report the parameters with
    /// ``LiveContainer/Event/restartNeeded(generation:parameters:)``.
    case warn
  }

  /// Creates options, with defaults for a server.
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
