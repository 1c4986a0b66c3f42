import ConfigDI

extension ManifestSchema {
  /// The schema for a factory's settings. No setting is required, since an overlay may add missing settings.
  func settings(of factory: CatalogFactory) -> JSON {
    guard let schema = factory.settings else { return object([], isOpaque: false).orNull() }
    if schema.isOpaque, schema.fields.isEmpty { return true }
    return object(schema.fields, isOpaque: schema.isOpaque).orNull()
  }

  private func object(_ fields: [SettingsField], isOpaque: Bool) -> JSON {
    [
      "type": "object", "properties": .object(fields.map { ($0.name, setting($0)) }),
      "additionalProperties": .bool(isOpaque),
    ]
  }

  /// The schema for a setting. Its depth is bounded by the catalog reader's nesting limit.
  private func setting(_ field: SettingsField) -> JSON {
    var forms = [value(of: field)]
    switch field.type {
    case .string, .object, .map, .opaque: break
    case .duration, .bytes, .url, .date, .uuid, .base64: forms.append(.reference(to: "interpolated"))
    case .int, .float, .float32, .decimal, .bool, .enumeration, .list: forms.append(.reference(to: "placeholder"))
    }
    if field.isOptional { forms.append(["type": "null"]) }
    var notes = [field.type.name]
    if field.isOptional { notes.append("optional") }
    if let text = field.defaultText, !field.hasSecret { notes.append("default \(text)") }
    if field.isSecret { notes.append("secret: use a secret parameter as its value") }
    return field.type == .opaque ? true : JSON.anyOf(forms).described(notes.joined(separator: ", "))
  }

  private func value(of field: SettingsField) -> JSON {
    switch field.type {
    case .string: ["type": "string"]
    case .url: ["type": "string", "format": "uri"]
    case .date: .anyOf([["type": "string", "format": "date-time"], ["type": "string", "format": "date"]])
    case .uuid: ["type": "string", "format": "uuid"]
    case .base64: ["type": "string", "contentEncoding": "base64"]
    case .decimal: ["type": ["number", "string"]]
    case .int:
      .object(present: [
        "type": "integer", "minimum": field.minimum.map { .int($0) }, "maximum": field.maximum.map { .int($0) },
      ])
    case .float: ["type": "number"]
    case .float32:
      ["type": "number", "minimum": .float(-SettingType.greatestFloat), "maximum": .float(SettingType.greatestFloat)]
    case .bool: ["type": "boolean"]
    case .duration: .duration
    case .bytes: .bytes
    case .enumeration(let cases): ["enum": .array(cases.map(\.json))]
    case .object(let fields, let isOpaque): object(fields, isOpaque: isOpaque)
    case .list(let element): .list(of: setting(element))
    case .map(let element, .string): .map(to: setting(element))
    case .map(let element, .enumeration(let cases)): .map(to: setting(element), names: .choice(cases.map(\.plainText)))
    case .map(let element, _): .map(to: setting(element), names: .text(matching: "^[+-]?[0-9]+$"))
    case .opaque: true
    }
  }
}
