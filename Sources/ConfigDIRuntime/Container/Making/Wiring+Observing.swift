extension Wiring {
  /// Makes an instance, and reports it to the observers. Without observers it reads no clock.
  func observing<Result>(_ service: Int, _ make: () throws -> Result) throws -> Result {
    HeldLocks.expectNone()
    guard !registry.observers.isEmpty, service >= 0 else { return try make() }
    let start = beginning(service)
    do {
      let result = try make()
      report(.created, service, since: start)
      return result
    } catch {
      report(.failed, service, since: start, error)
      throw error
    }
  }

  func observingAsync<Result>(_ service: Int, _ make: () async throws -> Result) async throws -> Result {
    HeldLocks.expectNone()
    guard !registry.observers.isEmpty else { return try await make() }
    let start = beginning(service)
    do {
      let result = try await make()
      report(.created, service, since: start)
      return result
    } catch {
      report(.failed, service, since: start, error)
      throw error
    }
  }

  /// Closes an instance, and reports it to the observers; an initializer is not reported, since it has no key.
  func observingClose(_ source: Made.Source, _ close: () async throws -> Void) async throws {
    HeldLocks.expectNone()
    guard case .service(let service) = source, !registry.observers.isEmpty else { return try await close() }
    let start = ContinuousClock.now
    do {
      try await close()
      report(.closed, service, since: start)
    } catch {
      report(.closingFailed, service, since: start, error)
      throw error
    }
  }

  private func beginning(_ service: Int) -> ContinuousClock.Instant {
    report(ContainerEvent(.creating, key: plan.services[service].key.text, secrets: secrets))
    return .now
  }

  private func report(
    _ kind: ContainerEvent.Kind, _ service: Int, since start: ContinuousClock.Instant, _ error: (any Error)? = nil
  ) {
    let key = plan.services[service].key.text
    report(ContainerEvent(kind, key: key, duration: start.duration(to: .now), error: error, secrets: secrets))
  }

  private func report(_ event: ContainerEvent) {
    for observer in registry.observers { observer(event) }
  }
}
