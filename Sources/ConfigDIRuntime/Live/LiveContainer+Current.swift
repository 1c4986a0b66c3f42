import Synchronization

extension LiveContainer {
  /// The generation that a task uses until its `withCurrent` returns. All users of a generation share one object, except
  /// inside a body of another live container.
  final class Pinned: CurrentContainer.InTask, @unchecked Sendable {
    /// The number of the generation.
    let number: Int
    /// The generation's container.
    let current: Container
    private let home: Int
    /// The seat that counts the generation's users. Valid while the `LiveSwitch` with the number `home` exists.
    private unowned(unsafe) let seat: LiveSeat
    /// The generation of another live container whose body encloses this use.
    private let outer: Pinned?

    /// - Parameter home: The number of the `LiveSwitch` that has the seat.
    init(_ container: Container, _ generation: Int, in seat: LiveSeat, of home: Int, inside outer: Pinned? = nil) {
      number = generation
      current = container
      self.seat = seat
      self.home = home
      self.outer = outer
      super.init(container, in: nil)
    }

    override var pin: CurrentContainer.InTask? { self }

    /// The number and the seat of the generation of this switch that the task uses, here or in an enclosing body.
    func use(of home: LiveSwitch) -> (number: Int, seat: Unmanaged<LiveSeat>)? {
      self.home == home.number ? (number, .passUnretained(seat)) : outer?.use(of: home)
    }

    /// This use inside the bodies of other live containers that enclose the task's innermost use.
    @inline(__always)
    func inside(_ task: Pinned?) -> Pinned {
      guard let task, let outer = task.home == home ? task.outer : task else { return self }
      return Pinned(current, number, in: seat, of: home, inside: outer)
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
    let task = Pinned.ofTask
    let seat = try takeSeat(task)
    defer { home.leave(seat) }
    let pinned = try pin(seat, inside: task)
    return try CurrentContainer.$ofTask.withValue(pinned) { try body(pinned.current) }
  }

  /// The asynchronous form of ``withCurrent(_:)``.
  public func withCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (Container) async throws -> Result
  ) async throws -> Result {
    let task = Pinned.ofTask
    let seat = try takeSeat(task)
    defer { home.leave(seat) }
    let pinned = try pin(seat, inside: task)
    return try await CurrentContainer.$ofTask.withValue(
      pinned, operation: { try await body(pinned.current) }, isolation: isolation)
  }

  private func takeSeat(_ task: Pinned?) throws -> Unmanaged<LiveSeat> {
    if let (number, seat) = task?.use(of: home) {
      if seat._withUnsafeGuaranteedRef({ $0.take() }) {
        if seat._withUnsafeGuaranteedRef({ $0.number.load(ordering: .acquiring) }) == number {
          return seat
        }
        // The body that used this seat has returned, and its generation has ended.
        home.leave(seat)
      } else if seat._withUnsafeGuaranteedRef({ $0.hasExpired(number) }) {
        throw ContainerClosed()
      } else {
        home.tellEmpty(seat)
      }
    }
    guard let seat = home.take() else { throw ContainerClosed() }
    return seat
  }

  private func pin(_ seat: Unmanaged<LiveSeat>, inside task: Pinned?) throws -> Pinned {
    guard let pinned = seat._withUnsafeGuaranteedRef({ $0.pinned }) else { throw ContainerClosed() }
    return pinned.inside(task)
  }
}
