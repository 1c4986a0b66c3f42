#if ServiceLifecycle
  public import ConfigDIRuntime
  public import Logging
  public import ServiceLifecycle

  /// Runs a container, or a live container, as one of the services in a service group.
  ///
  /// The container starts when the group runs, and closes when the group shuts down, after the services that follow it
  /// in the group's list. If the group shuts down while the container starts, the start is cancelled without an error.
  ///
  /// ```swift
  /// let container = ContainerService(live)
  /// var application = Application(router: router, services: [container])
  /// application.beforeServerStarts { try await container.ready() }
  /// try await application.runService()
  /// ```
  ///
  /// If the manifest has a collection for the key `Service`, the members are background services, which run in a group
  /// of their own once the container has started. Each generation of a live container has its own background services,
  /// which are shut down gracefully before the generation is closed.
  public final class ContainerService: Service {
    private let container: any Startable
    private let logger: Logger
    private let state = Lock(State())

    private struct State: Sendable {
      var starting: Task<Void, any Error>?
      var isEnding = false
    }

    /// Creates a service that starts and closes a container.
    ///
    /// - Parameter logger: The logger for the group that runs the background services.
    public init(_ container: Container, logger: Logger = Logger(label: "configdi")) {
      self.container = container
      self.logger = logger
    }

    /// Creates a service that starts a live container, follows its manifest, and closes the container.
    ///
    /// - Parameter logger: The logger for the groups that run the background services.
    public init(_ container: LiveContainer, logger: Logger = Logger(label: "configdi")) {
      self.container = container
      self.logger = logger
    }

    /// Waits until the container has started or the group shuts down. Call this before a server begins to listen.
    ///
    /// - Throws: The error that made the start fail.
    public func ready() async throws {
      do {
        try await started()
      } catch {
        // The services that shut down before this one must still do so.
        if !isEnding { throw error }
      }
    }

    public func run() async throws {
      do {
        try await started()
      } catch {
        guard isEnding else { throw error }
      }
      if !isEnding {
        do {
          try await container.runBackground(logger)
        } catch {
          try? await close()
          throw error
        }
      }
      // If this service returned before the shutdown, the group would end.
      try? await gracefulShutdown()
      try await close()
    }

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Starts the container once and waits until it has started. A graceful shutdown or a cancellation cancels the
    /// start.
    private func started() async throws {
      let starting = state.withLock { state in
        if let starting = state.starting { return starting }
        let starting = Task { [container] in try await container.begin() }
        state.starting = starting
        return starting
      }
      try await withTaskCancellationOrGracefulShutdownHandler {
        try await starting.value
      } onCancelOrGracefulShutdown: {
        self.state.withLock { $0.isEnding = true }
        starting.cancel()
      }
    }

    /// Closes the container in a separate task, since closing must not be cancelled.
    private func close() async throws {
      try await Task { [container] in try await container.end() }.value
    }
  }

  /// The operations that `ContainerService` needs from a container or a live container.
  private protocol Startable: Sendable {
    func begin() async throws
    func end() async throws
    /// Runs the background services, if there are any, until the group shuts down.
    func runBackground(_ logger: Logger) async throws
  }

  extension Container: Startable {
    fileprivate func begin() async throws { try await start() }
    fileprivate func end() async throws { try await shutdown() }

    fileprivate func runBackground(_ logger: Logger) async throws {
      try await group(logger)?.run()
    }

    /// The group that runs the background services; `nil` if there are none.
    fileprivate func group(_ logger: Logger) throws -> ServiceGroup? {
      let services = try members(of: (any Service).self)
      guard !services.isEmpty else { return nil }
      return ServiceGroup(
        configuration: ServiceGroupConfiguration(
          services: services.map { .init(service: $0, successTerminationBehavior: .ignore) }, logger: logger))
    }
  }

  extension LiveContainer: Startable {
    fileprivate func begin() async throws { try await start() }
    fileprivate func end() async throws { try await shutdown() }

    fileprivate func runBackground(_ logger: Logger) async throws {
      while !Task.isShuttingDownGracefully, !Task.isCancelled {
        // Created before the current generation is read, so that no later swap is missed.
        let swaps = Swaps(events)
        try await withCurrent { container in
          guard let group = try container.group(logger) else { return }
          try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
              await swaps.next()
              await group.triggerGracefulShutdown()
            }
            // The first task that fails cancels the other.
            while try await tasks.next() != nil {}
          }
        }
        await swaps.next()
      }
    }
  }

  /// Waits until the live container swaps to a new generation after this object was created, or until the service ends.
  private final class Swaps: Sendable {
    private let waiting: Task<Void, Never>

    init(_ events: AsyncStream<LiveContainer.Event>) {
      waiting = Task {
        for await event in events.cancelOnGracefulShutdown() {
          if case .swapped = event { return }
        }
      }
    }

    func next() async {
      await withTaskCancellationHandler {
        await waiting.value
      } onCancel: {
        waiting.cancel()
      }
    }
  }
#endif
