extension Level {
  /// Makes the shared instances that a slot's factory will ask for, in the order in which they need each other.
  ///
  /// Without recursion: a manifest may chain any number of singletons, and a thread's stack has a limit.
  func prepare(_ slot: AnySlot, in resolution: Unmanaged<Resolution>?) throws {
    var visited: Set<ObjectIdentifier> = []
    var frames = [Frame(slot)]
    while let frame = frames.last {
      do {
        if let service = frames[frames.count - 1].next() {
          let needed = try frame.level.slot(service)
          if !needed.isMade, visited.insert(ObjectIdentifier(needed)).inserted { frames.append(Frame(needed)) }
        } else {
          frames.removeLast()
          if !frames.isEmpty, frame.slot.sharing == .shared { try frame.slot.realize(in: resolution) }
        }
      } catch {
        throw frames.dropFirst().reversed().reduce(error) { $1.level.failure(of: $1.slot, $0) }
      }
    }
  }

  private struct Frame {
    let slot: AnySlot
    let level: Level
    private let needed: [Int]
    private var index = 0

    init(_ slot: AnySlot) {
      self.slot = slot
      level = slot.owner
      needed = slot.service < 0 ? [] : level.needs(of: Int(slot.service))
    }

    mutating func next() -> Int? {
      guard index < needed.count else { return nil }
      index += 1
      return needed[index - 1]
    }
  }

  /// The services that a service's factory gets at once.
  func needs(of service: Int) -> [Int] {
    replacement(of: service) == nil ? wiring.needs(of: service) : []
  }
}
