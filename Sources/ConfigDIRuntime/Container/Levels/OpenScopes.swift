import Synchronization

/// The scopes that are open in a level. The level closes them before it closes itself.
///
/// The scopes are in several lists, each with its own lock. A thread adds to only one of the lists, so that requests on
/// different threads do not wait for each other. A scope stays in its list until it is closed, or until the program has
/// released it.
struct OpenScopes: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointer, which is set once and points to atomics.
  private let lists = Atomic<UnsafeMutablePointer<Atomic<Unmanaged<List>?>>?>(nil)
  /// The number of levels that have been added on top of this level so far.
  private let count = Atomic<Int>(0)

  private static let listCount = 16

  final class List: Sendable {
    /// The open scopes, not retained: a scope's container keeps its level alive, and removes it from the list before it
    /// releases it.
    fileprivate let scopes = Lock<[Unmanaged<Level>]>([])
    /// Padding that keeps the locks of two lists on different cache lines.
    private let distance: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
  }

  deinit {
    guard let lists = lists.load(ordering: .acquiring) else { return }
    for index in 0..<OpenScopes.listCount { lists[index].load(ordering: .acquiring)?.release() }
    OpenScopes.free(lists)
  }

  /// A number for a new level on top of this level. The number is greater than all earlier numbers.
  func nextNumber() -> Int { count.add(1, ordering: .relaxed).newValue }

  /// Adds a scope that was opened in a level.
  func add(_ scope: Level, to level: Level) throws {
    let list = list(of: .current)
    let isAdded = list._withUnsafeGuaranteedRef { found in
      found.scopes.withLock { scopes in
        // A level that ends is marked as ended before its lists are read.
        guard level.takesScopes else { return false }
        scope.list.store(list, ordering: .releasing)
        scope.number = nextNumber()
        scope.position = scopes.count
        scopes.append(.passUnretained(scope))
        return true
      }
    }
    guard isAdded else { throw ContainerClosed() }
  }

  /// Removes a scope from its list, and returns whether the scope was in a list.
  static func remove(_ scope: Level) -> Bool {
    guard let list = scope.list.exchange(nil, ordering: .acquiringAndReleasing) else { return false }
    // The level that the scope was opened in keeps the list alive, and the caller keeps the scope.
    list._withUnsafeGuaranteedRef { list in
      list.scopes.withLock { scopes in
        guard let last = scopes.popLast(), last.toOpaque() != Unmanaged.passUnretained(scope).toOpaque() else { return }
        scopes[scope.position] = last
        last._withUnsafeGuaranteedRef { $0.position = scope.position }
      }
    }
    return true
  }

  var isEmpty: Bool { visit { $0.scopes.withLock { $0.isEmpty } } }

  /// Whether no scope has ever been opened in this level. Takes no lock.
  var hasHadNone: Bool { lists.load(ordering: .sequentiallyConsistent) == nil }

  var all: [Level] {
    var all: [Level] = []
    _ = visit { list in
      // Retained under the lock, but released outside it.
      all += list.scopes.withLock { $0.map { $0.takeUnretainedValue() } }
      return true
    }
    return all
  }

  /// Calls a body with each list that may contain scopes, until the body returns `false`.
  private func visit(_ body: (List) -> Bool) -> Bool {
    guard let lists = lists.load(ordering: .sequentiallyConsistent) else { return true }
    for index in 0..<OpenScopes.listCount {
      guard let list = lists[index].load(ordering: .sequentiallyConsistent) else { continue }
      guard list._withUnsafeGuaranteedRef(body) else { return false }
    }
    return true
  }

  private func list(of thread: ThreadIdentity) -> Unmanaged<List> {
    let index = Int(truncatingIfNeeded: (thread.value &* 0x9E37_79B9_7F4A_7C15) >> (UInt.bitWidth - 4))
    let place = (lists.load(ordering: .acquiring) ?? makeLists()) + index
    return place.pointee.load(ordering: .acquiring) ?? place.pointee.keepFirst(List())
  }

  private func makeLists() -> UnsafeMutablePointer<Atomic<Unmanaged<List>?>> {
    let mine = UnsafeMutablePointer<Atomic<Unmanaged<List>?>>.allocate(capacity: OpenScopes.listCount)
    for index in 0..<OpenScopes.listCount { (mine + index).initialize(to: Atomic(nil)) }
    let (isMine, first) = lists.compareExchange(expected: nil, desired: mine, ordering: .sequentiallyConsistent)
    guard !isMine, let first else { return mine }
    OpenScopes.free(mine)
    return first
  }

  private static func free(_ lists: UnsafeMutablePointer<Atomic<Unmanaged<List>?>>) {
    lists.deinitialize(count: listCount)
    lists.deallocate()
  }
}
