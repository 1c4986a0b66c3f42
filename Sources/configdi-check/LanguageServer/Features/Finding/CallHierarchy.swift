import ConfigDI

/// Shows the dependencies between services in the editor's call hierarchy.
extension LanguageServer {
  func prepareCallHierarchy(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, offset) = try place(parameters), let occurrence = focus.occurrence(at: offset),
      occurrence.kind == .service
    else { return .null }
    let key = focus.names.key(occurrence.name)
    guard let manifest = focus.manifest(of: key), let graph = manifest.graph, let checked = focus.checked else {
      return .null
    }
    var places = PlaceFinder(self, checked, of: manifest)
    return .array(item(key, graph, &places).map { [$0] } ?? [])
  }

  func incomingCalls(_ parameters: JSON) throws(ResponseError) -> JSON {
    calls(parameters["item"], from: "from") { index, node in
      index.uses(of: node).map { use in (use.entryPoint.map { .entryPoint($0) } ?? .node(use.edge.from), use.edge) }
    }
  }

  func outgoingCalls(_ parameters: JSON) throws(ResponseError) -> JSON {
    calls(parameters["item"], from: "to") { index, node in
      index.graph.graph.neighbors(of: node).map { (.node($0.target), index.graph.edges[$0.edge]) }
    }
  }

  private enum Caller {
    case node(Int)
    case entryPoint(DependencyGraph.EntryPoint)

    func name(in graph: DependencyGraph) -> String {
      switch self {
      case .node(let node): graph.name(of: node)
      case .entryPoint(let entryPoint): entryPoint.title
      }
    }
  }

  /// One item for each direct user or dependency of a service, with the locations of all edges between the two.
  private func calls(
    _ item: JSON?, from name: String, _ neighbours: (WhyIndex, Int) -> [(Caller, DependencyGraph.Edge)]
  ) -> JSON {
    guard let item, let uri = item["uri"]?.string,
      let focus = resolvedPath(uri).flatMap({ focus(path: $0) }), let checked = focus.checked,
      let (manifest, node) = node(of: item, focus), let index = manifest.why
    else { return [] }
    let graph = index.graph
    var places = PlaceFinder(self, checked, of: manifest)
    return .array(
      neighbours(index, node).grouped { $0.0.name(in: graph) }.compactMap { _, uses in
        guard let caller = uses.first?.0 else { return nil }
        let edges = uses.map(\.1)
        let kinds = Set(edges.map(\.kind)).filter { [.lazy, .provider, .optional].contains($0) }.map(\.rawValue)
        let other: JSON? =
          switch caller {
          case .node(let node) where node < graph.keys.count:
            self.item(graph.keys[node], graph, &places, how: kinds.sorted())
          case .node(let node): collectionItem(graph.collections[node - graph.keys.count], &places)
          case .entryPoint(let entryPoint): entryPointItem(entryPoint, &places)
          }
        guard let other else { return nil }
        // Clients read the ranges in the caller's document.
        let document = name == "from" ? other["uri"]?.string : uri
        let parts = Set(edges.compactMap { places.part($0.location) }.filter { $0.uri == document })
        let ranges = parts.map(\.range).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        return ["fromRanges": .array(ranges.map(\.json)), name: other]
      })
  }

  /// The service or the collection that an item stands for, and the first manifest that has it.
  private func node(of item: JSON, _ focus: Focus) -> (manifest: CheckedRoot.Manifest, node: Int)? {
    for manifest in focus.manifests {
      guard let graph = manifest.graph else { continue }
      if item["kind"]?.int == Self.collectionKind {
        let position = graph.collections.firstIndex { $0.entry.name.value == item["name"]?.string }
        if let position { return (manifest, graph.keys.count + position) }
      } else if let key = item["data"]?["key"]?.string, let node = graph.nodes[ServiceKey(key)] {
        return (manifest, node)
      }
    }
    return nil
  }

  /// The protocol's number for an array.
  private static let collectionKind = 18

  private func item(
    _ key: ServiceKey, _ graph: DependencyGraph, _ places: inout PlaceFinder, how: [String] = []
  ) -> JSON? {
    guard let node = graph.nodes[key],
      let version = graph.version(of: node, in: stagePosition(in: graph))
        ?? graph.versionsOfNode[node].first.map({ graph.versions[$0] }),
      let place = places.part(version.service.key.location)
    else { return nil }
    let served = version.service.served()
    let stages = graph.names(of: graph.presence[node]).map { " only in \($0.joined(separator: ", "))" } ?? ""
    return [
      "name": .string(key.text), "kind": 5,
      "detail": .string((how + [served]).joined(separator: ", ") + stages), "uri": .string(place.uri),
      "range": place.range.json, "selectionRange": place.range.json, "data": ["key": .string(key.text)],
    ]
  }

  private func collectionItem(_ collection: DependencyGraph.CollectionNode, _ places: inout PlaceFinder) -> JSON? {
    places.part(collection.entry.name.location).map { place in
      [
        "name": .string(collection.entry.name.value), "kind": .int(Self.collectionKind), "detail": "collection",
        "uri": .string(place.uri),
        "range": place.range.json, "selectionRange": place.range.json, "data": ["key": ""],
      ]
    }
  }

  private func entryPointItem(_ entryPoint: DependencyGraph.EntryPoint, _ places: inout PlaceFinder) -> JSON? {
    places.part(entryPoint.location).map { place in
      [
        "name": .string(entryPoint.title), "kind": 24, "detail": "", "uri": .string(place.uri),
        "range": place.range.json, "selectionRange": place.range.json, "data": ["key": ""],
      ]
    }
  }
}

extension Focus {
  /// The first manifest that has a service with the key.
  func manifest(of key: ServiceKey) -> CheckedRoot.Manifest? {
    manifests.first { $0.graph?.nodes[key] != nil }
  }

  func why(of key: ServiceKey) -> WhyIndex? { manifest(of: key)?.why }
}
