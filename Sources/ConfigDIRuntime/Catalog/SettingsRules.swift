/// Checks settings against the known fields of a factory's schema. A factory without a schema takes no settings.
package func checkSettings(
  _ settings: Setting?, against schema: SettingsSchema?, of factory: String, at entry: SourceLocation,
  reporting: inout Diagnostics
) {
  let settings = Setting.entries(of: settings, at: entry)
  let schema = schema ?? SettingsSchema(type: "")
  SettingsCheck(entry: entry).checkFields(
    of: settings, schema.fields, schema.isOpaque, at: SettingPath(factory: factory), reporting: &reporting)
}

private struct SettingsCheck {
  let entry: SourceLocation

  func checkFields(
    of setting: Setting, _ fields: [SettingsField], _ isOpaque: Bool, at path: SettingPath, isSecret: Bool = false,
    reporting: inout Diagnostics
  ) {
    guard case .map(let entries) = setting.content else {
      // The schema of a type that is not an object is opaque and has no fields.
      if isOpaque, fields.isEmpty { return }
      return reporting.report(path.wrong(setting, .object(fields: fields, isOpaque: isOpaque)))
    }
    let known = Dictionary(fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let written = Set(entries.map(\.name.value))
    var missing: [SettingsField] = []
    var misspelt: Set<String> = []
    for entry in entries {
      if let field = known[entry.name.value].map({ fields[$0] }) {
        let value = entry.value.inheriting(setting.secret)
        check(value, field, at: path.child(field.name), isSecret: isSecret, reporting: &reporting)
      } else if let joined = joinedKey(entry, fields, isOpaque) {
        var finding = Diagnostic(
          .unknownSetting, joined.message, at: joined.location, help: [joined.help], fixes: [joined.fix],
          symbol: path.child(joined.name).symbol)
        finding.quotedPlaces = [entry.name.location]
        reporting.report(finding)
        misspelt.insert(joined.name)
      } else if !isOpaque {
        // An overlay's misspelled setting is in another mapping than the setting that it should change.
        func isInBase(_ name: Located<String>) -> Bool {
          name.location.file === setting.location.file
            && setting.location.range.contains(name.location.range.lowerBound)
        }
        reporting.report(
          path.unknown(entry.name, among: fields) { name in
            guard written.contains(name) else { return false }
            return entries.contains { $0.name.value == name && isInBase($0.name) == isInBase(entry.name) }
          })
        misspelt.formUnion(Spelling.suggestions(for: entry.name.value, among: fields.lazy.map(\.name)))
      }
    }
    for field in fields where !written.contains(field.name) {
      if !field.isOptional, misspelt.contains(field.name) {
        // The setting exists, but its name is misspelled.
        if field.defaultText == nil { reporting.suppressedConsequences += 1 }
      } else if field.defaultText != nil {
        // A default turns an optional field into an object, which may lack required fields of its own.
        checkAbsent(field, in: setting, at: path.child(field.name), reporting: &reporting)
      } else if !field.isOptional {
        missing.append(field)
      }
    }
    guard missing.count > 1 else {
      for field in missing { checkAbsent(field, in: setting, at: path.child(field.name), reporting: &reporting) }
      return
    }
    // One mistake, with one remedy.
    reporting.report(path.missing(missing, in: setting, entry: entry))
  }

  /// The setting in an entry such as `retries 2`, whose value is part of its name.
  private func joinedKey(_ entry: Setting.Entry, _ fields: [SettingsField], _ isOpaque: Bool) -> JoinedKey? {
    guard !isOpaque, case .null = entry.value.content else { return nil }
    return JoinedKey(entry.name.location, value: entry.value.location) { word in
      fields.contains { $0.name == word }
    }
  }

  /// Reports a missing field without a default. If an object has a default, reports the fields missing from that
  /// default.
  private func checkAbsent(
    _ field: SettingsField, in parent: Setting, at path: SettingPath, reporting: inout Diagnostics
  ) {
    guard field.defaultText != nil else {
      var finding = Diagnostic(
        .missingSetting, "\(path) is missing", at: entry,
        related: parent.location == entry ? [] : [.init("it belongs here", at: parent.location)],
        help: [
          field.secretParameter.map { entry in
            "write \(FlowText.scalar(field.name)): \"${\(field.name)}\", and declare parameters: { \(field.name): \(entry) }"
          }
            ?? "set it to \(field.type.expectation), or give it a default in the settings type: \(path.defaultLine(for: field))"
        ],
        symbol: path.symbol)
      finding.hides = [Absence(.setting, field.name)]
      return reporting.report(finding)
    }
    guard case .object(let fields, _) = field.type else { return }
    for field in fields where !field.isOptional {
      checkAbsent(field, in: parent, at: path.child(field.name), reporting: &reporting)
    }
  }

  private func check(
    _ setting: Setting, _ field: SettingsField, at path: SettingPath, isSecret: Bool, reporting: inout Diagnostics
  ) {
    let isSecret = isSecret || field.isSecret
    var setting = setting
    // A value written directly in a secret setting is not shown either.
    if isSecret { setting.markSecret(named: field.name) }
    if setting.isNull {
      if field.isOptional || field.type == .opaque { return }
      return reporting.report(path.wrong(setting, field.type))
    }
    switch (field.type, setting.content) {
    case (.object(let fields, let isOpaque), .map):
      checkFields(of: setting, fields, isOpaque, at: path, isSecret: isSecret, reporting: &reporting)
    case (.list(var element), .list(let settings)):
      // A secret element is shown as the setting's own name.
      element.name = field.name
      for (index, child) in settings.enumerated() {
        check(
          child.inheriting(setting.secret), element, at: path.element(index), isSecret: isSecret, reporting: &reporting)
      }
    case (.map(var element, let keys), .map(let entries)):
      element.name = field.name
      for entry in entries {
        if !keys.isName(entry.name.value) {
          let written = Setting(.string(entry.name.value), at: entry.name.location)
          var meant: [String] = []
          if case .enumeration(let cases) = keys { meant = written.spellings(among: cases) }
          reporting.report(
            .wrongSetting, "\(path): a key of the mapping: \(String.mismatch(written, keys))", at: written.location,
            meaning: meant, symbol: path.child(entry.name.value).symbol)
          continue
        }
        let value = entry.value.inheriting(setting.secret)
        check(value, element, at: path.child(entry.name.value), isSecret: isSecret, reporting: &reporting)
      }
    default:
      var shown = setting
      // In place of a list or mapping with secrets, the value may be a secret.
      if field.hasSecret, setting.content.scalar != nil { shown.markSecret(named: field.name) }
      if let finding = field.mismatch(shown, at: path) ?? field.mismatch(setting.outlook, setting, at: path) {
        reporting.report(finding)
      }
      if !isSecret, !field.takesSecretElements { checkExposure(setting, at: path, reporting: &reporting) }
    }
  }

  private func checkExposure(_ setting: Setting, at path: SettingPath, reporting: inout Diagnostics) {
    if let secret = setting.secret {
      return reporting.report(
        .secretExposed, "secret '\(secret)' reaches \(path), which is not declared secret", at: setting.location,
        help: ["declare it as a 'Secret<…>' in the settings type, so that it is never printed"], symbol: path.symbol)
    }
    switch setting.content {
    case .list(let elements):
      for element in elements { checkExposure(element, at: path, reporting: &reporting) }
    case .map(let entries):
      for entry in entries { checkExposure(entry.value, at: path, reporting: &reporting) }
    default: break
    }
  }
}

extension SettingsField {
  /// Whether the field is a list or map with secret elements. If so, a secret value that is not yet known may be
  /// passed.
  fileprivate var takesSecretElements: Bool {
    switch type {
    case .list(let element), .map(let element, _): element.isSecret || element.takesSecretElements
    default: false
    }
  }

  /// The finding for a parameter if its default does not fit the field, or if none of its cases fits.
  fileprivate func mismatch(_ outlook: Setting.Outlook?, _ setting: Setting, at path: SettingPath) -> Diagnostic? {
    guard let outlook else { return nil }
    if !setting.isKnown, !outlook.cases.isEmpty,
      outlook.cases.allSatisfy({ !fits(Setting(.string($0), at: setting.location)) })
    {
      return path.wrong(
        "no value of parameter '\(outlook.parameter)' fits: expected \(type.expectation), found one of \(listed(outlook.cases))",
        at: setting.location, related: setting.definition, help: ["list only values in 'of' that the setting accepts"])
    }
    guard let preset = outlook.preset, !fits(preset) else { return nil }
    return path.wrong(
      "the default of parameter '\(outlook.parameter)' does not fit: \(problem(preset))",
      at: setting.location,
      related: preset.location.file.isArgument ? [] : [.init("the default is written here", at: preset.location)],
      help: ["give the parameter a matching default, or remove its default"])
  }

  /// What is wrong with a value that does not fit or, in a list, with its first such element.
  private func problem(_ setting: Setting) -> String {
    if case .list(let element) = type, case .list(let settings) = setting.content,
      let wrong = settings.first(where: { !element.fits($0) })
    {
      return element.problem(wrong.inheriting(setting.secret))
    }
    let isNumber = [.int, .float, .float32, .bytes].contains(type) && setting.spelled.value(as: type) != nil
    return isNumber ? rangeProblem(setting.spelled) : .mismatch(setting, type)
  }

  private func fits(_ setting: Setting) -> Bool {
    if setting.isNull { return isOptional || type == .opaque }
    if case .list(let element) = type, case .list(let settings) = setting.content {
      return settings.allSatisfy { element.fits($0) }
    }
    return mismatch(setting, at: SettingPath(factory: "")) == nil
  }

  /// The finding for a value that has the wrong type or shape, such as a single value instead of a list.
  fileprivate func mismatch(_ written: Setting, at path: SettingPath) -> Diagnostic? {
    let setting = [.int, .float, .float32, .bool, .bytes].contains(type) ? written.spelled : written
    if case .unknown(let parameter) = setting.content {
      return type.accepts(parameter) ? nil : path.wrong(setting, type)
    }
    // YAML reads a whole number outside the range of `Int` as a float.
    if case .int = type, case .float(let number) = setting.content, number.isFinite,
      number == number.rounded(), Int(exactly: number) == nil || number.isRoundedToLowestInt
    {
      return path.outOfRange(setting, self)
    }
    guard setting.value(as: type) != nil else {
      var finding = path.wrong(setting, type)
      // The elements of a parameter's value are elsewhere. An alias may refer to an anchor before the element.
      let (list, bracket) = (setting.location, UInt8(ascii: "["))
      if case .list(let elements) = setting.content, elements.count == 1, let element = elements.first,
        element.content.scalar != nil, fits(element), list.bytes.first == bracket, !list.isTagged,
        element.location.file === list.file, element.location.lastBefore == list.range.lowerBound
      {
        finding.offer("remove the brackets", .replacing(value: list, with: element.location.text))
      }
      return finding
    }
    return isInRange(setting) ? nil : path.outOfRange(setting, self)
  }

  private func isInRange(_ setting: Setting) -> Bool {
    if type == .float32, case .float(let number) = setting.content {
      return !number.isFinite || abs(number) <= SettingType.greatestFloat
    }
    let number: Int
    switch setting.content {
    case .int(let value): number = value
    case .float(let value): number = Int(exactly: value) ?? 0
    default: return true
    }
    return number >= minimum ?? .min && number <= maximum ?? .max
  }
}
