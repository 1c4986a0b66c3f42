/// A settings tree, made of YAML nodes, literals, or values with parameters filled in.
package protocol SettingTree {
  var isNull: Bool { get }
  /// Changes each element. Returns `false` if this is not a list.
  mutating func changeElements(_ change: (inout Self) -> Void) -> Bool
  /// Changes the value of each entry. Returns `false` if this is not a mapping.
  mutating func changeEntries(_ change: (_ name: String, inout Self) -> Void) -> Bool
}

extension SettingTree {
  mutating func changeScalars(_ change: (inout Self) -> Void) {
    guard !changeElements({ $0.changeScalars(change) }), !changeEntries({ $1.changeScalars(change) }) else { return }
    change(&self)
  }

  /// Marks each secret value with its field's name. A value of the wrong form is also marked if its field has secret
  /// parts.
  package mutating func markSecrets(_ fields: [SettingsField], _ mark: (inout Self, _ name: String) -> Void) {
    guard !isNull, let first = fields.first(where: \.hasSecret) else { return }
    if !markEntries(fields, mark) { mark(&self, first.name) }
  }

  private mutating func markEntries(_ fields: [SettingsField], _ mark: (inout Self, _ name: String) -> Void) -> Bool {
    changeEntries { name, value in
      if let field = fields.secret(named: name) { value.markSecrets(field, as: field.name, mark) }
    }
  }

  private mutating func markSecrets(
    _ field: SettingsField, as name: String, _ mark: (inout Self, _ name: String) -> Void
  ) {
    guard field.hasSecret, !isNull else { return }
    let isMarked =
      switch field.type {
      case _ where field.isSecret: false
      case .object(let fields, _): markEntries(fields, mark)
      case .list(let element): changeElements { $0.markSecrets(element, as: name, mark) }
      case .map(let element, _): changeEntries { $1.markSecrets(element, as: name, mark) }
      default: false
      }
    if !isMarked { mark(&self, name) }
  }
}

extension [SettingsField] {
  /// The secret field with this name or, if the name is misspelled, the secret field that is probably meant.
  package func secret(named name: String) -> SettingsField? {
    if let field = first(where: { $0.name == name }) { return field.hasSecret ? field : nil }
    let secrets = filter(\.hasSecret)
    guard Spelling.mayMean(name, anyOf: Set(secrets.map(\.name))) else { return nil }
    let meant = Spelling.suggestions(for: name, among: secrets.map(\.name)).first
    return secrets.first { $0.name == meant } ?? secrets.first
  }
}

extension Setting: SettingTree {
  mutating func markSecret(named name: String) {
    if secret == nil { secret = name }
  }

  package mutating func changeElements(_ change: (inout Setting) -> Void) -> Bool {
    guard case .list(var elements) = content else { return false }
    for index in elements.indices { change(&elements[index]) }
    content = .list(elements)
    return true
  }

  package mutating func changeEntries(_ change: (String, inout Setting) -> Void) -> Bool {
    guard case .map(var entries) = content else { return false }
    for index in entries.indices { change(entries[index].name.value, &entries[index].value) }
    content = .map(entries)
    return true
  }
}
