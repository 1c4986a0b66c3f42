/// A stack of containers for one manifest, to change services at login, at logout, or for a new configuration.
///
/// A level changes some of the services below it, like an overlay. Services that its changes do not affect are shared
/// with the level below. The others are made again:
///
/// ```swift
/// let stack = try ContainerStack(manifest: "config/app.yaml", registry: registry)
/// try await stack.start()
/// try await stack.push { $0.use("account", for: (any SessionManager).self) }
/// let client = try stack.withCurrent { try $0.resolve((any APIClient).self) }
/// try await stack.pop()
/// ```
///
/// Changes are made one after another. The eager services of a new level are made before the switch, and the switch
/// itself is one step: a caller sees the stack either before or after the change. If a change fails, the stack is
/// unchanged.
///
/// The stack starts once: ``start()`` also applies to later levels. In a started stack, ``pop(isolation:)`` first makes
/// the missing eager services of the level below. If that fails, the top level stays. ``pop(isolation:)`` and
/// ``shutdown(closing:isolation:)`` also work in a cancelled task.
public final class ContainerStack: Sendable, ContentsHiding {
  let planning: any LevelPlanning
  let state: Lock<State>
  let turns = Turns(busy: ContainerStack.busy)
  /// The turns in which shutdowns close the levels. Separate, so that a service that changes the stack while it is being
  /// closed does not wait for the shutdown that waits for the service.
  let closings = Turns(busy: ContainerStack.busy)
  let observers = Broadcast<Change>()
  /// The open overlays, which apply to every level.
  let overlays = OpenOverlays()

  struct State: Sendable {
    /// The layers, lowest first; never empty.
    var layers: [StackLayer]
    /// Groups of levels that were removed but are not closed yet, oldest first.
    var endings: [Ending] = []
    var closing: Task<Void, Never>?
    /// The closing failures of each group whose change still waits for them.
    var awaited: [ObjectIdentifier: [ClosingFailed.Failure]] = [:]
    /// Closing failures that no caller has received yet, and for which no change waits.
    var failures: [ClosingFailed.Failure] = []
    var isShutDown = false
    /// Whether a shutdown was requested, even if it is still waiting for a change in progress.
    var isEnding = false
    /// The task that makes missing eager services of the level below before the top level is removed.
    var making: Task<Void, any Error>?
    /// The result of the start, if the stack or one of its containers has started.
    var started: [InitializerFailed]?
  }

  private static var busy: ContainerError {
    ContainerError(
      "the stack was changed from inside another change of the same stack",
      help: "change the stack after push(), pop() or replaceCurrent() has returned, not in a factory")
  }

  package init(_ planning: any LevelPlanning) throws {
    self.planning = planning
    let definition = LevelDefinition()
    let container = try planning.container([definition], sharingWith: [], in: overlays)
    state = Lock(State(layers: [StackLayer(definition, container)]))
  }

  /// The top level's container.
  ///
  /// It is closed when its level is removed. If another task may change the stack meanwhile, use `withCurrent`, which
  /// keeps the container open.
  public var current: Container { state.withLock { $0.layers.top.seat.container } }

  /// The number of levels, including the lowest.
  public var depth: Int { state.withLock { $0.layers.count } }

  /// Runs a body with the top level's container, which is also ``Container/current`` in the body.
  ///
  /// No change to the stack closes the container before the body has returned. Only ``shutdown(closing:isolation:)``
  /// does.
  public func withCurrent<Result>(_ body: (Container) throws -> Result) rethrows -> Result {
    let seat = takeSeat()
    defer { leave(seat) }
    return try seat.container.withCurrent { try body(seat.container) }
  }

  /// The asynchronous form of ``withCurrent(_:)``.
  public func withCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (Container) async throws -> Result
  ) async rethrows -> Result {
    let seat = takeSeat()
    defer { leave(seat) }
    return try await seat.container.withCurrent { try await body(seat.container) }
  }

  /// A stream of future changes to the stack, in order, which ends when the stack is shut down.
  public var changes: AsyncStream<Change> { observers.events() }

  /// A change to a stack, with the number of levels after the change, including the lowest.
  public enum Change: Sendable, Hashable {
    case push(depth: Int)
    case pop(depth: Int)
    case replace(depth: Int)
    case restore(depth: Int)
  }

  /// The stack of the current task, as set by ``asCurrent(isolation:_:)``.
  ///
  /// - Throws: ``ContainerError`` if the task has no current stack.
  public static var current: ContainerStack {
    get throws {
      guard let stack = CurrentContainer.ofStack?.stack as? ContainerStack else { throw ContainerError.noStackCurrent }
      return stack
    }
  }

  /// Makes this the current stack in a body and its child tasks, but not in detached tasks. In the body,
  /// ``Container/current`` is the top level's container.
  public func asCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentContainer.$ofStack.withValue(
      (self, { self.current }),
      operation: {
        try await CurrentContainer.$ofTask.withValue(
          CurrentContainer.InTask(nil), operation: body, isolation: isolation)
      }, isolation: isolation)
  }
}

extension [StackLayer] {
  var top: StackLayer { self[count - 1] }
}

/// One level of a stack in its current state.
struct StackLayer: Sendable {
  let definition: LevelDefinition
  let seat: Seat
  /// The levels that hold this layer's open instances: those of replaced containers, oldest first, and then the current
  /// container's.
  var foundations: [Level]

  init(_ definition: LevelDefinition, _ container: Container, after earlier: [Level] = []) {
    self.definition = definition
    seat = Seat(container)
    foundations = earlier + [container.level]
  }
}
