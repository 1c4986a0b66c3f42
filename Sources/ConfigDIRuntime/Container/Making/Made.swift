/// An instance to close, and the service or the initializer that it was made for.
struct Made: @unchecked Sendable {
  // Unchecked: a shared instance is `Sendable`, though the type of a closeable one need not say so.
  let source: Source
  private let instance: Instance

  enum Source: Sendable {
    /// The index in the plan's services.
    case service(Int)
    /// The index among the phases' initializers.
    case initializer(Int)
  }

  private enum Instance {
    case sync(any Closeable)
    case async(any AsyncCloseable)
  }

  init?<Value>(_ value: Value, of source: Source) {
    self.source = source
    if let closeable = value as? any AsyncCloseable {
      instance = .async(closeable)
    } else if let closeable = value as? any Closeable {
      instance = .sync(closeable)
    } else {
      return nil
    }
  }

  func close() async throws {
    switch instance {
    case .sync(let closeable): try closeable.close()
    case .async(let closeable): try await closeable.close()
    }
  }
}
