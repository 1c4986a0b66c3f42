import Synchronization

/// An instance that has to be closed, and the service that it serves.
struct Made: @unchecked Sendable {
  // Unchecked: what is shared is `Sendable`, which a closeable's own type need not say.
  let service: Int
  let instance: Instance

  enum Instance {
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

extension Level {
  /// Remembers an instance for the level's end.
  func note<Value>(_ value: Value, of service: Int) {
    guard let made = Made(value, of: service) else { return }
    contents.withLock { $0.made.append(made) }
  }

  func note<Value>(_ value: Value, of slot: Slot<Value>) {
    if slot.service >= 0 { note(value, of: Int(slot.service)) }
  }

  /// Counts an instance as being on its way, which closing waits for.
  func beginMaking() throws {
    try contents.withLock { contents in
      guard contents.life == .open else { throw ContainerClosed() }
      contents.makings += 1
    }
  }

  func endMaking() {
    contents.withLock { $0.makings -= 1 }
  }
}
