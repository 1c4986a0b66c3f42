/// Checks settings against a factory's schema, as far as it is known; a factory without one takes no settings.
package func checkSettings(
  _ settings: Setting?, against schema: SettingsSchema?, of factory: String, at entry: SourceLocation,
  reporting: inout Diagnostics
) {
  let settings = Setting.entries(of: settings, at: entry)
  let check = SettingsCheck(factory: factory, entry: entry)
  let schema = schema ?? SettingsSchema(type: "")
  check.checkFields(of: settings, schema.fields, schema.isOpaque, at: [], reporting: &reporting)
}

private struct SettingsCheck {
  let factory: String
  let entry: SourceLocation

  func checkFields(
    of setting: Setting, _ fields: [SettingsField], _ isOpaque: Bool, at path: [String], isSecret: Bool = false,
    reporting: inout Diagnostics
  ) {
    guard case .map(let entries) = setting.content else {
      // A type that is not an object is opaque and without fields.
      if isOpaque, fields.isEmpty { return }
      return reporting.report(
        .wrongSetting(setting, .object(fields: fields, isOpaque: isOpaque), at: path, of: factory))
    }
    let known = Dictionary(fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let written = Set(entries.map(\.name.value))
    var misspelt: Set<String> = []
    for entry in entries {
      if let field = known[entry.name.value].map({ fields[$0] }) {
        let value = entry.value.inheriting(setting.secret)
        check(value, field, at: path + [field.name], isSecret: isSecret, reporting: &reporting)
      } else if !isOpaque {
        reporting.report(.unknownSetting(entry.name, among: fields, at: path, of: factory, isWritten: written.contains))
        misspelt.formUnion(Spelling.suggestions(for: entry.name.value, among: fields.lazy.map(\.name)))
      }
    }
    for field in fields where !field.isOptional && !written.contains(field.name) {
      if misspelt.contains(field.name) {
        // The setting is there, but misspelt.
        if field.defaultText == nil { reporting.suppressedConsequences += 1 }
        continue
      }
      checkAbsent(field, in: setting, at: path + [field.name], reporting: &reporting)
    }
  }

  /// A default takes the place of a missing field; an object's own fields may still be missing from its default.
  private func checkAbsent(
    _ field: SettingsField, in parent: Setting, at path: [String], reporting: inout Diagnostics
  ) {
    guard field.defaultText != nil else {
      return reporting.report(.missingSetting(field, in: parent, at: path, of: factory, entry: entry))
    }
    guard case .object(let fields, _) = field.type else { return }
    for field in fields where !field.isOptional {
      checkAbsent(field, in: parent, at: path + [field.name], reporting: &reporting)
    }
  }

  private func check(
    _ setting: Setting, _ field: SettingsField, at path: [String], isSecret: Bool, reporting: inout Diagnostics
  ) {
    let isSecret = isSecret || field.isSecret
    var setting = setting
    // A secret setting's literal value is not shown either.
    if isSecret, setting.secret == nil { setting.secret = field.name }
    if setting.isNull {
      if field.isOptional || field.type == .opaque { return }
      return reporting.report(.wrongSetting(setting, field.type, at: path, of: factory))
    }
    switch (field.type, setting.content) {
    case (.object(let fields, let isOpaque), .map):
      checkFields(of: setting, fields, isOpaque, at: path, isSecret: isSecret, reporting: &reporting)
    case (.list(let element), .list(let settings)):
      for (index, child) in settings.enumerated() {
        let place = path.dropLast() + ["\(path.last ?? "")[\(index)]"]
        check(child.inheriting(setting.secret), element, at: Array(place), isSecret: isSecret, reporting: &reporting)
      }
    case (.map(let element), .map(let entries)):
      for entry in entries {
        let value = entry.value.inheriting(setting.secret)
        check(value, element, at: path + [entry.name.value], isSecret: isSecret, reporting: &reporting)
      }
    default:
      if let finding = field.mismatch(setting, at: path, of: factory) { reporting.report(finding) }
      if !isSecret, !field.takesSecretElements { checkExposure(setting, field, at: path, reporting: &reporting) }
    }
  }

  private func checkExposure(
    _ setting: Setting, _ field: SettingsField, at path: [String], reporting: inout Diagnostics
  ) {
    if let secret = setting.secret {
      return reporting.report(.secretExposed(secret, field, at: path, of: factory, setting.location))
    }
    switch setting.content {
    case .list(let elements):
      for element in elements { checkExposure(element, field, at: path, reporting: &reporting) }
    case .map(let entries):
      for entry in entries { checkExposure(entry.value, field, at: path, reporting: &reporting) }
    default: break
    }
  }
}

extension SettingsField {
  /// Whether a list or map has secret elements: then a value that is not known yet is not exposed.
  fileprivate var takesSecretElements: Bool {
    switch type {
    case .list(let element), .map(let element): element.isSecret || element.takesSecretElements
    default: false
    }
  }

  /// The finding for a value that is no collection, or for a collection in place of a single value.
  fileprivate func mismatch(_ setting: Setting, at path: [String], of factory: String) -> Diagnostic? {
    if case .unknown(let parameter) = setting.content {
      return type.accepts(parameter) ? nil : .wrongSetting(setting, type, at: path, of: factory)
    }
    let isRight =
      switch (type, setting.content) {
      case (.opaque, _), (.string, .string), (.url, .string), (.bool, .bool): true
      case (.date, .string), (.date, .int), (.date, .float): true
      case (.float, .int), (.float, .float): true
      case (.int, .int): true
      case (.int, .float(let number)): Int(exactly: number) != nil
      case (.duration, .string(let text)): Quantity.duration(text) != nil
      case (.bytes, .string(let text)): Quantity.bytes(text) != nil
      case (.bytes, .int(let bytes)): bytes >= 0
      case (.enumeration(let cases), _): setting.isOne(of: cases)
      default: false
      }
    guard isRight else { return .wrongSetting(setting, type, at: path, of: factory) }
    return isInRange(setting) ? nil : .settingOutOfRange(setting, self, at: path, of: factory)
  }

  private func isInRange(_ setting: Setting) -> Bool {
    let number: Int
    switch setting.content {
    case .int(let value): number = value
    case .float(let value): number = Int(exactly: value) ?? 0
    default: return true
    }
    return number >= minimum ?? .min && number <= maximum ?? .max
  }
}

extension Rule {
  package static let wrongSetting = Rule(
    "DI406", "wrong-setting", .error, needsCatalog: true, summary: "a setting that its factory cannot read")

  package static let unknownSetting = Rule(
    "DI407", "unknown-setting", .error, needsCatalog: true, summary: "a setting that the factory does not have")

  package static let missingSetting = Rule(
    "DI408", "missing-setting", .error, needsCatalog: true, summary: "a required setting that the entry does not give")

  package static let secretExposed = Rule(
    "DI510", "secret-exposed", .error, needsCatalog: true,
    summary: "a secret that reaches a setting not declared secret")
}

extension Diagnostic {
  fileprivate static func wrongSetting(
    _ setting: Setting, _ type: SettingType, at path: [String], of factory: String
  ) -> Diagnostic {
    var help: [String] = .quoting(setting, type)
    if case .object(let fields, _) = type, let name = (fields.first { !$0.isOptional } ?? fields.first)?.name {
      help = ["write each with its name: \((["settings"] + path).last ?? ""): { \(name): … }"]
    }
    if case .enumeration(let cases) = type { help = setting.suggestions(among: cases) }
    if let variable = setting.environmentVariable { help = [.declareVariable(variable)] }
    if case .unknown(.string) = setting.content, let name = type.parameterType?.rawValue {
      help = ["declare the parameter's type: type: \(name)"]
    }
    return Diagnostic(
      .wrongSetting, .wrongSetting(path, of: factory, .mismatch(setting, type)), at: setting.location,
      related: setting.definition, help: help, fixes: setting.fixes(for: type), symbol: .settingsSymbol(path))
  }

  fileprivate static func settingOutOfRange(
    _ setting: Setting, _ field: SettingsField, at path: [String], of factory: String
  ) -> Diagnostic {
    let range = String.outOfRange(setting, field.minimum ?? .min, field.maximum ?? .max)
    return Diagnostic(
      .wrongSetting, .wrongSetting(path, of: factory, range), at: setting.location,
      related: setting.definition, symbol: .settingsSymbol(path))
  }

  fileprivate static func unknownSetting(
    _ name: Located<String>, among fields: [SettingsField], at path: [String], of factory: String,
    isWritten: (String) -> Bool
  ) -> Diagnostic {
    let suggestions = Spelling.suggestions(for: name.value, among: fields.lazy.map(\.name))
    let names = fields.prefix(11).map { "'\($0.name)'" }
    let known = names.isEmpty ? "it takes no settings" : "it takes \(listed(names, of: fields.count))"
    let owner = path.isEmpty ? "factory '\(factory)'" : "'\(path.joined(separator: "."))' of factory '\(factory)'"
    return Diagnostic(
      .unknownSetting, .noSuchSetting(name.value, of: owner), at: name.location,
      help: suggestions.isEmpty ? [known] : Spelling.help(for: suggestions),
      fixes: suggestions.count == 1 && !isWritten(suggestions[0])
        ? [.init(naming: suggestions[0], at: name.location)] : [],
      symbol: .settingsSymbol(path + [name.value]))
  }

  fileprivate static func missingSetting(
    _ field: SettingsField, in parent: Setting, at path: [String], of factory: String, entry: SourceLocation
  ) -> Diagnostic {
    var finding = Diagnostic(
      .missingSetting, .missing(path, of: factory), at: entry,
      related: parent.location == entry ? [] : [.init("it belongs here", at: parent.location)],
      help: ["give it \(field.type.expectation), or a default in the settings type"], symbol: .settingsSymbol(path))
    finding.absent = path.last
    return finding
  }

  fileprivate static func secretExposed(
    _ secret: String, _ field: SettingsField, at path: [String], of factory: String, _ location: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      .secretExposed, .secretReaches(path, of: factory, secret: secret), at: location,
      help: ["declare it as a 'Secret<…>' in the settings type, so that it is never printed"],
      symbol: .settingsSymbol(path))
  }
}

extension SettingType {
  /// The type of a parameter that always fits.
  fileprivate var parameterType: ParameterType? {
    switch self {
    case .int: .int
    case .float: .float
    case .bool: .bool
    case .list: .list
    default: nil
    }
  }
}

extension Setting {
  /// The place that defines a parameter's value, if it is used elsewhere.
  fileprivate var definition: [Diagnostic.Related] {
    guard let origin, origin != location, !origin.file.isArgument else { return [] }
    return [.init("the value is defined here", at: origin)]
  }

  /// The edits that correct the value where it is written.
  fileprivate func fixes(for type: SettingType) -> [Diagnostic.Fix] {
    guard origin == nil, let value = corrected(for: type) else { return [] }
    return [.init(replacing: location, with: value, safe: true)]
  }
}

extension String {
  fileprivate static func settings(_ path: [String], _ factory: String) -> String {
    path.isEmpty
      ? "settings of factory '\(factory)'" : "setting '\(path.joined(separator: "."))' of factory '\(factory)'"
  }

  fileprivate static func settingsSymbol(_ path: [String]) -> String {
    (["settings"] + path).joined(separator: ".")
  }

  static func wrongSetting(_ path: [String], of factory: String, _ problem: String) -> String {
    "\(settings(path, factory)): \(problem)"
  }

  fileprivate static func noSuchSetting(_ name: String, of owner: String) -> String {
    "\(owner) has no setting '\(name)'"
  }

  fileprivate static func missing(_ path: [String], of factory: String) -> String {
    "\(settings(path, factory)) is missing"
  }

  fileprivate static func secretReaches(_ path: [String], of factory: String, secret: String) -> String {
    "secret '\(secret)' reaches \(settings(path, factory)), which is not declared secret"
  }
}
