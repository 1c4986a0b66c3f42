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

/// A dependency that is called for later, and how.
enum Later: Sendable {
  case here(@Sendable () throws -> Void)
  case onMain(@MainActor @Sendable () throws -> Void)
  case inScope(@Sendable (Container) throws -> Void)

  init<Service: Sendable>(_ lazy: Lazy<Service>) { self = .here { _ = try lazy() } }
  init<Service: Sendable>(_ provider: Provider<Service>) { self = .here { _ = try provider() } }
  init<Service: Sendable>(_ provider: ScopedProvider<Service>) { self = .inScope { _ = try provider(in: $0) } }
  init<Service: Sendable>(_ lazy: MainLazy<Service>) { self = .onMain { _ = try lazy() } }
  init<Service: Sendable>(_ provider: MainProvider<Service>) { self = .onMain { _ = try provider() } }
}

final class Assembled: Wheel, Engine, Seat, Radio, Horn, Lamp, Body, Ticket, Trip, Garage, Pilot {
  let later: [Later]
  init(_ later: [Later] = []) { self.later = later }
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
