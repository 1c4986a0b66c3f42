/// Dictionaries whose keys are whole numbers or cases of an enumeration, decoded from a mapping. For the latter, Swift's
/// own decoding would expect a list of alternating keys and values.
protocol NamedValues {
  /// Decodes the dictionary; `nil` if its keys are neither whole numbers nor an enumeration's cases.
  static func read(from decoder: SettingsDecoder) throws -> Any?
}

extension Dictionary: NamedValues where Key: Decodable, Value: Decodable {
  static func read(from decoder: SettingsDecoder) throws -> Any? {
    let cases = EnumeratedCases(of: Key.self)
    guard Key.self == Int.self || (Key.self != String.self && cases != nil) else { return nil }
    guard case .map(let entries) = decoder.setting.content else {
      throw decoder.failure(.mismatch(decoder.setting, .map(of: SettingsField("", .opaque))))
    }
    var values: [Key: Value] = [:]
    for entry in entries {
      let key = NamedKey(stringValue: entry.name.value)
      let scalar =
        if let cases { cases.cases.first { $0.plainText == entry.name.value } } else {
          Int(entry.name.value).map { Scalar.int($0) }
        }
      guard let scalar else {
        let name = Setting(.string(entry.name.value), at: entry.name.location)
        throw decoder.child(name, key).failure(
          .mismatch(name, cases?.type ?? .int), help: cases.map { name.suggestions(among: $0.cases) } ?? [])
      }
      let name = try decoder.with(Setting(scalar.content, at: entry.name.location)).decode(Key.self)
      let value = try decoder.child(entry.value, key).decode(Value.self)
      // A default, which comes last, may spell a key otherwise: 1 and 01 are the same number.
      if values[name] == nil { values[name] = value }
    }
    return values
  }
}
