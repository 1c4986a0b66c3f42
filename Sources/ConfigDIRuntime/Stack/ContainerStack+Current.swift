extension ContainerStack {
  @TaskLocal private static var ofTask: ContainerStack?

  /// The stack of this task: see ``asCurrent(isolation:_:)``.
  ///
  /// - Throws: ``CurrentContainerError`` where there is none.
  public static var current: ContainerStack {
    get throws {
      guard let stack = ofTask else { throw CurrentContainerError(reason: .none) }
      return stack
    }
  }

  /// Makes this the current stack of a body and of the tasks that it starts, detached ones excepted:
  /// ``Container/current`` is then the container of whatever level is on top.
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
