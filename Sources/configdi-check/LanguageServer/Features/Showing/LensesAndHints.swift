import ConfigDI

/// Shows code lenses above lines and hints at their ends, if the user enables them.
extension LanguageServer {
  func lenses(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard settings.showsLenses, let focus = try focus(parameters) else { return [] }
    var lenses: [JSON] = []
    for occurrence in focus.occurrences where occurrence.isDeclaration && occurrence.kind == .service {
      let key = focus.names.key(occurrence.name)
      let base = occurrence.isAmendment ? nil : focus.outline.nodes[occurrence.node].range.lowerBound
      for title in focus.why(of: key)?.lenses(of: key, base: base) ?? [] {
        lenses.append([
          "range": focus.range(occurrence.range).json, "command": ["title": .string(title), "command": ""],
        ])
      }
    }
    return .array(lenses)
  }

  func hints(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard settings.showsHints, let focus = try focus(parameters),
      let manifest = focus.manifests.first, let graph = manifest.graph
    else { return [] }
    let bounds = TextRange(parameters["range"]).map { focus.map.offsets(of: $0) } ?? 0..<focus.bytes.count
    let stage = stagePosition(in: graph)
    guard manifest.checked.values.indices.contains(stage) else { return [] }
    var hints: [JSON] = []
    func add(_ text: String, after range: Range<Int>) {
      hints.append([
        "position": focus.map.position(at: range.upperBound).json, "label": .string(text), "paddingLeft": true,
      ])
    }
    for occurrence in focus.occurrences where bounds.overlaps(occurrence.range) {
      switch occurrence.kind {
      case .parameter
      where !occurrence.isDeclaration && focus.bytes[occurrence.range.upperBound...].first == UInt8(ascii: "}"):
        guard let value = manifest.value(of: occurrence.name, stage: stage) else { continue }
        add("= \(value)", after: occurrence.range.lowerBound..<occurrence.range.upperBound + 1)
      case .service where !occurrence.isDeclaration:
        guard let node = graph.nodes[focus.names.key(occurrence.name)], let version = graph.version(of: node, in: stage)
        else { continue }
        add("→ \(version.service.served())", after: occurrence.range)
      default: break
      }
    }
    return .array(hints)
  }

  /// The index of the stage that the user chose, or else the manifest's default stage, or else its first stage.
  func stagePosition(in graph: DependencyGraph) -> Int {
    let wanted = [settings.stage, graph.composed.defaultStage?.value].compactMap { $0 }
    return wanted.lazy.compactMap { name in graph.composed.stages.firstIndex { $0.name == name } }.first ?? 0
  }
}

extension CheckedRoot.Manifest {
  /// A parameter's value in a stage, for display; `nil` for a secret or for a value that only the running program
  /// knows.
  func value(of parameter: String, stage: Int) -> String? {
    guard checked.values.indices.contains(stage), let setting = checked.values[stage][parameter] else { return nil }
    if case .unknown = setting.content { return nil }
    return setting.words
  }
}

extension WhyIndex {
  /// - Parameter base: Where the entry begins. If it is in a stage or an overlay, `nil`, and the stages that override the
  ///   entry are not shown.
  fileprivate func lenses(of key: ServiceKey, base: Int?) -> [String] {
    guard let node = graph.nodes[key] else { return [] }
    var titles: [String] = []
    let users = Set(uses(of: node).map { $0.entryPoint?.title ?? graph.name(of: $0.edge.from) })
    let requests = requests.places(of: node)
    if !users.isEmpty { titles.append("needed by \(users.count)") }
    if !requests.isEmpty { titles.append("asked for at \(listed(requests.map(\.description), atMost: 1))") }
    if titles.isEmpty { titles.append("not needed by anything") }
    let versions = graph.versionsOfNode[node].map { graph.versions[$0] }
    if let base {
      let others = versions.filter { $0.service.isAmended || $0.service.key.location.range.lowerBound != base }
        .flatMap { graph.names(of: $0.stages) ?? [] }
      if !others.isEmpty { titles.append("overridden in \(listed(others))") }
    }
    let presence = graph.presence[node]
    let stages = graph.composed.stages
    let absent = graph.names(of: graph.allStages.subtracting(presence)) ?? []
    if !absent.isEmpty, !presence.isEmpty { titles.append("not defined in \(listed(absent))") }
    let unused = stages.alike.filter { presence.contains($0.first) && !isReached(node, stage: $0.first) }
      .flatMap { $0.stages.members }.sorted()
    if stages.contains(where: { !$0.roots.isEmpty }), requests.isEmpty, !unused.isEmpty, unused.count < stages.count {
      titles.append("unused in \(listed(unused.compactMap { stages[$0].name }))")
    }
    return titles
  }
}

extension ComposedService {
  /// Whether a stage or an overlay has replaced a part of the entry, or added one.
  fileprivate var isAmended: Bool {
    if case .merged? = settings { return true }
    let optional = [scope?.location, eager?.location, decorators.first?.factory.location, collect.first?.location]
    let places = optional.compactMap { $0 } + (dependencies?.items ?? []).map(\.reference.target.location)
    return !history.isEmpty
      || places.contains { $0.file !== location.file || !location.range.contains($0.range.lowerBound) }
  }
}
