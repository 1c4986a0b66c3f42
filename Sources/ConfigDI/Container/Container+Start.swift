extension Container {
  /// Makes the asynchronous singletons and the eager ones, independent ones side by side, each after what it needs.
  ///
  /// If one fails, or the task is cancelled, the rest are cancelled, everything that was made is closed, and so is the
  /// container.
  ///
  /// - Throws: The first failure, with the services on the way to it.
  public func start() async throws {
    let level = level
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for service in wiring.madeAtStart {
          group.addTask { try await level.makeAtStart(service) }
        }
        do {
          while try await group.next() != nil { try Task.checkCancellation() }
        } catch {
          group.cancelAll()
          level.cancelMakings()
          throw error
        }
      }
    } catch {
      try? await close()
      if Task.isCancelled { throw CancellationError() }
      throw error
    }
  }

  /// Closes what this container has made, and first the scopes that are open in it.
  ///
  /// The same as ``close()``, under the name for the end of the program.
  public func shutdown() async throws {
    try await close()
  }

  /// The service of a type's key, after everything asynchronous that it needs was made.
  public func resolveAsync<Service: Sendable>(
    _ type: Service.Type, named variant: String? = nil
  ) async throws -> Service {
    try await takeAsync(service(type, variant), as: type)
  }

  /// The service of a custom key, after everything asynchronous that it needs was made.
  public func resolveAsync<Service: Sendable>(_ key: Key<Service>) async throws -> Service {
    try await takeAsync(service(key), as: Service.self)
  }

  private func takeAsync<Service: Sendable>(_ service: Int, as type: Service.Type) async throws -> Service {
    let level = currentLevel
    do {
      if wiring.traits[service].contains(.isAsync) {
        try await level.makeAsync(service)
      } else if wiring.traits[service].contains(.reachesAsync) {
        try await level.makeReady(service)
      }
    } catch {
      throw wiring.traits[service].contains(.isAsync) ? error : wiring.failure(of: [service], error)
    }
    return try take(service, as: type)
  }
}

extension Level {
  fileprivate func makeAtStart(_ service: Int) async throws {
    try Task.checkCancellation()
    if wiring.traits[service].contains(.isAsync) { return try await makeAsync(service) }
    do {
      try await makeReady(service)
    } catch {
      throw wiring.failure(of: [service], error)
    }
    let slot = try slot(service)
    guard wiring.traits[service].contains(.isMain) else { return try slot.fill(in: nil) }
    try await MainActor.run {
      try Resolution.begin(isMain: true) { try slot.fill(in: $0) }
    }
  }
}

extension Wiring {
  /// The asynchronous and the eager singletons.
  fileprivate var madeAtStart: [Int] {
    plan.services.indices.filter {
      targets[$0] == $0 && places.homes[$0] == -1 && plan.services[$0].scope == .singleton
        && (plan.services[$0].isEager || traits[$0].contains(.isAsync))
    }
  }
}
