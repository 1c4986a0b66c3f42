/// A setting of a factory, by the names that lead to it; without names, all of the factory's settings.
struct SettingPath: CustomStringConvertible {
  let factory: String
  private(set) var names: [String] = []

  init(factory: String) { self.factory = factory }

  func child(_ name: String) -> SettingPath {
    var path = self
    path.names.append(name)
    return path
  }

  func element(_ index: Int) -> SettingPath {
    var path = self
    path.names.append("\(path.names.popLast() ?? "")[\(index)]")
    return path
  }

  var description: String {
    names.isEmpty
      ? "settings of factory '\(factory)'" : "setting '\(names.joined(separator: "."))' of factory '\(factory)'"
  }

  var symbol: String { (["settings"] + names).joined(separator: ".") }
}

/// The findings about a setting.
extension SettingPath {
  func wrong(
    _ problem: String, _ rule: Rule = .wrongSetting, at location: SourceLocation, related: [Diagnostic.Related] = [],
    help: [String] = [], fixes: [Diagnostic.Fix] = [], meaning: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      rule, "\(self): \(problem)", at: location, related: related, help: help, fixes: fixes, meaning: meaning,
      symbol: symbol)
  }

  func wrong(_ setting: Setting, _ type: SettingType) -> Diagnostic {
    var help: [String] = .quoting(setting, type)
    if case .object(let fields, _) = type, let name = (fields.first(where: \.isRequired) ?? fields.first)?.name {
      help = ["write a mapping: \(names.last ?? "settings"): { \(name): … }"]
    }
    var meant: [String] = []
    if case .enumeration(let cases) = type {
      meant = setting.spellings(among: cases)
      help = meant.isEmpty ? setting.suggestions(among: cases) : []
    }
    var wanted: WantedParameter?
    if let value = FoundationValue(recordedAs: type, for: setting) { help = [value.help] }
    if let variable = setting.environmentVariable {
      help = []
      wanted = WantedParameter(.parameterName(for: variable), variable: variable)
    }
    if help.isEmpty, wanted == nil, case .null = setting.content { help = ["set it to \(type.expectation)"] }
    if case .unknown(.string) = setting.content, let name = type.parameterType?.rawValue {
      help = [
        setting.isOpenText
          ? "write the ${…} alone, since text around it makes the value text"
          : "declare the parameter's type: type: \(name)"
      ]
    }
    var finding = wrong(
      .mismatch(setting, type), at: setting.location, related: setting.definition, help: help,
      fixes: setting.fixes(for: type), meaning: meant)
    for value in setting.alternatives(for: type) {
      finding.addRemedy("write \(value)", [.init(replacing: setting.location, with: value)])
    }
    if let wanted { finding.want(wanted) }
    if setting.isNull || wanted != nil { finding.hides.append(Absence(.useOfParameter)) }
    return finding
  }

  func outOfRange(_ setting: Setting, _ field: SettingsField) -> Diagnostic {
    wrong(field.rangeProblem(setting), at: setting.location, related: setting.definition)
  }

  func unknown(_ name: Located<String>, among fields: [SettingsField], isWritten: (String) -> Bool) -> Diagnostic {
    let suggestions = Spelling.suggestions(for: name.value, among: fields.lazy.map(\.name))
    let quoted = fields.prefix(11).map { "'\($0.name)'" }
    let known = quoted.isEmpty ? "it takes no settings" : "it takes \(listed(quoted, of: fields.count))"
    let owner = names.isEmpty ? "factory '\(factory)'" : "'\(names.joined(separator: "."))' of factory '\(factory)'"
    let free = suggestions.filter { !isWritten($0) }
    return Diagnostic(
      .unknownSetting, "\(owner) has no setting '\(name.value)'", at: name.location,
      help: suggestions.isEmpty
        ? [known]
        : free.isEmpty
          ? Spelling.help(for: suggestions) + ["remove one of the two, since '\(suggestions[0])' is already set"] : [],
      meaning: free, symbol: child(name.value).symbol)
  }

  func missing(_ fields: [SettingsField], in parent: Setting, entry: SourceLocation) -> Diagnostic {
    let paths = fields.prefix(11).map { field in "'\((names + [field.name]).joined(separator: "."))'" }
    let types = fields.prefix(5).map { field in
      "'\(field.name)': \(field.type.expectation)\(field.secretParameter == nil ? "" : " from a secret parameter")"
    }
    let values = fields.prefix(10).map { field in
      (key: FlowText.scalar(field.name), value: field.secretParameter == nil ? "…" : "\"${…}\"")
    }
    let isWhole = if case .map(let entries) = parent.content { entries.isEmpty } else { true }
    let owner = names.last ?? "settings"
    let verb = isWhole ? "write \(owner): " : "add to \(owner): "
    var finding = Diagnostic(
      .missingSetting, "settings \(listed(paths, of: fields.count)) of factory '\(factory)' are missing", at: entry,
      related: parent.location == entry ? [] : [.init("they belong here", at: parent.location)],
      notes: [types.joined(separator: "; ") + (fields.count > 5 ? "; …" : "")],
      help: [verb + FlowText.mapping(values) + (fields.count > 10 ? ", and the others" : "")],
      symbol: symbol)
    finding.hides = fields.map { Absence(.setting, $0.name) }
    return finding
  }

  /// The Swift line that declares a default for a missing field. An initial value of the property would have no effect.
  func defaultLine(for field: SettingsField) -> String {
    let entry = names.reversed().reduce(field.type.exampleInSwift) { "[\"\($1)\": \($0)]" }
    return "static let defaults: SettingDefaults = \(entry)"
  }
}

extension SettingsField {
  func rangeProblem(_ setting: Setting) -> String {
    type == .float32
      ? .outOfRange(setting, -SettingType.greatestFloat, SettingType.greatestFloat)
      : .outOfRange(setting, minimum ?? .min, maximum ?? .max)
  }

  /// The entry of a parameter for a secret, whose value does not belong in the manifest; `nil` if the setting is not
  /// secret, is a mapping, or has a name that a parameter cannot have.
  package var secretParameter: String? {
    guard isSecret, ParameterName.isValid(name) else { return nil }
    switch type {
    case .map, .object: return nil
    default: break
    }
    let kind = type.parameterType.map { [(key: "type", value: $0.rawValue)] } ?? []
    return FlowText.mapping(kind + [(key: "env", value: .variable(for: name)), (key: "secret", value: "true")])
  }
}

extension SettingType {
  /// A placeholder value as a Swift literal, to be changed by hand.
  fileprivate var exampleInSwift: String {
    switch self {
    case .int, .decimal: "1"
    case .float, .float32: "1.0"
    case .bool: "false"
    case .duration: "\"30s\""
    case .bytes: "\"64KiB\""
    case .string, .opaque: "\"…\""
    case .url, .date, .uuid, .base64: "\"\(example)\""
    case .enumeration(let cases):
      switch cases.first {
      case .string(let text)?: "\"\(text)\""
      case let scalar?: scalar.plainText
      case nil: "\"…\""
      }
    case .list: "[]"
    case .map, .object: "[:]"
    }
  }

  /// Whether a name can be converted to this type, for mappings with typed keys.
  package func isName(_ name: String) -> Bool {
    switch self {
    case .int: Int(name) != nil
    case .enumeration(let cases): cases.contains { $0.plainText == name }
    default: true
    }
  }

  /// A parameter type whose values always fit the setting; `nil` if there is none.
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
  /// The location of the value's definition, if the value comes from a parameter.
  var definition: [Diagnostic.Related] {
    guard let origin, origin != location, !origin.file.isArgument else { return [] }
    return [.init("the value is defined here", at: origin)]
  }

  fileprivate func fixes(for type: SettingType) -> [Diagnostic.Fix] {
    guard origin == nil, !keepsType(for: type), let value = corrected(for: type) else { return [] }
    return [.init(replacing: location, with: value, safe: true)]
  }
}
