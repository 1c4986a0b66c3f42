extension CatalogFactory {
  func settingsChanges(since old: CatalogFactory) -> [String] {
    guard settings != old.settings else { return [] }
    guard let settings else { return ["no longer takes settings"] }
    guard let was = old.settings else { return ["now takes settings"] }
    var changes = SettingsField.changes(from: was.fields, to: settings.fields, at: "")
    if settings.isOpaque != was.isOpaque {
      changes.append(
        settings.isOpaque ? "may now have settings that cannot be seen" : "has no settings any more that cannot be seen"
      )
    }
    if settings.type != was.type { changes.append("now takes its settings as \(settings.type), was \(was.type)") }
    return changes.isEmpty ? ["takes its settings in another order"] : changes
  }
}

extension SettingsField {
  fileprivate static func changes(from old: [SettingsField], to new: [SettingsField], at path: String) -> [String] {
    var changes: [String] = []
    for field in new {
      let name = "\(path)\(field.name)"
      guard let was = old.first(where: { $0.name == field.name }) else {
        let need = field.isOptional || field.defaultText != nil ? "has" : "needs"
        changes.append("now \(need) the setting '\(name)', \(field.type.expectation)")
        continue
      }
      changes += field.changes(since: was, name)
    }
    for field in old where !new.contains(where: { $0.name == field.name }) {
      changes.append("no longer has the setting '\(path)\(field.name)'")
    }
    return changes
  }

  private func changes(since old: SettingsField, _ name: String) -> [String] {
    guard self != old else { return [] }
    var changes: [String] = []
    if case .object(let fields, let isOpaque) = type, case .object(let oldFields, isOpaque) = old.type {
      changes = Self.changes(from: oldFields, to: fields, at: "\(name).")
    } else if type != old.type || minimum != old.minimum || maximum != old.maximum {
      changes.append("now takes \(described) for the setting '\(name)', was \(old.described)")
    }
    if isRequired != old.isRequired {
      changes.append(isRequired ? "now needs the setting '\(name)'" : "can do without the setting '\(name)'")
    } else if isOptional != old.isOptional || defaultText != old.defaultText {
      changes.append(
        "has the default \(defaultText ?? "nothing") for the setting '\(name)', was \(old.defaultText ?? "nothing")")
    }
    if isSecret != old.isSecret {
      changes.append(
        isSecret ? "now keeps the setting '\(name)' secret" : "no longer keeps the setting '\(name)' secret")
    }
    return changes.isEmpty ? ["takes the fields of the setting '\(name)' in another order"] : changes
  }

  private var isRequired: Bool { !isOptional && defaultText == nil }

  private var described: String {
    switch type {
    case .list(let element): "a list of \(element.described)"
    case .map(let element): "a mapping to \(element.described)"
    default:
      minimum == nil && maximum == nil
        ? type.expectation : "\(type.expectation) from \(minimum ?? .min) to \(maximum ?? .max)"
    }
  }
}
