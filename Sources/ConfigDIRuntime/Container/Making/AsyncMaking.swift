/// The making of an asynchronous service, in a task of its own, and the makings that this task waits for.
final class AsyncMaking: @unchecked Sendable {
  /// The making that began this task, or a task that this one comes from.
  @TaskLocal private static var inherited: AsyncMaking?

  let slot: AnySlot
  /// Guarded by the making lock.
  var awaited: [AsyncMaking] = []
  /// Written before the factory runs; others compare their own with it.
  private var task: Int?

  private init(_ slot: AnySlot) { self.slot = slot }

  /// The making whose factory asks here. A task that a factory began and does not wait for may ask for whatever it
  /// wants: no making stands still for it.
  static var asking: AsyncMaking? {
    guard let making = inherited, making.task == currentTask else { return nil }
    return making
  }

  static func begin(
    _ slot: AnySlot, _ make: @escaping @Sendable () async throws -> Void
  ) -> (making: AsyncMaking, task: Task<Void, any Error>) {
    let making = AsyncMaking(slot)
    let task = $inherited.withValue(making) {
      Task {
        making.task = currentTask
        try await make()
      }
    }
    return (making, task)
  }

  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  /// Call under the making lock.
  func stopWaiting(for making: AsyncMaking) {
    guard let index = awaited.firstIndex(where: { $0 === making }) else { return }
    awaited.remove(at: index)
  }

  /// The makings of which each waits for the next, from this one to the one that is looked for. Call under the making
  /// lock.
  func path(to wanted: AsyncMaking) -> [AsyncMaking]? {
    var cameFrom: [ObjectIdentifier: AsyncMaking] = [:]
    var open = [self]
    while let current = open.popLast() {
      guard current !== wanted else {
        var path = [current]
        while let first = path.last, first !== self, let before = cameFrom[ObjectIdentifier(first)] {
          path.append(before)
        }
        return path.reversed()
      }
      for next in current.awaited where cameFrom.updateValue(current, forKey: ObjectIdentifier(next)) == nil {
        open.append(next)
      }
    }
    return nil
  }
}
