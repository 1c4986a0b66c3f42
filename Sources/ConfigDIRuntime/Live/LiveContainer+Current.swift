import Synchronization

extension LiveContainer {
  /// The generation that a task uses until its `withCurrent` returns. All users of a generation share one object, except
  /// inside a body of another live container.
  final class Pinned: CurrentContainer.InTask, @unchecked Sendable {
    let generation: LiveGeneration
    private let home: Int
    /// The seat that counts the generation's users. Valid while the `LiveSwitch` with the number `home` exists.
    private unowned(unsafe) let seat: LiveSeat
    /// The generation of another live container whose body encloses this use.
    private let outer: Pinned?

    init(_ generation: LiveGeneration, in seat: LiveSeat, of home: LiveSwitch) {
      self.generation = generation
      self.seat = seat
      self.home = home.number
      outer = nil
      super.init(generation.container, in: nil)
    }

    private init(_ inner: Pinned, inside outer: Pinned?) {
      generation = inner.generation
      seat = inner.seat
      home = inner.home
      self.outer = outer
      super.init(inner.generation.container, in: nil)
    }

    override var pin: CurrentContainer.InTask? { self }

    /// The use of a generation of this switch, here or in an enclosing body.
    func use(of home: LiveSwitch) -> (generation: LiveGeneration, seat: Unmanaged<LiveSeat>)? {
      self.home == home.number ? (generation, .passUnretained(seat)) : outer?.use(of: home)
    }

    /// This use inside the bodies that enclose the current task.
    var insideTask: Pinned {
      guard let task = Pinned.ofTask else { return self }
      let outer = task.home == home ? task.outer : task
      return outer.map { Pinned(self, inside: $0) } ?? self
    }

    static var ofTask: Pinned? {
      CurrentContainer.ofTask.pin.map { unsafeDowncast($0, to: Pinned.self) }
    }
  }

  /// Runs a body with the newest generation's container, which is also ``Container/current`` in the body.
  ///
  /// If a newer generation becomes current meanwhile, the body and the functions that it calls still use the old
  /// container, even if they call `withCurrent` again. The container stays open until the body has returned, with two
  /// exceptions: ``LiveOptions/drain`` has passed since the generation was replaced or the shutdown began, or a body
  /// calls ``shutdown()`` itself.
  ///
  /// - Throws: ``ContainerClosed`` after the shutdown has begun; any error of the body.
  public func withCurrent<Result>(_ body: (Container) throws -> Result) throws -> Result {
    let seat = try takeSeat()
    defer { home.leave(seat) }
    let pinned = try pin(seat)
    return try CurrentContainer.$ofTask.withValue(pinned) { try body(pinned.generation.container) }
  }

  /// The asynchronous form of ``withCurrent(_:)``.
  public func withCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (Container) async throws -> Result
  ) async throws -> Result {
    let seat = try takeSeat()
    defer { home.leave(seat) }
    let pinned = try pin(seat)
    return try await CurrentContainer.$ofTask.withValue(
      pinned, operation: { try await body(pinned.generation.container) }, isolation: isolation)
  }

  /// The number of the generation that the current task uses, if any.
  var numberUsedByTask: Int? {
    Pinned.ofTask?.use(of: home)?.generation.number
  }

  private func takeSeat() throws -> Unmanaged<LiveSeat> {
    if let (generation, seat) = Pinned.ofTask?.use(of: home) {
      if seat._withUnsafeGuaranteedRef({ $0.take() }) {
        if seat._withUnsafeGuaranteedRef({ $0.number.load(ordering: .acquiring) }) == generation.number {
          return seat
        }
        // The body that used this seat has returned, and its generation has ended.
        home.leave(seat)
      } else if seat._withUnsafeGuaranteedRef({ $0.hasExpired(generation.number) }) {
        throw ContainerClosed()
      } else {
        home.tellEmpty(seat)
      }
    }
    guard let seat = home.take() else { throw ContainerClosed() }
    return seat
  }

  private func pin(_ seat: Unmanaged<LiveSeat>) throws -> Pinned {
    guard let pinned = seat._withUnsafeGuaranteedRef({ $0.pinned }) else { throw ContainerClosed() }
    return pinned.insideTask
  }
}
