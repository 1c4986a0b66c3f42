import Synchronization

extension LiveContainer {
  /// The generation that a task uses, also in the functions that it calls.
  struct Pinned: Sendable {
    let home: ObjectIdentifier
    let seat: LiveSeat
    let number: Int

    @TaskLocal static var ofTask: Pinned?
  }

  /// Runs a body with the newest generation's container, which is ``Container/current`` in it. If a newer generation
  /// replaces it meanwhile, the body and the functions that it calls still use this one, also if they call
  /// `withCurrent` again. The container is not closed before the body has returned, unless ``LiveOptions/drain`` has
  /// passed since it was replaced or the shutdown began, or a body calls ``shutdown()`` itself.
  ///
  /// - Throws: ``ContainerClosed`` after the shutdown has begun; any error of the body.
  public func withCurrent<Result>(_ body: (Container) throws -> Result) throws -> Result {
    let seat = try takeSeat()
    defer { home.leave(seat) }
    let (pinned, container) = try pin(seat)
    return try Pinned.$ofTask.withValue(pinned) { try container.withCurrent { try body(container) } }
  }

  /// Runs a body with the newest generation's container, which is ``Container/current`` in it. If a newer generation
  /// replaces it meanwhile, the body and the functions that it calls still use this one, also if they call
  /// `withCurrent` again. The container is not closed before the body has returned, unless ``LiveOptions/drain`` has
  /// passed since it was replaced or the shutdown began, or a body calls ``shutdown()`` itself.
  ///
  /// - Throws: ``ContainerClosed`` after the shutdown has begun; any error of the body.
  public func withCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (Container) async throws -> Result
  ) async throws -> Result {
    let seat = try takeSeat()
    defer { home.leave(seat) }
    let (pinned, container) = try pin(seat)
    return try await Pinned.$ofTask.withValue(
      pinned, operation: { try await container.withCurrent { try await body(container) } }, isolation: isolation)
  }

  /// The number of the generation that this task uses; `nil` if it uses none.
  var numberUsedByTask: Int? { pinnedByTask?.number }

  private var pinnedByTask: Pinned? {
    Pinned.ofTask.flatMap { $0.home == ObjectIdentifier(home) ? $0 : nil }
  }

  private func takeSeat() throws -> Unmanaged<LiveSeat> {
    if let pinned = pinnedByTask {
      let seat = Unmanaged.passUnretained(pinned.seat)
      if pinned.seat.take() {
        if pinned.seat.number.load(ordering: .acquiring) == pinned.number { return seat }
        // The body that used this seat has returned, and its generation has ended.
        home.leave(seat)
      } else {
        home.tellEmpty(seat)
      }
    }
    guard let seat = home.take() else { throw ContainerClosed() }
    return seat
  }

  private func pin(_ seat: Unmanaged<LiveSeat>) throws -> (Pinned, Container) {
    let seat = seat.takeUnretainedValue()
    guard let generation = seat.generation else { throw ContainerClosed() }
    return (Pinned(home: ObjectIdentifier(home), seat: seat, number: generation.number), generation.container)
  }
}
