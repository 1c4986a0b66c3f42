import ConfigDI
import ConfigDIRuntime
import Synchronization

/// What the program makes, and what became of it.
final class Census: Sendable {
  private let state = Mutex(State())

  private struct State: Sendable {
    var parts: [Part] = []
    var closings: [Int] = []
    var stuck: [CheckedContinuation<Void, Never>] = []
    var sticksNoMore = false
    var hanging: [Int: CheckedContinuation<Void, Never>] = [:]
    /// Whose closing the container waits for though it hangs, and for whose it waits no more.
    var waitedFor: Set<Int> = []
    var givenUp: Set<Int> = []
  }

  func add(_ name: String, _ word: Int, _ needed: Part?) -> Part {
    state.withLock { state in
      let part = Part(number: state.parts.count, name: name, word: word, needed: needed, self)
      state.parts.append(part)
      return part
    }
  }

  func close(_ number: Int) { state.withLock { $0.closings.append(number) } }
  var parts: [Part] { state.withLock { $0.parts } }
  /// By number, in the order of closing.
  var closings: [Int] { state.withLock { $0.closings } }
  /// Over all closings.
  var fingerprint: UInt64 {
    var result = Fingerprint()
    for number in closings { result.combine(number) }
    return result.folded
  }

  /// What is stuck goes on.
  func letGo(forGood: Bool = false) {
    let stuck = state.withLock { state in
      state.sticksNoMore = forGood
      defer { state.stuck = [] }
      return state.stuck
    }
    for continuation in stuck { continuation.resume() }
  }

  private func stick() async {
    await withCheckedContinuation { continuation in
      let isStuck = state.withLock { state in
        if !state.sticksNoMore { state.stuck.append(continuation) }
        return !state.sticksNoMore
      }
      if !isStuck { continuation.resume() }
    }
  }

  var isWaitedFor: Bool { state.withLock { !$0.waitedFor.isEmpty } }
  var givenUp: Int { state.withLock { $0.givenUp.count } }

  /// Does not return before the end of the life. The container cancels it when it waits no more.
  func hang(_ number: Int) async {
    state.withLock { state in _ = state.waitedFor.insert(number) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in state.withLock { $0.hanging[number] = continuation } }
    } onCancel: {
      state.withLock { state in
        state.waitedFor.remove(number)
        state.givenUp.insert(number)
      }
    }
  }

  /// What hangs returns.
  func letReturn() {
    let hanging = state.withLock { state in
      defer { state.hanging = [:] }
      return state.hanging.sorted { $0.key < $1.key }
    }
    for (_, continuation) in hanging { continuation.resume() }
  }

  var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("store", as: Store.self) { (settings: Settings) in
      Store(part: self.add("store", settings.word, nil))
    }
    registry.register("cache", as: Cache.self) { (settings: CacheSettings, store: Store) in
      guard settings.state == store.part.word else { throw TwoStates() }
      return Cache(part: self.add("cache", settings.word, store.part))
    }
    registry.register("api", as: Api.self) { (settings: Settings, cache: Cache) in
      Api(part: self.add("api", settings.word, cache.part))
    }
    registry.register("throwing", as: Api.self) { (_: Settings, _: Cache) throws -> Api in throw Refused() }
    registry.registerAsync("stuck", as: Api.self) { (settings: Settings, cache: Cache) in
      let part = self.add("api", settings.word, cache.part)
      // It does not listen to being cancelled.
      await self.stick()
      return Api(part: part)
    }
    registry.registerInitializer("agreeing") { Hook(isRefusing: false) }
    registry.registerInitializer("refusing") { Hook(isRefusing: true) }
    return registry
  }
}

final class Part: Sendable {
  let number: Int
  let name: String
  let word: Int
  let needed: Part?
  private let census: Census

  init(number: Int, name: String, word: Int, needed: Part?, _ census: Census) {
    self.number = number
    self.name = name
    self.word = word
    self.needed = needed
    self.census = census
  }

  func close() { census.close(number) }

  func closeOrHang() async {
    close()
    if Edit.hangs(word) { await census.hang(number) }
  }
}

struct Settings: ServiceSettings { var word: Int }

struct CacheSettings: ServiceSettings {
  var word: Int
  var state: Int
}

struct Store: Closeable {
  let part: Part
  func close() { part.close() }
}

struct Cache: AsyncCloseable {
  let part: Part
  func close() async { await part.closeOrHang() }
}

struct Api: AsyncCloseable {
  let part: Part
  func close() async { await part.closeOrHang() }
}

struct Hook: Initializable {
  let isRefusing: Bool
  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
    if isRefusing { throw Refused() }
  }
}

struct Refused: Error {}

/// The files that were read together were never there together.
struct TwoStates: Error {}
