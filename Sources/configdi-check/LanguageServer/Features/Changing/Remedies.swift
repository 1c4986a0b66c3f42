import ConfigDI

/// A change that corrects a finding, if a person agrees that it is intended.
struct Remedy {
  let title: String
  let edits: [(location: SourceLocation, text: String)]
  var isPreferred = false
}

/// Remedies besides the fixes of a finding.
struct Remedies {
  let focus: Focus

  func remedies(for finding: Diagnostic) -> [Remedy] {
    guard let location = finding.place else { return [] }
    switch finding.rule {
    case .dependencyCycle: return deferring(finding)
    case .missingService, .missingArgument: return definingService(finding, at: location)
    case .unknownParameter: return declaringParameter(at: location)
    default: return []
    }
  }

  /// Makes an edge of a cycle lazy or a provider, if the factory takes that; without a catalog, both are offered.
  private func deferring(_ finding: Diagnostic) -> [Remedy] {
    var seen: Set<SourceLocation> = []
    let places = ([finding.place].compactMap { $0 } + finding.related.map(\.location)).filter {
      seen.insert($0).inserted
    }
    return places.flatMap { place -> [Remedy] in
      guard
        let edge = graphs.lazy.flatMap(\.edges).first(where: { edge in
          edge.location == place && edge.argument?.isWritten == true
        }), edge.kind == .instance
      else { return [] }
      let key = text(at: place)
      return [ReferenceKind.lazy, .provider].compactMap { kind in
        if let slot = edge.argument?.slot, slot.kind != kind { return nil }
        return Remedy(
          title: "make the edge to \(key) \(kind == .lazy ? "lazy" : "a provider")",
          edits: [(place, "{ \(kind.rawValue): \(key) }")])
      }
    }
  }

  /// Adds a service by the catalog's factories for the key, with its required settings.
  private func definingService(_ finding: Diagnostic, at location: SourceLocation) -> [Remedy] {
    guard let catalog = focus.catalog else { return [] }
    let missing = graphs.lazy.flatMap(\.missing).first { $0.location == location }
    guard case .key(let key)? = missing?.reason else { return [] }
    guard let (place, indent) = end(of: .services, near: location) else { return [] }
    return catalog.factories(giving: key).prefix(4).map { factory in
      let required = factory.settings?.fields.filter(\.isRequired) ?? []
      let name = FlowText.scalar(key.text)
      let entry =
        required.isEmpty
        ? "\(name): \(FlowText.scalar(factory.name))"
        : "\(name): { factory: \(FlowText.scalar(factory.name)), settings: { "
          + required.map { "\(FlowText.scalar($0.name)): \($0.sample)" }.joined(separator: ", ") + " } }"
      return Remedy(title: "define \(key) by \(factory.name)", edits: [(place, "\(indent)\(entry)\n")])
    }
  }

  private func declaringParameter(at location: SourceLocation) -> [Remedy] {
    var name = text(at: location)
    if name.hasPrefix("${"), name.hasSuffix("}") { name = String(name.dropFirst(2).dropLast()) }
    guard !name.isEmpty, let (place, indent) = end(of: .parameters, near: location) else { return [] }
    let type = type(ofParameterAt: location).map { "type: \($0), " } ?? ""
    return [
      Remedy(
        title: "declare the parameter \(name)",
        edits: [(place, "\(indent)\(name): { \(type)env: \(name.asVariable) }\n")])
    ]
  }

  /// The parameter type that a setting needs, if its value is only the parameter; `nil` for text.
  private func type(ofParameterAt location: SourceLocation) -> String? {
    let outline = Outline(location.file.bytes)
    guard let node = outline.scalar(at: location.range.lowerBound + 1),
      outline.contentRange(of: node) == location.range
    else { return nil }
    let place = Place.at(outline.path(of: node), in: outline)
    switch focus.setting(at: place, in: outline)?.type {
    case .enumeration(let cases)?:
      return "enum, of: [\(cases.map { FlowText.scalar($0.caseText) }.joined(separator: ", "))]"
    case let type?: return ParameterType(rawValue: type.name).flatMap { $0 == .string ? nil : $0.rawValue }
    case nil: return nil
    }
  }

  private var graphs: [DependencyGraph] { focus.manifests.compactMap(\.graph) }

  private func text(at location: SourceLocation) -> String {
    String(decoding: location.file.bytes[location.range.clamped(to: 0..<location.file.bytes.count)], as: UTF8.self)
  }

  /// The place for a new entry of a section, in the text that was checked; a missing section is added.
  private func end(of section: ManifestKey, near location: SourceLocation) -> (place: SourceLocation, indent: String)? {
    let file = location.file
    let outline = Outline(file.bytes)
    guard let root = outline.documents.first, outline.text(ManifestKey.kind.rawValue, in: root) != "overlay" else {
      return nil
    }
    let lineBreak = file.bytes.last.map { $0 == 0x0A || $0 == 0x0D } ?? true ? "" : "\n"
    guard let node = outline.value(section.rawValue, in: root) else {
      return (file.location(file.bytes.count..<file.bytes.count), "\(lineBreak)\(section.rawValue):\n  ")
    }
    guard case .mapping(let entries) = outline.nodes[node].content, let first = entries.first,
      file.bytes[outline.nodes[node].range.lowerBound] != UInt8(ascii: "{")
    else { return nil }
    let start = outline.lineStart(of: outline.nodes[first.key].range.lowerBound)
    return (
      file.location(start..<start),
      String(repeating: " ", count: outline.indent(ofLineAt: outline.nodes[first.key].range.lowerBound))
    )
  }
}

extension SettingsField {
  /// A placeholder of the right type, to be changed by hand.
  fileprivate var sample: String {
    switch type {
    case .string, .url, .date, .opaque: "\"\""
    case .int: String(minimum ?? 0)
    case .float: "0.0"
    case .bool: "false"
    case .duration: "1s"
    case .bytes: "1KiB"
    case .enumeration(let cases): cases.first.map { FlowText.scalar($0.caseText) } ?? "\"\""
    case .object(let fields, _):
      "{ \(fields.filter(\.isRequired).map { "\(FlowText.scalar($0.name)): \($0.sample)" }.joined(separator: ", ")) }"
    case .list: "[]"
    case .map: "{}"
    }
  }
}

extension String {
  /// A parameter's name in the form of variables: `DB_POOL_SIZE` for `db.poolSize`.
  fileprivate var asVariable: String {
    var result = ""
    var wasLower = false
    for character in self {
      if character.isUppercase, wasLower { result += "_" }
      wasLower = character.isLowercase || character.isNumber
      result += character.isLetter || character.isNumber ? character.uppercased() : "_"
    }
    return result
  }
}
