import ConfigDI

@propertyWrapper struct Checked<Value: Sendable>: Sendable {
  var wrappedValue: Value
}

protocol Clock: Sendable {
  var now: Int { get }
}

struct SystemClock: Clock {
  var now: Int { 7 }
}

protocol Shelf: Sendable {
  func words() throws -> String
}

struct WoodenShelf: Shelf {
  @Checked var clock: any Clock
  let later: Lazy<any Clock>
  let each: Provider<any Clock>
  let perhaps: (any Absent)?

  func words() throws -> String {
    "\(clock.now) \(try later().now) \(try each().now) \(perhaps == nil)"
  }
}

protocol Absent: Sendable {}

protocol Draft {
  var text: String { get }
}

/// Not to be shared.
final class EditableDraft: Draft {
  var text = "draft"
  let clock: any Clock

  init(clock: any Clock) { self.clock = clock }
}

protocol Archive {
  func keep() -> Int
}

/// May be shared, though its protocol doesn't say so.
struct PaperArchive: Archive {
  func keep() -> Int { 1 }
}

enum WrappersProgram {
  static func run(_ container: Container) async throws -> String {
    let draft = try container.resolve((any Draft).self).text
    let archive = try container.resolve((any Archive).self).keep()
    return "\(try container.resolve((any Shelf).self).words()) \(draft) \(archive)"
  }
}
