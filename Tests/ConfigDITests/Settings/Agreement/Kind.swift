import Foundation

@testable import ConfigDIRuntime

/// A type that a scripted field may have, with values that it takes.
struct Kind: Sendable {
  let type: any (Decodable & Sendable).Type
  let values: [String]
  /// Values by which a script may decide: those that an examination tries.
  var probes: [String] = []

  init(_ type: any (Decodable & Sendable).Type, _ values: [String], probes: [String] = []) {
    self.type = type
    self.values = values
    self.probes = probes
  }

  /// Values of which most fit no kind but a few.
  static let others = [
    "null", "-1", "300", "3.5e38", "1e400", "text", "''", "[]", "{}", "[null]", "{ a: null }", "{ a: 1 }", "{ 1: a }",
    "[1, a]", "slow", "FAST", "2.25", "true", "70000", "[fast, 1]", "{ fast: x }", "{ nosuchcase: 1 }", "{ name: 1 }",
  ]

  static let all: [Kind] = [
    Kind(Int.self, ["1", "2", "97", "13", "3.0"], probes: ["1", "2", "97"]),
    Kind(String.self, ["sample", "other", "'7'", "hidden", "''"], probes: ["sample", "other", "7"]),
    Kind(Bool.self, ["true", "false"], probes: ["true", "false"]),
    Kind(Mode.self, ["fast", "safe"], probes: ["fast", "safe"]),
    Kind(Level.self, ["1", "2"], probes: ["low", "high"]),
    Kind(Double.self, ["1", "2.5", "97.0", "1e300"], probes: ["1.0", "2.5", "97.0"]),
    Kind(Float.self, ["1", "2.5", "3.4e38"]),
    Kind(Int8.self, ["1", "-128", "127"]),
    Kind(UInt16.self, ["0", "65535"]),
    Kind(UInt64.self, ["0", "9223372036854775807"]),
    Kind(Ratio.self, ["0.5", "1", "1.0"]),
    Kind(Duration.self, ["30s", "5m"]),
    Kind(ByteSize.self, ["512", "64KiB"]),
    Kind([Int].self, ["[]", "[1, 2]"]),
    Kind([Int?].self, ["[1, null]"]),
    Kind(Set<Mode>.self, ["[fast]", "[fast, fast]"]),
    Kind([String: Int].self, ["{}", "{ a: 1 }"]),
    Kind([String: Int?].self, ["{ a: 1, b: null }"]),
    Kind([Int: String].self, ["{ 1: a }", "{ 1: a, -2: b }", "{}"]),
    Kind([Mode: Int].self, ["{ fast: 1 }", "{}"]),
    Kind([Level: [Mode: Bool]].self, ["{ 1: { fast: true } }", "{}"]),
    Kind([Ratio: String].self, ["{ 0.5: a }"]),
    Kind([UInt8: String].self, ["[1, a]", "[]"]),
    Kind([Badge: Int].self, ["{ a: 1 }"]),
    Kind(Int?.self, ["1", "null"]),
    Kind(Secret<String>.self, ["hush"]),
    Kind(Secret<Int?>.self, ["1", "null"]),
    Kind([Secret<String>].self, ["[a, b]"]),
    Kind(Unlisted.self, ["fast"]),
    Kind(Counted.self, ["1", "97"]),
    Kind(Named.self, ["{ name: x }", "{ name: x, count: 1 }"]),
    Kind(Branch.self, ["{ name: a, kids: [{ name: b, kids: [] }] }", "{ name: a, kids: [] }"]),
    Kind(Percent.self, ["5"]),
    Kind(Flags.self, ["5", "0"]),
    Kind(Shape.self, ["{ square: { side: 2 } }", "{ none: {} }"]),
    Kind(Range<Int>.self, ["[1, 2]"]),
    Kind(Loose.self, ["fast", "FAST"]),
    Kind(Sized.self, ["{ inner: { high: 2 } }", "{ size: 1, inner: null }", "{}"]),
    Kind(URL.self, ["https://example.com/a?b=%20#c", "mailto:a@example.com"]),
    Kind(UUID.self, ["6E2B9AD4-0c1f-4c57-9f0a-3d5b7c1e2a48"]),
    Kind(Date.self, ["2026-01-31", "2026-01-31T12:00:00.25+01:00"]),
    Kind(Data.self, ["c2FtcGxl", "''"]),
    Kind(Decimal.self, ["9.99", "'-0.10'", "3", "1e-7"]),
    Kind(TimeZone.self, ["{ identifier: GMT }"]),
    Kind(Keeps2<Slot1>.self, []),
    Kind(Keeps1<Slot2>.self, []),
  ]

  static let decisive = all.indices.filter { !all[$0].probes.isEmpty }
}

enum Ratio: Double, CaseIterable, Decodable {
  case half = 0.5
  case whole = 1
}

/// An enumeration whose cases cannot be listed.
enum Counted: Int, Decodable {
  case one = 1
  case two = 2
  case last = 97
}

struct Badge: RawRepresentable, Hashable, Decodable, CodingKeyRepresentable {
  let rawValue: String
  init?(rawValue: String) {
    guard rawValue.count == 1 else { return nil }
    self.rawValue = rawValue
  }
}

struct Branch: Decodable {
  var name: String
  var kids: [Branch]
  var table: [String: Branch]?
}

struct Percent: RawRepresentable, Decodable {
  let rawValue: Int
  init?(rawValue: Int) {
    guard (3...50).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }
}

struct Flags: OptionSet, Decodable {
  let rawValue: Int
}

/// Decoded by synthesized code, from a mapping with the name of its case.
enum Shape: Decodable {
  case square(side: Int)
  case none
}

/// An enumeration that reads its cases in its own way.
enum Loose: String, CaseIterable, Decodable {
  case fast, safe
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let found = Self(rawValue: text.lowercased()) else { throw Refusal() }
    self = found
  }
}

struct Sized: ServiceSettings {
  var size: Int
  var inner: Inner?
  struct Inner: Decodable {
    var low: Int
    var high: Int
  }
  static let defaults: SettingDefaults = ["size": 3, "inner": ["low": 1]]
}
