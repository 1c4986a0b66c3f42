extension Container {
  /// The container of this task, or else the program's default.
  ///
  /// - Throws: ``NoCurrentContainer`` where there is neither; what making the default threw, which is tried again at the
  ///   next call.
  public static var current: Container {
    get throws {
      if let container = CurrentContainer.ofTask { return container }
      return try CurrentContainer.default.get()
    }
  }

  /// Says how the program's default container is made. It is made at its first use, once.
  ///
  /// A default that was made already is let go, not closed.
  public static func setDefault(_ make: @escaping @Sendable () throws -> Container) {
    CurrentContainer.default.set(make)
  }

  /// Makes this the current container of a body and of the tasks that it starts, detached ones excepted.
  public func withCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CurrentContainer.$ofTask.withValue(self, operation: body)
  }

  /// Makes this the current container of a body and of the tasks that it starts, detached ones excepted.
  public func withCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentContainer.$ofTask.withValue(self, operation: body, isolation: isolation)
  }
}

private enum CurrentContainer {
  @TaskLocal static var ofTask: Container?
  static let `default` = DefaultContainer()
}

/// The program's container. Its closure runs outside the lock, since it may come back here.
private final class DefaultContainer: Sendable {
  private let state = Lock(State())

  private struct State: Sendable {
    var make: (@Sendable () throws -> Container)?
    var made: Container?
    var making: (thread: ThreadIdentity, latch: Latch)?
  }

  private enum Step {
    case made(Container)
    case wait(Latch)
    case make(@Sendable () throws -> Container)
  }

  func set(_ make: @escaping @Sendable () throws -> Container) {
    state.withLock {
      $0.make = make
      $0.made = nil
    }
  }

  func get() throws -> Container {
    while true {
      switch try next() {
      case .made(let container): return container
      case .wait(let latch): latch.wait()
      case .make(let make):
        let result = Result { try make() }
        let latch = state.withLock { state in
          defer { state.making = nil }
          if case .success(let container) = result { state.made = container }
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
      if let made = state.made { return .made(made) }
      guard let make = state.make else { throw NoCurrentContainer(isBeingMade: false) }
      if let making = state.making {
        guard making.thread != thread else { throw NoCurrentContainer(isBeingMade: true) }
        return .wait(making.latch)
      }
      state.making = (thread, Latch())
      return .make(make)
    }
  }
}
