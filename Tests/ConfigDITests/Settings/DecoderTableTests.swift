import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Our decoder beside Foundation's, which reads the same text as JSON: what one takes the other takes, with the same
/// value, and what one refuses the other refuses. The schema of each type says the same once more.
@Suite struct DecoderTableTests {
  static let scalars = [
    "null", "true", "false", "0", "1", "-1", "127", "128", "255", "256", "-129", "65535", "65536", "2147483647",
    "2147483648", "4294967295", "4294967296", "9223372036854775807", "-9223372036854775808", "1.5", "3.0", "-0.5",
    "1e3", "1e300", "\"\"", "\"text\"", "\"1\"", "\"true\"", "\"fast\"", "\"safe\"", "\"slow\"", "[]", "{}", "[1]",
    "[1, 2]", "[\"a\"]", "[null]", "[1, null]", "[true, false]", "[\"a\", 1]", "[[1], [2, 3]]", "[[]]", "{\"a\": 1}",
    "{\"a\": null}", "{\"a\": \"b\"}", "{\"a\": [1]}", "{\"a\": {\"b\": 1}}", "[{\"a\": 1}]", "2", "3",
    "{\"name\": \"x\"}", "{\"name\": \"x\", \"count\": 2}", "{\"name\": \"x\", \"count\": null}", "{\"count\": 2}",
    "{\"name\": 1}", "{\"name\": null}", "{\"name\": \"x\", \"count\": \"2\"}",
    "{\"inner\": {\"name\": \"x\"}}", "{\"inner\": {\"name\": \"x\"}, \"list\": [{\"name\": \"y\", \"count\": 1}]}",
    "{\"inner\": {\"name\": \"x\"}, \"list\": [{\"name\": 1}]}", "{\"inner\": null}",
    "{\"inner\": {\"name\": \"x\"}, \"table\": {\"k\": {\"name\": \"z\"}}}",
    "{\"inner\": {\"name\": \"x\"}, \"table\": {\"k\": 1}}", "{\"value\": 1, \"next\": {\"value\": 2}}",
    "{\"value\": 1, \"next\": {\"value\": \"2\"}}", "{\"value\": 1}", "{\"mode\": \"fast\", \"level\": 2}",
    "{\"mode\": \"none\", \"level\": 2}", "{\"mode\": \"fast\", \"level\": 9}",
    "{\"mode\": \"safe\", \"level\": \"2\"}",
    "{\"mode\": \"safe\", \"level\": 2, \"modes\": [\"fast\", \"safe\"]}",
    "{\"mode\": \"safe\", \"level\": 2, \"modes\": [\"fast\", \"slow\"]}",
  ]

  static let types: [any (Row & Sendable).Type] = [
    Table<Bool>.self, Table<String>.self, Table<Int>.self, Table<Int8>.self, Table<Int16>.self, Table<Int32>.self,
    Table<Int64>.self, Table<UInt>.self, Table<UInt8>.self, Table<UInt16>.self, Table<UInt32>.self,
    Table<UInt64>.self, Table<Double>.self, Table<Float>.self, Table<Mode>.self, Table<Level>.self, Table<[Int]>.self,
    Table<[Int?]>.self, Table<[String]>.self, Table<[[Int]]>.self, Table<Set<Int>>.self, Table<[Mode]>.self,
    Table<[String: Int]>.self, Table<[String: Int?]>.self, Table<[String: [Int]]>.self,
    Table<[String: [String: Int]]>.self, Table<Named>.self, Table<Nesting>.self, Table<[Named]>.self, Table<Chain>.self,
    Table<Moded>.self, Table<Identifier>.self, Table<Either>.self, Table<Lenient>.self, Table<Branching>.self,
    Table<Secret<Int>>.self, Table<Unlisted>.self,
  ]

  @Test(arguments: types.indices) func agreesWithFoundation(_ index: Int) throws {
    for text in Self.scalars { try Self.types[index].compare(text) }
  }

  /// What the schema accepts and refuses is what decoding does, for the types whose decoding it can see through.
  @Test("the schema accepts what decoding accepts", arguments: types.indices) func theSchemaSaysWhatIsAccepted(
    _ index: Int
  ) throws {
    for text in Self.scalars { try Self.types[index].compareSchema(text) }
  }
}

protocol Row: Sendable {
  static func compare(_ text: String) throws
  static func compareSchema(_ text: String) throws
}

/// A settings type with one field that is required and one that is not.
struct Table<Value: Decodable & Equatable & Sendable>: ServiceSettings, Equatable {
  var required: Value
  var optional: Value?
}

extension Table: Row {
  private static func texts(_ value: String) -> [String] {
    ["{\"required\": \(value)}", "{\"optional\": \(value)}", "{\"required\": \(value), \"optional\": \(value)}"]
  }

  static func compare(_ value: String) throws {
    for text in texts(value) {
      let theirs = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
      let ours = try decoded(text)
      #expect(ours == theirs, "\(Self.self) from \(text)")
    }
  }

  static func compareSchema(_ value: String) throws {
    let schema = SettingsSchema(of: Self.self)
    for text in texts(value) {
      var diagnostics = Diagnostics()
      let setting = try setting(text)
      checkSettings(setting, against: schema, of: "f", at: setting.location, reporting: &diagnostics)
      // Settings that a type does not have are refused by the check and ignored by decoding, which is its point.
      let refused = diagnostics.findings.contains { $0.rule != .unknownSetting }
      let accepted = try decoded(text) != nil
      if refused { #expect(!accepted, "\(Self.self) accepts \(text), its schema does not") }
      if !accepted, !schema.isOpaque, !Value.seesLess {
        #expect(!diagnostics.findings.isEmpty, "\(Self.self) refuses \(text), its schema does not")
      }
    }
  }

  private static func decoded(_ text: String) throws -> Self? {
    let setting = try setting(text)
    return try? SettingsDecoding.decode(Self.self, from: setting, at: setting.location)
  }
}

extension Decodable {
  /// Whether it refuses what no schema can show.
  fileprivate static var seesLess: Bool { self is any Shortsighted.Type }
}

/// Types whose own code decides.
private protocol Shortsighted {}

enum Mode: String, CaseIterable, Decodable { case fast, safe }
enum Level: Int, CaseIterable, Decodable {
  case low = 1
  case high = 2
}
enum Unlisted: String, Decodable, Shortsighted { case fast, safe }

struct Named: Decodable, Equatable {
  var name: String
  var count: Int?
}

struct Nesting: Decodable, Equatable {
  var inner: Named
  var list: [Named]?
  var table: [String: Named]?
}

final class Chain: Decodable, Equatable, Sendable, Shortsighted {
  let value: Int
  let next: Chain?

  static func == (left: Chain, right: Chain) -> Bool { left.value == right.value && left.next == right.next }
}

struct Moded: Decodable, Equatable {
  var mode: Mode
  var level: Level
  var modes: [Mode]?
}

/// One value under another type.
struct Identifier: Decodable, Equatable {
  let text: String
  init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
}

/// A number, or else a text.
struct Either: Decodable, Equatable, Shortsighted {
  let text: String
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      text = "\(number)"
    } else {
      text = try container.decode(String.self)
    }
  }
}

/// Does without what it asks for, in ways of its own.
struct Lenient: Decodable, Equatable, Shortsighted {
  let name: String
  let count: Int

  enum Keys: String, CodingKey { case name, count }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    name = (try? container.decode(String.self, forKey: .name)) ?? "none"
    count = container.contains(.count) ? try container.decode(Int.self, forKey: .count) : 7
  }
}

/// Asks for other fields in another case.
struct Branching: Decodable, Equatable, Shortsighted {
  let text: String

  enum Keys: String, CodingKey { case mode, level, name }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    switch try container.decode(Mode.self, forKey: .mode) {
    case .fast: text = "\(try container.decode(Int.self, forKey: .level))"
    case .safe: text = try container.decodeIfPresent(String.self, forKey: .name) ?? ""
    }
  }
}
