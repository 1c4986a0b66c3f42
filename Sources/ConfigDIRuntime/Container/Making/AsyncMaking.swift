import Synchronization

/// The making of an asynchronous service, in a task of its own, and the makings that this task and its child tasks wait
/// for.
///
/// It is its task's preferred executor, which hands everything on to the global one. Child tasks (`async let` and
/// groups) inherit it, and a `Task` that a factory begins does not: this distinguishes the factory's own calls from
/// those of a task that may outlive it.
final class AsyncMaking: TaskExecutor, @unchecked Sendable {
  /// The making that began this task, or a task that this one comes from.
  @TaskLocal private static var inherited: AsyncMaking?

  let slot: AnySlot
  /// Guarded by the making lock.
  var awaited: [AsyncMaking] = []
  /// Written before the factory runs.
  private var task: Int?
  /// Whether the task runs. Afterwards another task may have the same number.
  private let isRunning = Atomic<Bool>(false)

  private init(_ slot: AnySlot) { self.slot = slot }

  /// The making whose factory asks here, in its own task or in a child task. A `Task` that a factory started may ask
  /// for anything: no creation waits for it.
  static var asking: AsyncMaking? {
    guard let making = inherited, making.isRunning.load(ordering: .acquiring) else { return nil }
    let isOfMaking = withUnsafeCurrentTask { task in
      // The factory may prefer another executor for some of its own calls. Child tasks that do are not seen.
      task?.hashValue == making.task || task?.unownedTaskExecutor == making.asUnownedTaskExecutor()
    }
    return isOfMaking ? making : nil
  }

  func enqueue(_ job: consuming ExecutorJob) { GlobalExecutor.enqueue(job) }

  static func begin(
    _ slot: AnySlot, _ make: @escaping @Sendable () async throws -> Void
  ) -> (making: AsyncMaking, task: Task<Void, any Error>) {
    let making = AsyncMaking(slot)
    let task = $inherited.withValue(making) {
      Task(executorPreference: making) {
        making.task = withUnsafeCurrentTask { $0?.hashValue }
        making.isRunning.store(true, ordering: .releasing)
        defer { making.isRunning.store(false, ordering: .releasing) }
        try await make()
      }
    }
    return (making, task)
  }

  /// Call under the making lock.
  func stopWaiting(for making: AsyncMaking) {
    guard let index = awaited.firstIndex(where: { $0 === making }) else { return }
    awaited.remove(at: index)
  }

  /// The creations that wait for each other, from this one to the wanted one. Call under the making lock.
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
