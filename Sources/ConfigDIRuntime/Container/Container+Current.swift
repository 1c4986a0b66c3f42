import Synchronization

extension Container {
  /// The container of this task; without one, the program's default container.
  ///
  /// - Throws: ``CurrentContainerError`` if there is neither, and once if a second default was set after the first was
  ///   made; any error thrown while the default container is made. Making it is tried again at the next call.
  public static var current: Container {
    get throws {
      if let container = CurrentContainer.ofTask { return container }
      if let top = CurrentContainer.ofStack { return top() }
      return try CurrentContainer.default.get()
    }
  }

  /// Sets how the program's default container is made. It is made once, at its first use.
  ///
  /// Once it is made, everyone shares it. Setting another default is then a mistake: the next use of ``current`` throws
  /// an error, and later uses give the first container. After the first was shut down, another may be set.
  ///
  /// - Parameters:
  ///   - fileID: The file of this call; leave it out.
  ///   - line: The line of this call; leave it out.
  ///   - make: Makes the container.
  public static func setDefault(
    fileID: StaticString = #fileID, line: Int = #line, _ make: @escaping @Sendable () throws -> Container
  ) {
    CurrentContainer.default.set(make, late: "\(fileID):\(line)")
  }

  /// Makes this the current container of a body and of the tasks that it starts, except detached ones.
  public func withCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CurrentContainer.$ofTask.withValue(self, operation: body)
  }

  /// Makes this the current container of a body and of the tasks that it starts, except detached ones.
  public func withCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentContainer.$ofTask.withValue(self, operation: body, isolation: isolation)
  }
}

enum CurrentContainer {
  @TaskLocal static var ofTask: Container?
  /// The container on top of the task's stack, if it has one.
  @TaskLocal static var ofStack: (@Sendable () -> Container)?
  fileprivate static let `default` = DefaultContainer()
}

/// The program's default container. Its closure runs outside the lock, since the closure may call this class again.
private final class DefaultContainer: Sendable {
  private let state = Lock(State())

  private struct State: Sendable {
    var make: (@Sendable () throws -> Container)?
    var made: Container?
    /// The place where another default was set after this one had been made.
    var late: String?
    var making: (thread: ThreadIdentity, latch: Latch)?
    /// The number of times that the closure was set. A container made by an earlier closure does not become the
    /// default.
    var generation = 0
  }

  private enum Step {
    case made(Container)
    case wait(Latch)
    case make(@Sendable () throws -> Container, generation: Int)
  }

  /// - Parameter place: The place of the call, for the error if there is a default already.
  func set(_ make: @escaping @Sendable () throws -> Container, late place: String) {
    // The old state is released after the lock: services that end may call this class again.
    let old = state.withLock { state -> State? in
      if let made = state.made, !made.level.hasEnded {
        state.late = place
        return nil
      }
      let old = state
      state = State(make: make, making: state.making, generation: state.generation + 1)
      return old
    }
    withExtendedLifetime(old) {}
  }

  func get() throws -> Container {
    guard LibraryCopy.isFirst else { throw CurrentContainerError(reason: .secondCopy) }
    while true {
      switch try next() {
      case .made(let container): return container
      case .wait(let latch): latch.wait()
      case .make(let make, let generation):
        let result = Result { try make() }
        let latch = state.withLock { state in
          defer { state.making = nil }
          if case .success(let container) = result, state.generation == generation { state.made = container }
          return state.making?.latch
        }
        latch?.open()
        return try result.get()
      }
    }
  }

  private func next() throws -> Step {
    let thread = ThreadIdentity.current
    return try state.withLock { state in
      // Thrown once: the next call gets the container that everyone else has.
      if let late = state.late.take() { throw CurrentContainerError(reason: .defaultSetLate(at: late)) }
      if let made = state.made { return .made(made) }
      guard let make = state.make else { throw CurrentContainerError(reason: .none) }
      if let making = state.making {
        guard making.thread != thread else { throw CurrentContainerError(reason: .beingMade) }
        return .wait(making.latch)
      }
      state.making = (thread, Latch())
      return .make(make, generation: state.generation)
    }
  }
}
