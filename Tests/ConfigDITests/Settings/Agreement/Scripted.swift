@testable import ConfigDIRuntime

/// What the `init(from:)` of a scripted type does.
struct Script: Sendable {
  enum Form: Sendable {
    case keyed
    case single(Int, refusing: String?)
    case either(Int, Int)
    case list(Int)
    case keyedOrSingle(Int)
  }

  var form = Form.keyed
  var steps: [Step] = []
  /// Whether it decides by a value that nobody could guess.
  var isHidden = false
}

indirect enum Step: Sendable {
  enum Way: Sendable { case required, optional, orDefault, lenient, nullFirst }

  case field(String, kind: Int, Way)
  case contains(String)
  case requirePresent(String)
  case names
  case nested(String, [Step])
  case nestedList(String, kind: Int)
  case superDecoder(String, kind: Int)
  case branch(on: Int, is: String, then: [Step], otherwise: [Step])
  case refuse(Int, is: String)
  case needOne(Int, Int)

  /// The most values that are stored.
  var stored: Int {
    switch self {
    case .field, .contains, .superDecoder, .nestedList: 1
    case .nested(_, let steps): steps.reduce(0) { $0 + $1.stored }
    case .branch(_, _, let then, let otherwise):
      max(then.reduce(0) { $0 + $1.stored }, otherwise.reduce(0) { $0 + $1.stored })
    case .requirePresent, .names, .refuse, .needOne: 0
    }
  }
}

/// The scripts of the types that are examined now, by the types' numbers.
enum Scripts {
  @TaskLocal static var current: [Script] = []
}

protocol Slot: Sendable { static var number: Int { get } }
enum Slot0: Slot { static let number = 0 }
enum Slot1: Slot { static let number = 1 }
enum Slot2: Slot { static let number = 2 }

struct Refusal: Error {}

struct AnyName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// Follows a script, and stores what it decodes.
struct ScriptRun {
  private(set) var stored: [Any] = []

  /// The stored values, filled up with nil: each property of a real type has some value in every case.
  static func values(of slot: any Slot.Type, _ count: Int, from decoder: any Decoder) throws -> [Any] {
    guard Scripts.current.indices.contains(slot.number) else { throw Refusal() }
    let script = Scripts.current[slot.number]
    var run = ScriptRun()
    try run.follow(script, decoder)
    while run.stored.count < count { run.stored.append(Int?.none as Any) }
    return run.stored
  }

  private mutating func follow(_ script: Script, _ decoder: any Decoder) throws {
    func single(_ kind: Int) throws -> Any {
      let container = try decoder.singleValueContainer()
      func decode<Value: Decodable>(_ type: Value.Type) throws -> Any { try container.decode(type) }
      return try decode(Kind.all[kind].type)
    }
    switch script.form {
    case .keyed: try follow(script.steps, decoder.container(keyedBy: AnyName.self))
    case .single(let kind, let refused):
      let value = try single(kind)
      if let refused, text(of: value) == refused { throw Refusal() }
      stored.append(value)
    case .either(let first, let second): stored.append(try (try? single(first)) ?? single(second))
    case .list(let kind):
      var container = try decoder.unkeyedContainer()
      func decode<Value: Decodable>(_ type: Value.Type) throws -> Any { try container.decode(type) }
      while !container.isAtEnd { _ = try decode(Kind.all[kind].type) }
      stored.append(0)
    case .keyedOrSingle(let kind):
      if let container = try? decoder.container(keyedBy: AnyName.self) {
        try follow(script.steps, container)
      } else {
        stored.append(try single(kind))
      }
    }
  }

  private mutating func follow(_ steps: [Step], _ container: KeyedDecodingContainer<AnyName>) throws {
    for step in steps {
      switch step {
      case .field(let name, let kind, let way):
        stored.append(try read(AnyName(name), Kind.all[kind].type, way, container))
      case .contains(let name): stored.append(container.contains(AnyName(name)))
      case .requirePresent(let name): guard container.contains(AnyName(name)) else { throw Refusal() }
      case .names: _ = container.allKeys
      case .nested(let name, let inner):
        try follow(inner, container.nestedContainer(keyedBy: AnyName.self, forKey: AnyName(name)))
      case .nestedList(let name, let kind):
        var list = try container.nestedUnkeyedContainer(forKey: AnyName(name))
        func decode<Value: Decodable>(_ type: Value.Type) throws { _ = try list.decode(type) }
        while !list.isAtEnd { try decode(Kind.all[kind].type) }
        stored.append(0)
      case .superDecoder(let name, let kind):
        let decoder = try container.superDecoder(forKey: AnyName(name))
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Any { try type.init(from: decoder) }
        stored.append(try decode(Kind.all[kind].type))
      case .branch(let index, let text, let then, let otherwise):
        try follow(self.text(at: index) == text ? then : otherwise, container)
      case .refuse(let index, let text): if self.text(at: index) == text { throw Refusal() }
      case .needOne(let first, let second):
        if text(at: first) == "nil", text(at: second) == "nil" { throw Refusal() }
      }
    }
  }

  private func read<Value: Decodable>(
    _ key: AnyName, _ type: Value.Type, _ way: Step.Way, _ container: KeyedDecodingContainer<AnyName>
  ) throws -> Any {
    switch way {
    case .required: try container.decode(type, forKey: key)
    case .optional: try container.decodeIfPresent(type, forKey: key) as Any
    case .orDefault: try container.decodeIfPresent(type, forKey: key).map { $0 as Any } ?? 0
    case .lenient: (try? container.decode(type, forKey: key)).map { $0 as Any } ?? 0
    case .nullFirst:
      try container.decodeNil(forKey: key)
        ? Value?.none as Any : Value?.some(container.decode(type, forKey: key)) as Any
    }
  }

  private func text(at index: Int) -> String { stored.indices.contains(index) ? text(of: stored[index]) : "" }

  private func text(of value: Any) -> String {
    let text = "\(value)"
    return text.hasPrefix("Optional(") ? text.dropFirst(9).dropLast().filter { $0 != "\"" } : text
  }
}

struct Keeps0<Of: Slot>: ServiceSettings {
  init(from decoder: any Decoder) throws { _ = try ScriptRun.values(of: Of.self, 0, from: decoder) }
}

struct Keeps1<Of: Slot>: ServiceSettings {
  nonisolated(unsafe) let a: Any
  init(from decoder: any Decoder) throws { a = try ScriptRun.values(of: Of.self, 1, from: decoder)[0] }
}

struct Keeps2<Of: Slot>: ServiceSettings {
  nonisolated(unsafe) let a, b: Any
  init(from decoder: any Decoder) throws {
    let values = try ScriptRun.values(of: Of.self, 2, from: decoder)
    (a, b) = (values[0], values[1])
  }
}

struct Keeps3<Of: Slot>: ServiceSettings {
  nonisolated(unsafe) let a, b, c: Any
  init(from decoder: any Decoder) throws {
    let values = try ScriptRun.values(of: Of.self, 3, from: decoder)
    (a, b, c) = (values[0], values[1], values[2])
  }
}

struct Keeps4<Of: Slot>: ServiceSettings {
  nonisolated(unsafe) let a, b, c, d: Any
  init(from decoder: any Decoder) throws {
    let values = try ScriptRun.values(of: Of.self, 4, from: decoder)
    (a, b, c, d) = (values[0], values[1], values[2], values[3])
  }
}

extension Script {
  /// The type that follows the script with this number, with a property for each value that it stores.
  func type<Of: Slot>(_ slot: Of.Type) -> any ServiceSettings.Type {
    var count = steps.reduce(0) { $0 + $1.stored }
    switch form {
    case .keyed: break
    case .keyedOrSingle: count = max(count, 1)
    case .single, .either, .list: count = 1
    }
    return switch count {
    case 0: Keeps0<Of>.self
    case 1: Keeps1<Of>.self
    case 2: Keeps2<Of>.self
    case 3: Keeps3<Of>.self
    default: Keeps4<Of>.self
    }
  }
}
