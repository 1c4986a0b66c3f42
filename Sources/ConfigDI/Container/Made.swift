/// An instance that has to be closed, and the service that it serves.
struct Made: @unchecked Sendable {
  // Unchecked: what is shared is `Sendable`, which a closeable's own type need not say.
  let service: Int
  private let instance: Instance

  private enum Instance {
    case sync(any Closeable)
    case async(any AsyncCloseable)
  }

  init?<Value>(_ value: Value, of service: Int) {
    self.service = service
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
