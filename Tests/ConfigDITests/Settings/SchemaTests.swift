import ConfigDIFoundation
import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

struct Retry: ServiceSettings, Equatable {
  var attempts: Int
  var delay: Duration
  static let defaults: SettingDefaults = ["attempts": 3]
}

struct Everything: ServiceSettings {
  var text: String
  var flag: Bool
  var small: Int8
  var port: UInt16
  var number: Double
  var wait: Duration
  var size: ByteSize
  var home: URL
  var mode: Mode?
  var level: Level
  var retry: Retry
  var hosts: [String]
  var keys: [Secret<String>]
  var weights: [String: Double]?
  var token: Secret<String>
  var proxy: Secret<URL>?
  static let defaults: SettingDefaults = [
    "wait": "30s", "flag": true, "retry": ["delay": "1s"], "hosts": ["a", "b"], "number": 0.5, "level": 2,
  ]
}

@Suite struct SchemaTests {
  @Test("each type has its name") func eachTypeHasItsName() {
    let schema = SettingsSchema(of: Everything.self)
    var port = SettingsField("port", .int)
    port.minimum = 0
    port.maximum = 65535
    var small = SettingsField("small", .int)
    small.minimum = -128
    small.maximum = 127
    func field(
      _ name: String, _ type: SettingType, default text: String? = nil, isOptional: Bool = false, isSecret: Bool = false
    ) -> SettingsField {
      var field = SettingsField(name, type, isOptional: isOptional, isSecret: isSecret)
      field.defaultText = text
      return field
    }
    #expect(schema.type == "Everything")
    #expect(!schema.isOpaque)
    #expect(
      schema.fields == [
        field("text", .string),
        field("flag", .bool, default: "true"),
        small,
        port,
        field("number", .float, default: "0.5"),
        field("wait", .duration, default: "30s"),
        field("size", .bytes),
        field("home", .url),
        field("mode", .enumeration(cases: [.string("fast"), .string("safe")]), isOptional: true),
        field("level", .enumeration(cases: [.int(1), .int(2)]), default: "2"),
        field(
          "retry",
          .object(
            fields: [field("attempts", .int, default: "3"), field("delay", .duration, default: "1s")], isOpaque: false),
          default: "{ \"delay\": \"1s\" }"),
        field("hosts", .list(of: field("", .string)), default: "[\"a\", \"b\"]"),
        field("keys", .list(of: field("", .string, isSecret: true))),
        field("weights", .map(of: field("", .float)), isOptional: true),
        field("token", .string, isSecret: true),
        field("proxy", .url, isOptional: true, isSecret: true),
      ])
  }

  struct Stops: ServiceSettings {
    var first: Int
    var mode: Unlisted
    var last: Int
  }

  struct GoesOn: ServiceSettings {
    var mode: Unlisted?
    var last: Int
  }

  @Test("the rest of a type is opaque after a field that cannot be sampled")
  func whatCannotBeSampledIsOpaqueFromThereOn() {
    let schema = SettingsSchema(of: Stops.self)
    #expect(schema.isOpaque)
    #expect(schema.fields.map(\.name) == ["first", "mode"])
    let optional = SettingsSchema(of: GoesOn.self)
    #expect(!optional.isOpaque)
    #expect(optional.fields.map(\.name) == ["mode", "last"])
  }

  struct Holds<Value: Decodable & Sendable>: ServiceSettings {
    var value: Value
  }

  @Test("custom decoding is explored by trial") func customDecodingIsSeenThroughByExperiment() {
    let lenient = SettingsSchema(of: Holds<Lenient>.self).fields.first?.type
    #expect(
      lenient
        == .object(
          fields: [
            SettingsField("name", .opaque, isOptional: true), SettingsField("count", .int, isOptional: true),
          ], isOpaque: false))
    #expect(SettingsSchema(of: Holds<Either>.self).fields.first?.type == .opaque)
    #expect(SettingsSchema(of: Holds<Identifier>.self).fields.first?.type == .string)
    guard case .object(let fields, let isOpaque)? = SettingsSchema(of: Holds<Branching>.self).fields.first?.type else {
      Issue.record("no object")
      return
    }
    #expect(isOpaque)
    #expect(fields.first?.name == "mode")
  }

  struct Tree: ServiceSettings {
    var name: String
    var children: [Tree]
    var table: [String: Tree]?
  }

  @Test("a recursive type stops at its repetition") func aRecursiveTypeStopsAtItsRepeat() {
    let schema = SettingsSchema(of: Tree.self)
    let again = SettingsField("", .object(fields: [], isOpaque: true))
    #expect(
      schema.fields == [
        SettingsField("name", .string), SettingsField("children", .list(of: again)),
        SettingsField("table", .map(of: again), isOptional: true),
      ])
    #expect(!schema.isOpaque)
  }

  struct Bare: ServiceSettings {
    let hosts: [String]
    init(from decoder: any Decoder) throws { hosts = try [String](from: decoder) }
  }

  struct AnyKeys: ServiceSettings {
    let names: [String]
    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: NamedKey.self).allKeys.map(\.stringValue)
    }
  }

  @Test("a type that is not an object, or takes any key, is opaque") func whatIsNoObjectOrTakesAnyNameIsOpaque() {
    #expect(SettingsSchema(of: Bare.self) == SettingsSchema(type: "Bare", isOpaque: true))
    #expect(SettingsSchema(of: AnyKeys.self) == SettingsSchema(type: "AnyKeys", isOpaque: true))
    #expect(SettingsSchema(of: MoreSettings.self) == SettingsSchema(type: "MoreSettings"))
  }
}
