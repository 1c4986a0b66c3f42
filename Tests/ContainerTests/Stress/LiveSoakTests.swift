import Foundation
import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A folder as the kubelet mounts it, swapped under readers that check each answer: `CONFIGDI_SWAPS` times, or for
/// `CONFIGDI_SOAK` seconds.
@Suite(.timeLimit(.minutes(60))) struct LiveSoakTests {
  struct Settings: ServiceSettings { var number: Int }

  final class Census: Sendable {
    let made = Atomic(0)
    let closed = Atomic(0)
    let freed = Atomic(0)
    let answers = Atomic(0)
    let isOver = Atomic(false)
    let failures = Lock<[String]>([])
    /// The slowest answer within which another generation took over, and without; in microseconds.
    let slowest = Lock((with: 0, without: 0))
  }

  final class Part: AsyncCloseable, Sendable {
    let number: Int
    private let isClosed = Atomic(false)
    private let census: Census

    init(_ number: Int, _ census: Census) {
      self.number = number
      self.census = census
      census.made.add(1, ordering: .relaxed)
    }

    deinit { census.freed.add(1, ordering: .relaxed) }

    /// Its number, which nobody may ask for after the end.
    func answer() throws -> Int {
      if isClosed.load(ordering: .acquiring) { throw UsedAfterItsEnd() }
      return number
    }

    func close() async {
      if isClosed.exchange(true, ordering: .acquiringAndReleasing) {
        census.failures.withLock { $0.append("closed twice") }
      }
      census.closed.add(1, ordering: .relaxed)
    }
  }

  struct UsedAfterItsEnd: Error {}

  /// Three files of one volume, each with the same number.
  private struct Volume {
    let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "volume-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try write(1)
      try link("..v1", "..data")
      for name in ["app.yaml", "part.yaml", "number"] { try link("..data/\(name)", name) }
    }

    var entry: String { folder.appending(path: "app.yaml").path }

    private func link(_ target: String, _ name: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: name).path, withDestinationPath: target)
    }

    private func write(_ number: Int) throws {
      let dated = folder.appending(path: "..v\(number)")
      try FileManager.default.createDirectory(at: dated, withIntermediateDirectories: true)
      try Data(
        """
        configdi: 1
        imports: [part.yaml]
        parameters:
          secret: { file: \(folder.path)/number, type: int }
        services:
          first: { factory: part, settings: { number: \(number) } }
          third: { factory: part, settings: { number: "${secret}" }, eager: true }
          kept: { factory: part, settings: { number: 0 }, eager: true }
        """.utf8
      ).write(to: dated.appending(path: "app.yaml"))
      try Data("configdi: 1\nservices: { second: { factory: part, settings: { number: \(number) } } }\n".utf8)
        .write(to: dated.appending(path: "part.yaml"))
      try Data("\(number)\n".utf8).write(to: dated.appending(path: "number"))
    }

    func swap(to number: Int) throws {
      try write(number)
      try link("..v\(number)", "..data_tmp")
      guard rename(folder.appending(path: "..data_tmp").path, folder.appending(path: "..data").path) == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
      try FileManager.default.removeItem(at: folder.appending(path: "..v\(number - 1)"))
    }
  }

  @Test("eight readers survive the kubelet's swaps") func theKubeletsSwapsUnderEightReaders() async throws {
    let environment = ProcessInfo.processInfo.environment
    let swaps = environment["CONFIGDI_SWAPS"].flatMap { Int($0) } ?? 30
    let seconds = environment["CONFIGDI_SOAK"].flatMap(Double.init)
    let census = Census()
    var registry = FactoryRegistry()
    for key in ["first", "second", "third", "kept"] { registry.declare(Key<Part>(key)) }
    registry.register("part", as: Part.self) { (settings: Settings) in Part(settings.number, census) }
    let volume = try Volume()
    defer { try? FileManager.default.removeItem(at: volume.folder) }
    let live = try LiveContainer(
      manifest: .path(volume.entry), registry: registry, options: ManifestOptions(environment: [:]),
      live: LiveOptions(quiet: .milliseconds(2)))
    try await live.start()
    let kept = try live.current.resolve(Key<Part>("kept"))
    let handle = try live.handle(for: Key<Part>("third"))
    let refused = Told(live)
    let readers = (0..<8).map { reader in
      Task.detached {
        while !census.isOver.load(ordering: .relaxed) { await Self.ask(live, handle, kept, reader, census) }
      }
    }
    let clock = ContinuousClock()
    let begin = clock.now
    var (number, warm) = (1, Resources())
    var waited: [Duration] = []
    while seconds.map({ clock.now < begin + .seconds($0) }) ?? (number <= swaps) {
      number += 1
      let start = clock.now
      try volume.swap(to: number)
      let wanted = number
      try await eventually { try live.withCurrent { try $0.resolve(Key<Part>("first")).number } == wanted }
      waited.append(start.duration(to: clock.now))
      if number == 20 { warm = Resources() }
    }
    census.isOver.store(true, ordering: .relaxed)
    for reader in readers { await reader.value }
    await eventually { live.state.withLock { $0.generations.count } == 1 }
    let end = Resources()
    let levels = live.state.withLock { $0.levels.count }
    try await live.shutdown()
    waited.sort()
    let slowest = census.slowest.withLock { $0 }
    print(
      "live: \(number - 1) swaps in \(begin.duration(to: clock.now)), \(census.answers.load(ordering: .relaxed)) answers, "
        + "from the rename to the new answer \(waited[waited.count / 2]) in the middle and \(waited.last ?? .zero) at most; "
        + "slowest answer with a swap \(slowest.with) µs, without \(slowest.without) µs; memory \(warm.memory) to "
        + "\(end.memory) KiB, files \(warm.files) to \(end.files)")
    #expect(census.failures.withLock { $0 } == [])
    #expect(refused.all.filter { $0.contains("rejected") } == [])
    #expect(census.made.load(ordering: .relaxed) == census.closed.load(ordering: .relaxed))
    #expect(levels <= 2)
    #expect(end.files <= warm.files + 4)
    #expect(end.memory < warm.memory * 3 / 2 + 32_768)
    #expect(census.answers.load(ordering: .relaxed) > number)
  }

  /// One request: all parts of one generation, and none that is closed.
  private static func ask(
    _ live: LiveContainer, _ handle: LiveHandle<Part>, _ kept: Part, _ reader: Int, _ census: Census
  ) async {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let isSwapped = try await live.withCurrent { container in
        let first = try container.resolve(Key<Part>("first")).answer()
        if reader % 2 == 0 { await Task.yield() }
        let second = try container.resolve(Key<Part>("second")).answer()
        let third = try container.resolve(Key<Part>("third")).answer()
        let nested = try live.withCurrent { try $0.resolve(Key<Part>("first")).answer() }
        guard first == second, second == third, third == nested else {
          throw Torn(numbers: [first, second, third, nested])
        }
        guard try container.resolve(Key<Part>("kept")) === kept else { throw Torn(numbers: []) }
        // Nobody holds the newest for us.
        return (try? live.current.resolve(Key<Part>("first")).number) != first
      }
      _ = try handle.with { $0.number }
      let time = Int(start.duration(to: clock.now) / .microseconds(1))
      census.slowest.withLock { slowest in
        if isSwapped { slowest.with = max(slowest.with, time) } else { slowest.without = max(slowest.without, time) }
      }
    } catch {
      let text = "\(error)"
      census.failures.withLock { $0.append(text) }
    }
    census.answers.add(1, ordering: .relaxed)
    await Task.yield()
  }

  private struct Torn: Error { let numbers: [Int] }
}
