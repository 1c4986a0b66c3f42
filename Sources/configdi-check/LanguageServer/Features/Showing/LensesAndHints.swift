import ConfigDI

/// What is shown between and behind the lines, for those who switch it on.
extension LanguageServer {
  func lenses(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard settings.showsLenses, let focus = try focus(parameters) else { return [] }
    var lenses: [JSON] = []
    for occurrence in focus.occurrences where occurrence.isDeclaration && occurrence.kind == .service {
      for manifest in focus.manifests {
        guard let graph = manifest.graph else { continue }
        for title in graph.lenses(of: focus.names.key(occurrence.name)) {
          lenses.append([
            "range": focus.range(occurrence.range).json, "command": ["title": .string(title), "command": ""],
          ])
        }
        break
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
        add("→ \(version.service.served(SecretSettings(manifest.catalog)))", after: occurrence.range)
      default: break
      }
    }
    return .array(hints)
  }

  /// The stage that the user chose, else the manifest's default, else its first.
  func stagePosition(in graph: DependencyGraph) -> Int {
    let wanted = settings.stage ?? graph.composed.defaultStage?.value
    return graph.composed.stages.firstIndex { $0.name == wanted } ?? 0
  }
}

extension CheckedRoot.Manifest {
  /// A parameter's value in a stage, for people; `nil` where only the running program knows it, and never a secret's.
  func value(of parameter: String, stage: Int) -> String? {
    guard checked.values.indices.contains(stage), let setting = checked.values[stage][parameter] else { return nil }
    if case .unknown = setting.content { return nil }
    return setting.words
  }
}

extension DependencyGraph {
  fileprivate func lenses(of key: ServiceKey) -> [String] {
    guard let node = nodes[key] else { return [] }
    var titles: [String] = []
    let holders = Set(edges.lazy.filter { $0.to == node }.map(\.from))
    titles.append(holders.isEmpty ? "needed by nothing" : "needed by \(holders.count)")
    let versions = versionsOfNode[node].map { self.versions[$0] }
    if versions.count > 1, let base = versions.first {
      let others = versions.dropFirst().flatMap { names(of: $0.stages) ?? [] }
      _ = base
      if !others.isEmpty { titles.append("overridden in \(others.joined(separator: ", "))") }
    }
    let absent = names(of: allStages.subtracting(presence[node])) ?? []
    if !absent.isEmpty, !presence[node].isEmpty { titles.append("absent in \(absent.joined(separator: ", "))") }
    let unused = composed.stages.indices.filter { stage in
      presence[node].contains(stage) && WhyAnswer(key, in: self, stage: stage)?.path == nil
    }
    let hasRoots = composed.stages.contains { !$0.roots.isEmpty }
    if hasRoots, !unused.isEmpty, unused.count < composed.stages.count {
      titles.append("unused in \(unused.compactMap { composed.stages[$0].name }.joined(separator: ", "))")
    }
    return titles
  }
}
