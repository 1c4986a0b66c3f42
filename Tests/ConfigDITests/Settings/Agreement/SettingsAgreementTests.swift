import ConfigDIFoundation
import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A catalog's file, the program's registry and the program's decoding must say the same of settings: what the catalog
/// refuses the program cannot decode, and what it accepts the program can, unless the catalog says that a part of the
/// type is opaque. Random types, which decode as a script says, and types of Swift that are hard to see through.
/// `CONFIGDI_AGREEMENT_SETTINGS` says how many random types; `CONFIGDI_AGREEMENT_SETTINGS_SEED` tries a single one.
@Suite struct SettingsAgreementTests {
  static let variables = ProcessInfo.processInfo.environment
  static let count = variables["CONFIGDI_AGREEMENT_SETTINGS"].flatMap { UInt64($0) } ?? 300
  static let single = variables["CONFIGDI_AGREEMENT_SETTINGS_SEED"].flatMap { UInt64($0) }

  struct Outcome {
    var accepted = 0
    var refused = 0
    var opaque = 0
    var hidden = 0
    var disagreements: [String] = []
  }

  /// Compares what is said of settings of one type.
  ///
  /// - Parameter isHidden: Whether the type decides by a value that nobody could guess: what it needs beside that value
  ///   cannot be seen, in either direction.
  static func compare(_ type: any ServiceSettings.Type, _ texts: [String], isHidden: Bool = false) throws -> Outcome {
    var outcome = Outcome()
    let schema = SettingsSchema(of: type)
    let read = try throughText(schema)
    if read != schema {
      outcome.disagreements.append("the catalog's file has another schema: \(read as Any), \(schema)")
    }
    if schema.isOpaqueSomewhere { outcome.opaque += 1 }
    if isHidden { outcome.hidden += 1 }
    for text in texts {
      let setting = try setting(text)
      var diagnostics = Diagnostics()
      checkSettings(setting, against: read, of: "f", at: setting.location, reporting: &diagnostics)
      let unknown = diagnostics.findings.filter { $0.rule == .unknownSetting }
      let mistakes = diagnostics.findings.filter { $0.rule != .unknownSetting }
      let problem = SettingsDecoding.problem(with: type, from: setting, at: setting.location)
      if problem == nil { outcome.accepted += 1 } else { outcome.refused += 1 }
      if problem == nil, let mistake = mistakes.first, !isHidden {
        outcome.disagreements.append("decodes \(text), the catalog: \(mistake.message); \(schema.fields)")
      }
      if let problem, mistakes.isEmpty, unknown.isEmpty, !schema.isOpaqueSomewhere, !isHidden {
        outcome.disagreements.append("\(text) passes, decoding: \(problem.message); \(schema.fields)")
      }
    }
    return outcome
  }

  private static func throughText(_ schema: SettingsSchema) throws -> SettingsSchema? {
    var catalog = Catalog()
    var factory = CatalogFactory(name: "f")
    factory.provides = "App.F"
    factory.settings = schema
    catalog.factories = [factory]
    return try Catalog(json: catalog.json).factories.first?.settings
  }

  static func outcome(_ seed: UInt64) throws -> Outcome {
    var writer = ScriptWriter(seed)
    let scripts = writer.scripts()
    let type = scripts[0].type(Slot0.self)
    let texts = (0..<12).map { _ in writer.settings(scripts) }.filter { $0.hasPrefix("{") }
    return try Scripts.$current.withValue(scripts) {
      try compare(type, texts, isHidden: scripts.contains(where: \.isHidden))
    }
  }

  @Test("a random type's catalog agrees with its decoding", .timeLimit(.minutes(10)))
  func aRandomTypesCatalogSaysWhatItDecodes() throws {
    var total = Outcome()
    var types = 0
    for seed in Self.single.map({ $0..<$0 + 1 }) ?? 0..<Self.count {
      let outcome = try Self.outcome(seed)
      total.accepted += outcome.accepted
      total.refused += outcome.refused
      total.opaque += outcome.opaque
      total.hidden += outcome.hidden
      if !outcome.disagreements.isEmpty { types += 1 }
      for disagreement in outcome.disagreements { Issue.record("seed \(seed): \(disagreement)") }
    }
    print(
      "\(Self.count) types, \(total.opaque) partly opaque, \(total.hidden) with hidden conditions, \(types) disagree;",
      "\(total.accepted) settings decoded, \(total.refused) refused")
    guard Self.single == nil else { return }
    #expect(total.accepted * 5 > total.accepted + total.refused)
    #expect(total.refused * 5 > total.accepted + total.refused)
    #expect(total.opaque < Self.count * 3 / 4)
  }

  @Test("each kind agrees with its decoding", arguments: Kind.all.indices.dropLast(2)) func aKindIsWhatItDecodes(
    _ index: Int
  ) throws {
    func compare<Value: Decodable & Sendable>(_ type: Value.Type) throws {
      let values = Kind.all.flatMap(\.values) + Kind.others
      let texts = values.flatMap { ["{ value: \($0) }", "{ value: \($0), maybe: \($0) }"] } + ["{}", "{ maybe: 1 }"]
      let outcome = try Self.compare(Holder<Value>.self, texts)
      #expect(outcome.accepted > 0)
      for disagreement in outcome.disagreements { Issue.record("\(Value.self): \(disagreement)") }
    }
    try compare(Kind.all[index].type)
  }

  /// Kinds of which the whole is known, so that the comparison is not empty.
  @Test("few kinds are opaque") func fewKindsAreOpaque() {
    func isOpaque<Value: Decodable & Sendable>(_ type: Value.Type) -> Bool {
      SettingsSchema(of: Holder<Value>.self).isOpaqueSomewhere
    }
    let opaque = Kind.all.dropLast(2).filter { isOpaque($0.type) }.map { "\($0.type)" }.sorted()
    #expect(
      opaque == [
        "Branch", "Counted", "Dictionary<Badge, Int>", "Dictionary<UInt8, String>", "Loose", "Optional<Int>", "Percent",
        "Range<Int>", "Secret<Optional<Int>>", "Shape", "TimeZone", "Unlisted",
      ])
  }
}

struct Holder<Value: Decodable & Sendable>: ServiceSettings {
  var value: Value
  var maybe: Value?
}

extension SettingsSchema {
  /// Whether a part of it says that the program's own code decides.
  fileprivate var isOpaqueSomewhere: Bool { isOpaque || fields.contains(where: \.isOpaqueSomewhere) }
}

extension SettingsField {
  fileprivate var isOpaqueSomewhere: Bool {
    switch type {
    case .opaque: true
    case .object(let fields, let isOpaque): isOpaque || fields.contains(where: \.isOpaqueSomewhere)
    case .list(let element), .map(let element, _): element.isOpaqueSomewhere
    default: false
    }
  }
}
