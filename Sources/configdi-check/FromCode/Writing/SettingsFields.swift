import ConfigDI

/// The fields of settings types, from the symbol graph, and their defaults, from the text of the files.
struct SettingsFields {
  private let types: PackageTypes
  private let files: any FileAccess

  init(_ types: PackageTypes, _ files: any FileAccess) {
    self.types = types
    self.files = files
  }

  /// The fields that a manifest must give, in the order of the declaration.
  func required(of candidate: Candidate) -> [(name: String, type: String)] {
    guard let settings = candidate.settings else { return [] }
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

  /// The required fields that have an initial value, which decoding ignores, with the line that makes it a default.
  func ignoredValues(of candidate: Candidate) -> (names: [String], line: String)? {
    guard let settings = candidate.settings, let place = settings.place,
      let bytes = try? files.read(place.path, limit: Limits().fileBytes)
    else { return nil }
    let lineStart = bytes.indices.filter { bytes[$0] == 0x0A }.dropFirst(max(place.line, 2) - 2).first
    guard let values = InitialValues(ofTypeAt: place.line < 2 ? 0 : lineStart ?? 0, in: bytes) else { return nil }
    let required = required(of: candidate).map(\.name)
    let names = values.values.map(\.name).filter(required.contains)
    return values.line(for: names).map { (names, $0) }
  }

  private static func type(of property: CodeSymbol) -> String? {
    let text = property.declaration
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let type = text[text.index(after: colon)...]
    return String((type.firstIndex(of: "=").map { type[..<$0] } ?? type).trimmingSpaces)
  }

  /// The names in `static let defaults: SettingDefaults = ["timeout": "30s"]`.
  private func defaults(_ property: CodeSymbol) -> Set<String> {
    guard let place = property.place, let bytes = try? files.read(place.path, limit: Limits().fileBytes) else {
      return []
    }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst(place.line - 1)
    let tokens = SwiftToken.tokens(of: Array(lines.joined(separator: [0x0A])))
    guard let start = tokens.firstIndex(where: { $0.text == "[" && $0.kind == .sign }) else { return [] }
    var names: Set<String> = []
    var depth = 0
    for index in start..<tokens.count {
      let token = tokens[index]
      if token.kind == .string, depth == 1, index + 1 < tokens.count, tokens[index + 1].text == ":" {
        names.insert(token.text)
      }
      guard token.kind == .sign else { continue }
      if "([{".contains(token.text) { depth += 1 }
      if ")]}".contains(token.text) { depth -= 1 }
      if depth == 0 { break }
    }
    return names
  }
}
