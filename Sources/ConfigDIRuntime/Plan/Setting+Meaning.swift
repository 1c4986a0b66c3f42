extension Setting {
  /// A fingerprint of its value and of the secrets in it: equal for two settings that decode to the same, wherever and
  /// in whatever order they are written.
  package var fingerprint: Fingerprint {
    var result = Fingerprint()
    result.combine(secret ?? "")
    switch content {
    case .null: result.combine(0)
    case .bool(let value): result.combine(value ? 2 : 1)
    case .int(let value):
      result.combine(3)
      result.combine(value)
    case .float(let value):
      result.combine(4)
      result.combine(value.bitPattern)
    case .string(let value):
      result.combine(5)
      result.combine(value)
    case .list(let elements):
      result.combine(6)
      for element in elements { result.combine(element.fingerprint) }
    case .map(let entries):
      result.combine(7)
      for entry in entries.sorted(by: { $0.name.value < $1.name.value }) {
        result.combine(entry.name.value)
        result.combine(entry.value.fingerprint)
      }
    case .unknown(let type):
      result.combine(8)
      result.combine(type?.rawValue ?? "")
    }
    return result
  }

  /// The text of every scalar with a secret in it, with the secret's name.
  ///
  /// - Parameter name: The secret around it, if there is one.
  func secretTexts(under name: String? = nil) -> [(text: String, name: String)] {
    let name = secret ?? name
    func text(_ text: String) -> [(text: String, name: String)] {
      name.map { text.isEmpty ? [] : [(text, $0)] } ?? []
    }
    return switch content {
    case .null, .unknown: []
    case .bool(let value): text("\(value)")
    case .int(let value): text("\(value)")
    case .float(let value): text("\(value)")
    case .string(let value): text(value)
    case .list(let elements): elements.flatMap { $0.secretTexts(under: name) }
    case .map(let entries): entries.flatMap { $0.value.secretTexts(under: name) }
    }
  }

  /// The setting with the parts that the fields call secret marked as such, by the fields' names; all of it if it is no
  /// mapping, where they need one.
  package func hiding(_ fields: [SettingsField]) -> Setting {
    guard case .map(var entries) = content else {
      var hidden = self
      if !isNull { hidden.secret = secret ?? fields.first(where: \.hasSecret)?.name }
      return hidden
    }
    for index in entries.indices {
      guard let field = fields.secret(named: entries[index].name.value) else { continue }
      if case .object(let inner, _) = field.type, !field.isSecret {
        entries[index].value = entries[index].value.hiding(inner)
      } else if entries[index].value.secret == nil {
        entries[index].value.secret = field.name
      }
    }
    return Setting(.map(entries), at: location, secret: secret)
  }
}

extension Literal {
  /// The literal with the parts that the fields call secret replaced by the fields' names. A parameter that is named
  /// alone stays: it tells nothing.
  func hiding(_ fields: [SettingsField]) -> Literal {
    guard case .map(var entries) = content else {
      guard let field = fields.first(where: \.hasSecret), !isOneParameter else { return self }
      return hidden(by: field)
    }
    for index in entries.indices {
      let (name, value) = (entries[index].name, entries[index].value)
      guard let field = fields.secret(named: name.value) else { continue }
      if case .object(let inner, _) = field.type, !field.isSecret {
        entries[index] = Entry(name, value.hiding(inner))
      } else if !value.isOneParameter {
        entries[index] = Entry(name, value.hidden(by: field))
      }
    }
    return Literal(.map(entries), at: location)
  }

  private func hidden(by field: SettingsField) -> Literal {
    Literal(.scalar(.null, text: "<secret \(field.name)>"), at: location)
  }

  private var isOneParameter: Bool {
    if case .template(let text) = content { text.soleParameter != nil } else { false }
  }
}

extension [SettingsField] {
  /// The secret field with a name, or with the name that a misspelt one may mean.
  fileprivate func secret(named name: String) -> SettingsField? {
    if let field = first(where: { $0.name == name }) { return field.hasSecret ? field : nil }
    let secrets = filter(\.hasSecret)
    let meant = Spelling.suggestions(for: name, among: secrets.map(\.name)).first
    return secrets.first { $0.name == meant }
  }
}
