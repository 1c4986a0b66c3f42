import ConfigDI

/// What random manifests are wired from: every kind of key, and instances that give their deferred dependencies away.
protocol Piece: AnyObject, Sendable { var later: [Later] { get } }

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
  case here(@Sendable () throws -> Void)
  case onMain(@MainActor @Sendable () throws -> Void)
  case inScope(@Sendable (Container) throws -> Void)
  case awaited(@Sendable () async throws -> Void)
  case awaitedInScope(@Sendable (Container) async throws -> Void)

  init<Service: Sendable>(_ lazy: Lazy<Service>) { self = .here { _ = try lazy() } }
  init<Service: Sendable>(_ provider: Provider<Service>) { self = .here { _ = try provider() } }
  init<Service: Sendable>(_ provider: ScopedProvider<Service>) { self = .inScope { _ = try provider(in: $0) } }
  init<Service: Sendable>(_ lazy: AsyncLazy<Service>) { self = .awaited { _ = try await lazy() } }
  init<Service: Sendable>(_ provider: AsyncProvider<Service>) { self = .awaited { _ = try await provider() } }
  init<Service: Sendable>(_ provider: AsyncScopedProvider<Service>) {
    self = .awaitedInScope { _ = try await provider(in: $0) }
  }
  init<Service: Sendable>(_ lazy: MainLazy<Service>) { self = .onMain { _ = try lazy() } }
  init<Service: Sendable>(_ provider: MainProvider<Service>) { self = .onMain { _ = try provider() } }
  init(_ maker: Maker<Int, any Cabin>) { self = .here { try Self.expect("7", in: maker(7)) } }
  init(_ maker: Maker<String, any Cabin>) { self = .here { try Self.expect("seven", in: maker("seven")) } }
  init(_ maker: AsyncMaker<Int, any Cabin>) { self = .awaited { try Self.expect("7", in: await maker(7)) } }
  init(_ maker: MainMaker<Int, any Cabin>) { self = .onMain { try Self.expect("7", in: maker(7)) } }

  private static func expect(_ given: String, in cabin: any Cabin) throws {
    if cabin.given != given { throw OtherArgument(expected: given, found: cabin.given) }
  }
}

/// A service was made with another argument than its caller handed in.
struct OtherArgument: Error {
  let expected: String
  let found: String?
}

final class Assembled: Wheel, Engine, Seat, Radio, Horn, Lamp, Body, Ticket, Trip, Garage, Pilot, Cabin {
  let later: [Later]
  let given: String?

  init(_ later: [Later] = [], given: String? = nil) {
    self.later = later
    self.given = given
  }
}

/// May not be shared between threads.
final class Tank { var level = 0 }

/// Lives on the main actor.
@MainActor final class Dash {
  nonisolated let later: [Later]
  init(_ later: [Later] = []) { self.later = later }
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
  private let later: [Later]
  init(_ later: [Later] = []) { self.later = later }

  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
    for case .here(let call) in later { try call() }
  }
}
