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
    guard let catalog = focus.catalog, let key = finding.absent.map(ServiceKey.init),
      let place = place(in: .services, near: location)
    else { return [] }
    let factories = catalog.factories(giving: key).filter { isSound($0, for: key, catalog) }
    return factories.prefix(4).map { factory in
      let required = factory.settings?.fields.filter(\.isRequired) ?? []
      let name = FlowText.scalar(key.text)
      let entry =
        required.isEmpty
        ? "\(name): \(FlowText.scalar(factory.name))"
        : "\(name): { factory: \(FlowText.scalar(factory.name)), settings: { "
          + required.map { "\(FlowText.scalar($0.name)): \($0.sample)" }.joined(separator: ", ") + " } }"
      return Remedy(title: "define \(key) by \(factory.name)", edits: [place.edit(adding: entry)])
    }
  }

  /// Whether a service by the factory leads to no finding itself: nothing that the factory needs is missing, or needs
  /// the service in turn.
  private func isSound(_ factory: CatalogFactory, for key: ServiceKey, _ catalog: CatalogIndex) -> Bool {
    guard factory.deprecated == nil else { return false }
    return graphs.allSatisfy { graph in
      let targets = graph.missing(key)
      guard !targets.isEmpty else { return true }
      var needed: [Int] = []
      for slot in factory.dependencies where slot.kind != .optional {
        let wanted = catalog.names.key(slot.key)
        let found = slot.kind == .all ? graph.collection(of: wanted) : graph.nodes[wanted]
        guard let found else { return false }
        needed.append(found)
      }
      let holders = graph.holders(of: targets)
      var seen = Set(needed)
      while let node = needed.popLast() {
        if holders.contains(node) { return false }
        for next in graph.graph.neighbors(of: node) where seen.insert(next.target).inserted {
          needed.append(next.target)
        }
      }
      return true
    }
  }

  private func declaringParameter(at location: SourceLocation) -> [Remedy] {
    var name = text(at: location)
    if name.hasPrefix("${"), name.hasSuffix("}") { name = String(name.dropFirst(2).dropLast()) }
    guard !name.isEmpty, let type = type(ofParameterAt: location), let place = place(in: .parameters, near: location)
    else { return [] }
    let entry = "\(name): { \(type.isEmpty ? "" : "type: \(type), ")env: \(name.asVariable) }"
    return [Remedy(title: "declare the parameter \(name)", edits: [place.edit(adding: entry)])]
  }

  /// The type of a parameter for its place: that of the setting, if the parameter is its whole value, or the values of
  /// its `select`. Empty for text; `nil` if the place does not tell it.
  private func type(ofParameterAt location: SourceLocation) -> String? {
    let outline = Outline(location.file.bytes)
    guard let node = outline.scalar(at: location.range.lowerBound + 1),
      outline.contentRange(of: node) == location.range
    else { return "" }
    let path = outline.path(of: node)
    let place = Place.at(path, in: outline)
    if place.scalar(at: path) == .choosingParameter {
      let cases = outline.node(at: Array(path.dropLast()) + [.key(ServiceField.cases.rawValue)])
      guard let cases, case .mapping(let entries) = outline.nodes[cases].content, !entries.isEmpty else { return nil }
      let values = entries.map { outline.text(of: $0.key) }
      return Set(values) == ["true", "false"] ? ParameterType.bool.rawValue : enumeration(of: values)
    }
    switch focus.setting(at: place, in: outline)?.type {
    case .enumeration(let cases)?: return enumeration(of: cases.map(\.caseText))
    case let type?: return ParameterType(rawValue: type.name).flatMap { $0 == .string ? nil : $0.rawValue } ?? ""
    case nil: return ""
    }
  }

  private func enumeration(of values: [String]) -> String {
    "\(ParameterType.enum.rawValue), of: [\(values.map(FlowText.scalar).joined(separator: ", "))]"
  }

  private var graphs: [DependencyGraph] { focus.manifests.compactMap(\.graph) }

  private func text(at location: SourceLocation) -> String {
    String(decoding: location.file.bytes[location.range.clamped(to: 0..<location.file.bytes.count)], as: UTF8.self)
  }

  /// The place for a new entry near a finding; for one in an overlay, in the manifest that it changes.
  private func place(in section: ManifestKey, near location: SourceLocation) -> SectionPlace? {
    guard Place.root(of: Outline(location.file.bytes)) == .file(.overlay) else {
      return SectionPlace(section, in: location.file)
    }
    for manifest in focus.manifests {
      let path = manifest.source.input.path
      if let entry = manifest.composed?.files.first(where: { $0.file.path == path }) {
        return SectionPlace(section, in: entry.file)
      }
    }
    return nil
  }
}

extension DependencyGraph {
  /// The only collection of a type.
  fileprivate func collection(of element: ServiceKey) -> Int? {
    let fitting = collections.indices.filter { position in
      collections[position].entry.element.value == element
    }
    return fitting.count == 1 ? keys.count + fitting[0] : nil
  }

  fileprivate func missing(_ key: ServiceKey) -> [MissingTarget] {
    missing.filter { if case .key(key) = $0.reason { true } else { false } }
  }

  /// The nodes of the services that need what is missing.
  fileprivate func holders(of targets: [MissingTarget]) -> Set<Int> {
    Set(targets.compactMap { if case .version(let version) = $0.holder { versions[version].node } else { nil } })
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
