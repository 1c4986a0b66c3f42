extension ContainerStack {
  @TaskLocal private static var ofTask: ContainerStack?

  /// The stack of this task: see ``asCurrent(isolation:_:)``.
  ///
  /// - Throws: ``CurrentContainerError`` if there is none.
  public static var current: ContainerStack {
    get throws {
      guard let stack = ofTask else { throw CurrentContainerError(reason: .none) }
      return stack
    }
  }

  /// Makes this the current stack of a body and of the tasks that it starts, except detached ones:
  /// ``Container/current`` is then the container of the level on top.
  public func asCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await ContainerStack.$ofTask.withValue(
      self,
      operation: {
        try await CurrentContainer.$ofStack.withValue(
          { self.current },
          operation: { try await CurrentContainer.$ofTask.withValue(nil, operation: body, isolation: isolation) },
          isolation: isolation)
      }, isolation: isolation)
  }
}
