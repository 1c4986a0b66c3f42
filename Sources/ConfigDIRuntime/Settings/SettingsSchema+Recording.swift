extension SettingsSchema {
  /// The schema of a settings type, with its defaults; opaque if it cannot be found out.
  init(of type: any ServiceSettings.Type) {
    let shape = SchemaRecorder().shape(of: type)
    let name = TypeName.short(type)
    guard case .object(let fields, let isOpaque) = shape.field.type else {
      self.init(type: name, isOpaque: true)
      return
    }
    self.init(type: name, fields: fields, isOpaque: isOpaque)
  }
}

extension SettingType {
  /// An object's fields with the defaults that its type declares.
  func with(_ defaults: [(name: String, value: SettingDefault)]) -> SettingType {
    guard case .object(var fields, let isOpaque) = self else { return self }
    for (name, value) in defaults {
      guard let index = fields.firstIndex(where: { $0.name == name }) else { continue }
      fields[index].defaultText = value.text
      if case .map(let nested) = value.content { fields[index].type = fields[index].type.with(nested) }
      if fields[index].hasSecret { fields[index].hideDefault() }
    }
    return .object(fields: fields, isOpaque: isOpaque)
  }
}

extension SettingDefault {
  /// The default as text; a list or an object as JSON.
  var text: String {
    if case .string(let text) = content { return text }
    return json.text
  }

  private var json: JSONText {
    switch content {
    case .bool(let truth): .bool(truth)
    case .int(let number): .int(number)
    case .float(let number): .float(number)
    case .string(let text): .string(text)
    case .list(let elements): .list(elements.map(\.json))
    case .map(let entries): .object(entries.map { ($0.name, $0.value.json) })
    }
  }
}
