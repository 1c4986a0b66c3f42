import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A manifest that a test edits, and what its services did.
final class LiveWorld: Sendable {
  private let current: Lock<String>
  let log = Log()
  private let clock = HandClock()

  init(_ text: String) {
    current = Lock(text)
  }

  var text: String { current.withLock { $0 } }

  /// The current text.
  var location: ManifestLocation { .yaml(text, named: "app.yaml") }

  /// The text of the moment at which it is read.
  var changing: ManifestLocation { ManifestLocation(Changing(world: self)) }

  private struct Changing: ManifestReading {
    let world: LiveWorld

    func found(_ find: (String) throws -> String) rethrows -> Changing { self }

    func levels(_ inputs: ManifestInputs) throws -> any LevelPlanning {
      try world.location.reading.levels(inputs)
    }
  }

  func edit(_ old: String, _ new: String) {
    current.withLock { text in
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
  }

  /// Lets so much time pass, once somebody waits for the end of it.
  func wait(for duration: Duration) async {
    await eventually { self.clock.next.map { $0 <= duration } ?? false }
    clock.turn(by: duration)
  }

  /// Lets so much time pass whenever somebody waits for the end of it, until this task is cancelled.
  func turn(by duration: Duration) async {
    while !Task.isCancelled {
      if let next = clock.next, next <= duration { clock.turn(by: duration) }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// What was made and closed, in order.
  final class Log: Sendable {
    private let entries = Lock<[String]>([])
    private let numbers = Lock(0)

    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    func next() -> Int {
      numbers.withLock { number in
        number += 1
        return number
      }
    }
    var all: [String] { entries.withLock { $0 } }
    func count(_ entry: String) -> Int { all.count { $0 == entry } }
  }

  struct Settings: ServiceSettings {
    var word: String
    static let defaults: SettingDefaults = ["word": ""]
  }

  /// A service with a number of its own.
  class Part: Closeable, @unchecked Sendable {
    let name: String
    let word: String
    let number: Int
    let needed: [Part]
    private let log: Log
    private let closings = Lock(0)
    var isClosed: Bool { closings.withLock { $0 } > 0 }

    init(_ name: String, _ word: String, _ needed: [Part], _ log: Log) {
      self.name = name
      self.word = word
      self.needed = needed
      self.log = log
      number = log.next()
      log.add("make \(name) \(word)")
    }

    func close() {
      closings.withLock { $0 += 1 }
      log.add("close \(name) \(word)")
    }
  }

  final class Store: Part, @unchecked Sendable {}
  final class Cache: Part, @unchecked Sendable {}
  final class Api: Part, @unchecked Sendable {}

  /// Hangs when it is closed, until it is let go, and does not listen to being cancelled.
  final class Pool: AsyncCloseable, Sendable {
    private let word: String
    private let log: Log

    init(_ word: String, _ log: Log) {
      self.word = word
      self.log = log
    }

    func close() async {
      log.add("begin close \(word)")
      while log.count("let go") == 0 {
        try? await Task.sleep(for: .milliseconds(1))
        await Task.yield()
      }
      log.add("end close \(word)")
    }
  }

  struct Refused: Error, CustomStringConvertible {
    var description: String { "the port is taken" }
  }

  var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    let log = log
    registry.register("store", as: Store.self) { (settings: Settings) in Store("store", settings.word, [], log) }
    registry.register("other", as: Store.self) { (settings: Settings) in Store("other", settings.word, [], log) }
    registry.register("same", as: Store.self, labels: ["store"]) { (store: Store) in store }
    registry.register("cache", as: Cache.self) { (settings: Settings, store: Store) in
      Cache("cache", settings.word, [store], log)
    }
    registry.register("api", as: Api.self) { (settings: Settings, cache: Cache) in
      if settings.word == "refuse" { throw Refused() }
      return Api("api", settings.word, [cache], log)
    }
    registry.registerAsync("slow", as: Api.self) { (settings: Settings, cache: Cache) in
      log.add("begin slow")
      // It does not listen to being cancelled, after which a sleep ends at once and gives no other task a turn.
      while settings.word == "stuck", log.count("let go") == 0 {
        try? await Task.sleep(for: .milliseconds(1))
        await Task.yield()
      }
      return Api("slow", settings.word, [cache], log)
    }
    registry.register("clinging", as: Pool.self) { (settings: Settings, _: Store) in Pool(settings.word, log) }
    registry.registerInitializer("hook") { (settings: Settings) in Hook(word: settings.word, log: log) }
    return registry
  }

  struct Hook: Initializable {
    let word: String
    let log: Log
    func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
      log.add("\(phase) \(word)")
      if word == "refuse" { throw Refused() }
      if word == "stuck" { try await Task.sleep(for: .seconds(3600)) }
    }
  }

  static let manifest = """
    configdi: 1
    parameters:
      word: { value: one }
    services:
      Store: { factory: store, settings: { word: "${word}" }, eager: true }
      Cache: { factory: cache, settings: { word: c }, eager: true }
      Api: { factory: api, settings: { word: a }, eager: true }
    lifecycle:
      launch: [{ factory: hook, settings: { word: first } }]
      reload: [{ factory: hook, settings: { word: again } }]
    """

  func live(_ options: LiveOptions = LiveOptions()) throws -> LiveContainer {
    try Self.live(changing, registry, options, in: DiskFiles(), clock.clock)
  }

  /// A live container that polls the given files.
  static func live(
    _ manifest: ManifestLocation, _ registry: FactoryRegistry, _ options: LiveOptions, in files: any FileAccess,
    _ clock: LiveClock = LiveClock(ContinuousClock())
  ) throws -> LiveContainer {
    let inputs = ManifestInputs(
      stage: nil, registry: registry, provided: [], overlay: nil, options: ManifestOptions(),
      world: World(files: files))
    return try LiveContainer(manifest, inputs, options, clock, watches: false)
  }

  func started(_ options: LiveOptions = LiveOptions()) async throws -> LiveContainer {
    let live = try live(options)
    try await live.start()
    return live
  }
}

extension LiveContainer.Outcome {
  var change: LiveChange {
    get throws {
      if case .swapped(let change) = self { return change }
      throw Unexpected(outcome: self)
    }
  }

  var error: any Error {
    get throws {
      if case .rejected(let error) = self { return error }
      throw Unexpected(outcome: self)
    }
  }

  var isUnchanged: Bool {
    if case .unchanged = self { true } else { false }
  }

  private struct Unexpected: Error { let outcome: LiveContainer.Outcome }
}

/// What a live container tells, as lines.
final class Told: Sendable {
  private let lines = Lock<[String]>([])

  init(_ live: LiveContainer) {
    let events = live.events
    Task {
      for await event in events {
        let line = "\(event)"
        lines.withLock { $0.append(line) }
      }
    }
  }

  var all: [String] { lines.withLock { $0 } }

  func line(with text: String) async -> String {
    await eventually { self.all.contains { $0.contains(text) } }
    return all.first { $0.contains(text) } ?? ""
  }
}

/// Waits until something holds; four minutes are for ever, also where everything else runs beside it.
func eventually(
  _ condition: @Sendable () async throws -> Bool, at location: Testing.SourceLocation = #_sourceLocation
) async rethrows {
  let end = ContinuousClock.now + .seconds(240)
  while try await !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("it never held", sourceLocation: location)
      return
    }
    try? await Task.sleep(for: .milliseconds(1))
    await Task.yield()
  }
}

/// What tasks wait at, without holding up a thread.
final class Gate: Sendable {
  private let stream = AsyncStream<Void>.makeStream()

  func wait() async { for await _ in stream.stream {} }
  func open() { stream.continuation.finish() }
}

extension LiveContainer {
  /// How many use the current generation.
  var users: Int {
    home.current.load(ordering: .acquiring).map { Unmanaged<LiveSeat>.fromOpaque($0).takeUnretainedValue().users } ?? 0
  }
}
