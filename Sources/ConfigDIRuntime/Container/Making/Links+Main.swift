extension Links {
  /// Runs a factory of the main actor; throws unless the resolution is on the main actor.
  func onMain<Product>(_ make: @MainActor @Sendable (Links) throws -> Product) throws -> Product {
    guard resolution?._withUnsafeGuaranteedRef(\.isMain) == true else { throw ResolutionError(NotOnMainActor()) }
    nonisolated(unsafe) let links = self
    nonisolated(unsafe) var result: Swift.Result<Product, any Error> = .failure(ResolutionError(NotOnMainActor()))
    MainActor.assumeIsolated { result = Swift.Result { try make(links) } }
    return try result.get()
  }
}
