import ConfigDI

/// A change that corrects a finding, if a person agrees that it is intended.
struct Remedy {
  let title: String
  let edits: [(location: SourceLocation, text: String)]
  var isPreferred = false
}

/// Remedies besides the fixes of findings. What one finding needs to be known is kept for the next.
final class Remedies {
  private let focus: Focus
  private var outlines: [ObjectIdentifier: Outline] = [:]
  private var sections: [SectionIdentity: SectionPlace?] = [:]
  private var writtenEdges: [SourceLocation: DependencyGraph.Edge]?
  private var missing: [ServiceKey: [Set<Int>?]] = [:]
  /// The edges that searches for sound remedies may still follow: what would take longer to judge is not offered.
  private var stepsLeft = Limits().steps

  private struct SectionIdentity: Hashable {
    let section: ManifestKey
    let file: ObjectIdentifier
  }

  init(focus: Focus) {
    self.focus = focus
  }

  func remedies(for finding: Diagnostic) -> [Remedy] {
    guard let location = finding.place else { return [] }
    switch finding.rule {
    case .dependencyCycle: return deferring(finding)
    case .missingService, .missingArgument: return definingService(finding, at: location)
    case .unknownParameter: return declaringParameter(at: location)
    case .missingSetting: return keepingInitialValue(finding)
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
      guard let edge = edge(writtenAt: place), edge.kind == .instance else { return [] }
      let key = text(at: place)
      return [ReferenceKind.lazy, .provider].compactMap { kind in
        if let slot = edge.argument?.slot, slot.kind != kind { return nil }
        return Remedy(
          title: "make the edge to \(key) \(kind == .lazy ? "lazy" : "a provider")",
          edits: [(place, "{ \(kind.rawValue): \(key) }")])
      }
    }
  }

  /// Makes the initial value of a property, which decoding ignores, a default of its settings type.
  private func keepingInitialValue(_ finding: Diagnostic) -> [Remedy] {
    guard let name = finding.absent, let sources = focus.checked?.swift,
      let factory = factory(ofSettings: finding.symbol, name), let type = factory.settings?.type
    else { return [] }
    let module = factory.file?.split(separator: "/").first.map { "\($0)." } ?? ""
    guard let place = sources.declaration(ofType: module + type),
      let values = InitialValues(ofTypeAt: place.range.lowerBound, in: place.file.bytes),
      let value = values.values.first(where: { $0.name == name }), let edit = values.edit(for: name)
    else { return [] }
    return [
      Remedy(
        title: "give \(type) the default \"\(name)\": \(value.text)",
        edits: [(place.file.location(edit.range), edit.text)])
    ]
  }

  /// The factory whose setting a finding is about: `services.KEY.settings.NAME`,
  /// `services.KEY.decorators.FACTORY.settings.NAME` or `lifecycle.PHASE.FACTORY.settings.NAME`.
  private func factory(ofSettings symbol: String?, _ name: String) -> CatalogFactory? {
    guard let symbol, let catalog = focus.catalog, symbol.hasSuffix(".settings.\(name)") else { return nil }
    let owner = symbol.dropLast(".settings.\(name)".count)
    if let factory = catalog.catalog.factories.first(where: { factory in
      owner.hasSuffix(".decorators.\(factory.name)")
        || owner.hasPrefix("lifecycle.") && owner.hasSuffix(".\(factory.name)")
    }) {
      return factory
    }
    for graph in graphs {
      for version in graph.versions where "services.\(version.service.key.value)" == owner {
        if case .factory(let name) = version.service.kind { return catalog.factory(named: name.value) }
      }
    }
    return nil
  }

  private func edge(writtenAt place: SourceLocation) -> DependencyGraph.Edge? {
    let known =
      writtenEdges
      ?? Dictionary(
        graphs.lazy.flatMap(\.edges).filter { $0.argument?.isWritten == true }.map { ($0.location, $0) },
        uniquingKeysWith: { first, _ in first })
    writtenEdges = known
    return known[place]
  }

  /// Adds a service by the catalog's factories for the key, with its required settings.
  private func definingService(_ finding: Diagnostic, at location: SourceLocation) -> [Remedy] {
    guard let catalog = focus.catalog, let key = finding.absent.map(ServiceKey.init),
      let place = place(in: .services, near: location)
    else { return [] }
    let factories = catalog.factories(giving: key).lazy.filter { self.isSound($0, for: key, catalog) }
    return Array(factories.prefix(4)).map { factory in
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
    let allHolders = missing[key] ?? graphs.map { $0.holders(of: $0.missing(key)) }
    missing[key] = allHolders
    return zip(graphs, allHolders).allSatisfy { graph, holders in
      guard let holders else { return true }
      var needed: [Int] = []
      for slot in factory.dependencies where slot.kind != .optional {
        let wanted = catalog.names.key(slot.key)
        let found = slot.kind == .all ? graph.collection(of: wanted) : graph.nodes[wanted]
        guard let found else { return false }
        needed.append(found)
      }
      var seen = Set(needed)
      while let node = needed.popLast() {
        stepsLeft -= 1 + graph.graph.neighbors(of: node).count
        if holders.contains(node) || stepsLeft < 0 { return false }
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
    let outline = outline(of: location.file)
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
    guard Place.root(of: outline(of: location.file)) == .file(.overlay) else {
      return place(in: section, of: location.file)
    }
    for manifest in focus.manifests {
      let path = manifest.source.input.path
      if let entry = manifest.composed?.files.first(where: { $0.file.path == path }) {
        return place(in: section, of: entry.file)
      }
    }
    return nil
  }

  private func place(in section: ManifestKey, of file: SourceFile) -> SectionPlace? {
    let identity = SectionIdentity(section: section, file: ObjectIdentifier(file))
    if let known = sections[identity] { return known }
    let place = SectionPlace(section, in: outline(of: file), file)
    sections[identity] = place
    return place
  }

  private func outline(of file: SourceFile) -> Outline {
    if let known = outlines[ObjectIdentifier(file)] { return known }
    let outline = Outline(file.bytes)
    outlines[ObjectIdentifier(file)] = outline
    return outline
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

  /// The nodes of the services that need what is missing; `nil` if nothing is.
  fileprivate func holders(of targets: [MissingTarget]) -> Set<Int>? {
    targets.isEmpty
      ? nil
      : Set(targets.compactMap { if case .version(let version) = $0.holder { versions[version].node } else { nil } })
  }
}

extension SettingsField {
  /// A placeholder of the right type, to be changed by hand.
  fileprivate var sample: String {
    switch type {
    case .string, .opaque: "\"\""
    case .url, .date, .uuid, .base64: FlowText.scalar(type.example)
    case .int: String(minimum ?? 0)
    case .float, .float32, .decimal: "0.0"
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
