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

/// The program's container. Its closure runs under a lock of its own, which nobody else ever takes.
private final class DefaultContainer: Sendable {
  private let make = Lock<(@Sendable () throws -> Container)?>(nil)
  private let made = Lock<Container?>(nil)

  func set(_ make: @escaping @Sendable () throws -> Container) {
    self.make.withLock { $0 = make }
    made.withLock { $0 = nil }
  }

  func get() throws -> Container {
    try made.withLock { made in
      if let made { return made }
      guard let make = make.withLock({ $0 }) else { throw NoCurrentContainer() }
      let container = try make()
      made = container
      return container
    }
  }
}
