import ConfigDI
import Synchronization

/// What random manifests are wired from: every kind of key, and instances that tell what they were made of.
protocol Piece: AnyObject, Sendable {
  var name: String { get }
  var needs: [Any] { get }
  var later: [Later] { get }
}

protocol Wheel: Piece {}
protocol Engine: Piece {}
protocol Seat: Piece {}
protocol Radio: Piece {}
protocol Horn: Piece {}
protocol Lamp: Piece {}
protocol Body: Piece {}
protocol Ticket: Piece {}
protocol Trip: Piece {}
protocol Garage: Piece {}
protocol Pilot: Piece {}
/// Made with a number or a name, which it keeps.
protocol Cabin: Piece { var given: String? { get } }

/// A dependency that is called for later, and how.
enum Later: Sendable {
  case here(@Sendable () throws -> any Sendable)
  case onMain(@MainActor @Sendable () throws -> any Sendable)
  case inScope(@Sendable (any AnyObject & Sendable) throws -> any Sendable)
  case awaited(@Sendable () async throws -> any Sendable)
  case awaitedInScope(@Sendable (Container) async throws -> any Sendable)

  init<Service: Sendable>(_ lazy: Lazy<Service>) { self = .here { try lazy() } }
  init<Service: Sendable>(_ provider: Provider<Service>) { self = .here { try provider() } }
  init<Service: Sendable>(_ provider: ScopedProvider<Service>) { self = .inScope { try provider(in: $0) } }
  init<Service: Sendable>(_ lazy: AsyncLazy<Service>) { self = .awaited { try await lazy() } }
  init<Service: Sendable>(_ provider: AsyncProvider<Service>) { self = .awaited { try await provider() } }
  init<Service: Sendable>(_ provider: AsyncScopedProvider<Service>) {
    self = .awaitedInScope { try await provider(in: $0) }
  }
  init<Service: Sendable>(_ lazy: MainLazy<Service>) { self = .onMain { try lazy() } }
  init<Service: Sendable>(_ provider: MainProvider<Service>) { self = .onMain { try provider() } }
  init(_ maker: Maker<Int, any Cabin>) { self = .here { try Self.expect("7", in: maker(7)) } }
  init(_ maker: Maker<String, any Cabin>) { self = .here { try Self.expect("seven", in: maker("seven")) } }
  init(_ maker: AsyncMaker<Int, any Cabin>) { self = .awaited { try Self.expect("7", in: await maker(7)) } }
  init(_ maker: MainMaker<Int, any Cabin>) { self = .onMain { try Self.expect("7", in: maker(7)) } }

  private static func expect(_ given: String, in cabin: any Cabin) throws -> any Cabin {
    if cabin.given != given { throw OtherArgument(expected: given, found: cabin.given) }
    return cabin
  }
}

/// A service was made with another argument than its caller handed in.
struct OtherArgument: Error {
  let expected: String
  let found: String?
}

final class Assembled: Wheel, Engine, Seat, Radio, Horn, Lamp, Body, Ticket, Trip, Garage, Pilot, Cabin, Closeable,
  @unchecked Sendable
{
  let name: String
  let needs: [Any]
  let later: [Later]
  let given: String?

  init(_ name: String, _ needs: [Any?] = [], later: [Later] = [], given: String? = nil) {
    self.name = name
    self.given = given
    self.needs = needs.map { $0 ?? "nothing" }
    self.later = later
    Assembled.record.withLock { $0.append("made \(name)") }
  }

  func close() { Assembled.record.withLock { $0.append("closed \(name)") } }

  /// What was made and closed, in order.
  static let record = Record()
}

/// Lines behind a mutex. On Linux the kernel hands over a contended mutex, which ThreadSanitizer does not see, so each
/// caller also reads and writes a flag.
struct Record: ~Copyable, Sendable {
  private let lines = Mutex<[String]>([])
  private let handOver = Atomic<Bool>(false)

  func withLock<Result: Sendable>(_ body: (inout [String]) -> Result) -> Result {
    lines.withLock { lines in
      _ = handOver.load(ordering: .acquiring)
      defer { handOver.store(true, ordering: .releasing) }
      return body(&lines)
    }
  }
}

/// May not be shared between threads.
final class Tank {
  let name: String
  let needs: [Any]

  init(_ name: String, _ needs: [Any] = []) {
    self.name = name
    self.needs = needs
  }
}

/// Lives on the main actor.
@MainActor final class Dash {
  nonisolated let name: String
  nonisolated(unsafe) let needs: [Any]
  nonisolated let later: [Later]

  nonisolated init(_ name: String, _ needs: [Any] = [], later: [Later] = []) {
    self.name = name
    self.needs = needs
    self.later = later
  }
}

struct Fleet<Element: Sendable>: Sendable { var elements: [Element] = [] }

/// Two types of one name, which a manifest must tell apart.
struct Crate: Sendable {}
enum Toy { struct Crate: Sendable {} }

struct Sizes: ServiceSettings {
  var size: Int
  var label: String?
  var ratio: Double
  static let defaults: SettingDefaults = ["ratio": 1.5]
}

struct Tuning: ServiceSettings {
  enum Mode: String, CaseIterable, Decodable { case calm, fast, wild }
  struct Limit: Decodable {
    var low: Int8
    var names: [String]
  }
  var mode: Mode
  var timeout: Duration
  var buffer: ByteSize?
  var key: Secret<String>
  var limit: Limit?
  var on: Bool
  static let defaults: SettingDefaults = ["timeout": "3s", "on": true]
}

struct Prices: ServiceSettings { var table: [String: Int] }

struct Starting: Initializable {
  private let name: String
  private let later: [Later]

  init(_ name: String, _ needs: [Any] = [], later: [Later] = []) {
    self.name = name
    self.later = later
  }

  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws { try run() }

  func run() throws {
    Assembled.record.withLock { $0.append("ran \(name)") }
    for case .here(let call) in later { _ = try call() }
  }
}
