extension Container {
  /// The current task's container, or else the program's default container.
  ///
  /// - Throws: ``ContainerError`` if there is neither, or any error thrown while the default container is made.
  ///   After such an error the next call tries again.
  public static var current: Container {
    get throws {
      if let container = CurrentContainer.ofTask.container { return container }
      if let stack = CurrentContainer.ofStack { return stack.top() }
      return try CurrentContainer.default.get()
    }
  }

  /// Sets the closure that makes the program's default container. The container is made once, on first use, and then
  /// shared. A different default can be set only after the previous container has been shut down.
  ///
  /// - Parameter make: Makes the container.
  /// - Throws: ``ContainerError`` if a default container exists and has not been shut down. That container remains the
  ///   default.
  public static func setDefault(_ make: @escaping @Sendable () throws -> Container) throws(ContainerError) {
    try CurrentContainer.default.set(make)
  }

  /// Makes this the current container while `body` runs, in this task and its child tasks but not in detached tasks.
  public func withCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CurrentContainer.$ofTask.withValue(CurrentContainer.InTask(self), operation: body)
  }

  /// Makes this the current container while `body` runs, in this task and its child tasks but not in detached tasks.
  public func withCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentContainer.$ofTask.withValue(CurrentContainer.InTask(self), operation: body, isolation: isolation)
  }
}

enum CurrentContainer {
  /// The container that is bound to the current task. Not an optional, because copying an optional takes 100 more
  /// instructions each time a value is bound.
  @TaskLocal static var ofTask = InTask(nil, in: nil)
  /// The task's stack, and a closure that returns its top container; `nil` if no stack is bound to the task.
  @TaskLocal static var ofStack: (stack: any AnyObject & Sendable, top: @Sendable () -> Container)?
  fileprivate static let `default` = DefaultContainer()

  /// The container bound to a task, and the innermost enclosing binding of a live container, which keeps that container
  /// open. One object holds both, so that a request binds only one task-local value.
  class InTask: @unchecked Sendable {
    // Unchecked only because the class has subclasses, whose properties are constants and `Sendable` too.
    /// The bound container; `nil` if none is bound, or if a stack is bound instead.
    let container: Container?
    private let outerPin: InTask?

    /// - Parameter pin: The innermost enclosing binding of a live container. It continues to keep its container open
    ///   when another container becomes current.
    init(_ container: Container?, in pin: InTask? = CurrentContainer.ofTask.pin) {
      self.container = container
      outerPin = pin
    }

    var pin: InTask? { outerPin }
  }
}

/// The program's default container, made by a closure. The closure runs outside the lock, since it may call this class
/// again.
private final class DefaultContainer: Sendable {
  private let state = Lock(State())

  private struct State: Sendable {
    var make: (@Sendable () throws -> Container)?
    var made: Container?
    var making: (thread: ThreadIdentity, latch: Latch)?
    /// The number of times that the closure has been set. A container made by an earlier closure does not become the
    /// default.
    var generation = 0
  }

  func set(_ make: @escaping @Sendable () throws -> Container) throws(ContainerError) {
    // The old state is released after unlocking: services that end may call this class again.
    let old = state.withLock { state -> State? in
      if let made = state.made, !made.level.hasEnded { return nil }
      let old = state
      state = State(make: make, making: state.making, generation: state.generation + 1)
      return old
    }
    guard old == nil else { return }
    throw ContainerError(
      "the default container is already in use and cannot be replaced",
      help:
        "call setDefault before the first use of Container.current, or shut down the first container; to replace services at run time, open an overlay"
    )
  }

  func get() throws -> Container {
    guard LibraryCopy.isFirst else {
      throw ContainerError(
        "this program has two copies of ConfigDI, and each has its own default container",
        help: "link it once, as a dynamic library, or pass the container and run this inside withCurrent")
    }
    if let made = state.withLock({ $0.made }) { return made }
    let thread = ThreadIdentity.current
    while true {
      let known = state.withLock { state in
        let known = state
        if state.made == nil, state.make != nil, state.making == nil { state.making = (thread, Latch()) }
        return known
      }
      if let made = known.made { return made }
      guard let make = known.make else { throw ContainerError.noneCurrent }
      if let making = known.making {
        guard making.thread != thread else {
          throw ContainerError(
            "the default container was requested inside the closure that makes it",
            help: "pass the container along inside Container.setDefault, instead of using Container.current")
        }
        making.latch.wait()
        continue
      }
      let result = Result { try make() }
      let latch = state.withLock { state in
        defer { state.making = nil }
        if case .success(let container) = result, state.generation == known.generation { state.made = container }
        return state.making?.latch
      }
      latch?.open()
      return try result.get()
    }
  }
}
