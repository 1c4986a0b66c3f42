extension ScopedProvider {
  /// The service, made in an open scope of the same container if it does not exist there yet.
  public func callAsFunction(in scope: Container) throws -> Service {
    try source(scope)
  }
}
