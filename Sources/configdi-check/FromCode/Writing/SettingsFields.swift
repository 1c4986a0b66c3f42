import ConfigDI

/// The fields of settings types, read from the symbol graph, and their defaults, read from the source text.
extension CandidateFinder {
  /// The settings that a manifest must give, in declaration order.
  func requiredSettings(of candidate: Candidate) -> [(name: String, type: String)] {
    guard let settings = candidate.chosen.settings else { return [] }
    let members = types.members(of: settings)
    let preset = members.first { $0.kind == .staticProperty && $0.lastName == "defaults" }.map(defaults) ?? []
    return
      members.filter { member in
        member.kind == .property && !member.declaration.contains("{") && !preset.contains(member.lastName)
      }
      .sorted { ($0.place?.line ?? 0, $0.lastName) < ($1.place?.line ?? 0, $1.lastName) }
      .compactMap { member in
        guard let type = Self.type(of: member), !type.hasSuffix("?") else { return nil }
        return (member.lastName, type)
      }
  }

  /// The required settings whose initial values decoding ignores, and the instruction that makes those values
  /// defaults.
  func ignoredValues(of candidate: Candidate) -> (names: [String], remedy: String)? {
    guard let settings = candidate.chosen.settings, let place = settings.place, let source = sources.source(of: place),
      let values = InitialValues(ofTypeAt: source.offset(of: place), in: source)
    else { return nil }
    let required = requiredSettings(of: candidate).map(\.name)
    let names = values.values.map(\.name).filter(required.contains)
    return values.remedy(for: names).map { (names, $0) }
  }

  private static func type(of property: CodeSymbol) -> String? {
    let text = property.declaration
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let type = text[text.index(after: colon)...]
    return String((type.firstIndex(of: "=").map { type[..<$0] } ?? type).trimmingSpaces)
  }

  /// The names of the settings in `static let defaults: SettingDefaults = ["timeout": "30s"]`.
  private func defaults(_ property: CodeSymbol) -> Set<String> {
    guard let place = property.place, let source = sources.source(of: place) else { return [] }
    let text = source.text
    guard let open = source.lexemes(from: source.offset(of: place)).first(where: { text.isSign($0, "[") }) else {
      return []
    }
    let names = source.brackets.contents(of: open).filter {
      text.lexemes[$0].kind == .string && text.isSign($0 + 1, ":")
    }
    return Set(names.map { text.string($0) })
  }
}
