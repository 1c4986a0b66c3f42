/// Finds possible secrets in text that is not YAML: scalars whose keys were secret when the file was last valid,
/// scalars whose keys are named like a secret, and scalars in entries that say `secret`.
struct UnreadSecrets {
  /// The names of secret settings, which count as secret only below `settings`.
  let settings: Set<String>

  init(_ catalog: Catalog?) {
    settings = Set((catalog?.factories ?? []).flatMap { $0.settings?.fields.secretNames ?? [] })
  }

  /// The names of the parameters that a file which is not YAML declares secret.
  func parameters(of file: SourceFile) -> Set<String> { outline(of: file, []).secretParameters }

  private func outline(of file: SourceFile, _ names: Set<String>) -> OutlineOfUnread {
    OutlineOfUnread(file.bytes) { Self.values.contains($0) || isSecret($0, names) }
  }

  /// - Parameters:
  ///   - declared: The names of the parameters that the manifest's files declare secret.
  ///   - lastReading: The same file as it was when last valid.
  func hide(in file: SourceFile, declared: Set<String> = [], lastReading: SourceFile? = nil) {
    let known = declared.union(lastReading?.hiddenNames ?? [])
    let text = outline(of: file, known)
    let names = known.union(text.secretParameters)
    let own = text.changesOtherFiles ? text.ownParameters : nil
    var found: [Int: String?] = [:]
    for scalar in text.scalars {
      guard let owner = scalar.owner else { continue }
      let known =
        found[owner] ?? secret(around: owner, in: text, names) ?? own.flatMap { text.otherParameter(around: owner, $0) }
      found[owner] = .some(known)
      guard let name = known else { continue }
      let bytes = file.bytes[scalar.range]
      if text.keys[owner].name == ParameterKey.secret.rawValue {
        let word = String(decoding: bytes, as: UTF8.self).lowercased()
        if LooseValue.truth(word) != nil || word == "null" || word == "~" { continue }
      }
      for part in LiteralText.parts(of: bytes) { file.hide(part, as: name) }
    }
  }

  private static let values: Set<String> = [ParameterKey.value.rawValue, ParameterKey.default.rawValue]

  /// The name of the secret in a key's value; `nil` if the value is not secret.
  private func secret(around key: Int, in text: OutlineOfUnread, _ names: Set<String>) -> String? {
    let path = Array(sequence(first: key) { text.keys[$0].parent }.prefix(OutlineOfUnread.deepest))
    // Searching further for each of them would take too long.
    if path.count == OutlineOfUnread.deepest { return text.keys[key].name }
    let named = path.filter { !text.keys[$0].name.isEmpty }.map { text.keys[$0].name }
    guard !named.contains(where: Self.wiring.contains) else { return nil }
    let isSetting = named.contains(ServiceField.settings.rawValue)
    let holder = path.firstIndex { isValue($0, ofSecretIn: text) } ?? (text.keys[key].saysSecret ? 0 : nil)
    if let holder {
      return path[holder...].lazy.map { text.keys[$0].name }.first { !$0.isEmpty && !Self.values.contains($0) }
        ?? ParameterKey.secret.rawValue
    }
    for (index, name) in named.enumerated() {
      let holder = index + 1 < named.count ? named[index + 1] : ""
      if isSecret(name, isSetting ? names.union(settings) : names), !Self.holdsNames.contains(holder) { return name }
      let isValue = Self.values.contains(name) || ParameterKey(rawValue: name) == nil
      guard isValue, ServiceField(rawValue: name).map({ $0 == .settings }) ?? true else { return nil }
    }
    return nil
  }

  /// Whether a key belongs to an entry that says `secret`, and may hold the entry's value.
  private func isValue(_ key: Int, ofSecretIn text: OutlineOfUnread) -> Bool {
    guard let parent = text.keys[key].parent, text.keys[parent].saysSecret else { return false }
    return Self.values.contains(text.keys[key].name) || ParameterKey(rawValue: text.keys[key].name) == nil
  }

  /// The keys whose values are names in the wiring rather than settings.
  private static let wiring: Set<String> = [
    "dependencies", "cases", "roots", "collect", "imports", "overlays", "scopes", "collections",
  ]
  /// The sections whose entries are keyed by service or phase, where a scalar is a factory's name.
  private static let holdsNames: Set<String> = ["services", "lifecycle"]

  /// Whether a name belongs to a secret or resembles such a name.
  private func isSecret(_ name: String, _ names: Set<String>) -> Bool {
    if names.contains(name) { return true }
    // Words are separated as in the name of a variable: `db.apiKey` is `DB_API_KEY`.
    let words = String.variable(for: name).lowercased().split(separator: "_").map(String.init)
    return words.contains(where: Self.telling.contains)
      || zip(words, words.dropFirst()).contains { $1 == "key" && Self.kindsOfKeys.contains($0) }
  }

  private static let telling: Set<String> = [
    "password", "passwd", "pwd", "passphrase", "passcode", "secret", "secrets", "token", "credential", "credentials",
    "apikey",
  ]
  private static let kindsOfKeys: Set<String> = ["api", "access", "private", "signing", "encryption", "secret"]
}

extension SourceFile {
  /// Creates a file from text that cannot be read as a manifest, with possible secrets hidden.
  package static func unread(_ path: String, _ bytes: [UInt8], _ catalog: Catalog? = nil) -> SourceFile {
    let file = SourceFile(path: path, bytes: bytes)
    UnreadSecrets(catalog).hide(in: file)
    return file
  }
}

extension [SettingsField] {
  /// The names of all secret fields, however deeply nested.
  fileprivate var secretNames: [String] {
    filter(\.hasSecret).flatMap { field -> [String] in
      if case .object(let fields, _) = field.type, !field.isSecret { return fields.secretNames }
      return [field.name]
    }
  }
}
