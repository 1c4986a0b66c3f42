/// Dictionaries whose keys are cases of an enumeration, decoded from a mapping. Swift's own decoding would expect a
/// list of alternating keys and values.
protocol NamedValues {
  /// Decodes the dictionary; `nil` if its keys are not an enumeration's cases.
  static func read(from decoder: SettingsDecoder) throws -> Any?
}

extension Dictionary: NamedValues where Key: Decodable, Value: Decodable {
  static func read(from decoder: SettingsDecoder) throws -> Any? {
    guard Key.self != String.self, let cases = EnumeratedCases(of: Key.self) else { return nil }
    guard case .map(let entries) = decoder.setting.content else {
      throw decoder.failure(.mismatch(decoder.setting, .map(of: SettingsField("", .opaque))))
    }
    var values: [Key: Value] = [:]
    for entry in entries {
      let key = NamedKey(stringValue: entry.name.value)
      guard let scalar = cases.cases.first(where: { $0.plainText == entry.name.value }) else {
        let name = Setting(.string(entry.name.value), at: entry.name.location)
        throw decoder.child(name, key).failure(.mismatch(name, cases.type), help: name.suggestions(among: cases.cases))
      }
      let name = decoder.with(Setting(scalar.content, at: entry.name.location))
      values[try name.decode(Key.self)] = try decoder.child(entry.value, key).decode(Value.self)
    }
    return values
  }
}
