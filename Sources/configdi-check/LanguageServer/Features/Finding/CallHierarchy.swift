import ConfigDI

/// Shows the dependencies between services in the editor's call hierarchy.
extension LanguageServer {
  func prepareCallHierarchy(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, name) = try name(at: parameters), name.kind == .service else { return .null }
    let key = ServiceKey(name.name)
    guard let manifest = focus.manifest(of: key), let graph = manifest.graph, let checked = focus.checked else {
      return .null
    }
    let places = PlaceFinder(self, checked, of: manifest)
    return .array(item(key, graph, places).map { [$0] } ?? [])
  }

  func incomingCalls(_ parameters: JSON) throws(ResponseError) -> JSON {
    calls(parameters["item"], from: "from", \.from) { $0.uses(of: $1) }
  }

  func outgoingCalls(_ parameters: JSON) throws(ResponseError) -> JSON {
    calls(parameters["item"], from: "to", \.to) { index, node in
      index.graph.graph.neighbors(of: node).map { (index.graph.edges[$0.edge], nil) }
    }
  }

  /// One item for each direct user or dependency of a service, with the locations of all edges between the two.
  private func calls(
    _ item: JSON?, from name: String, _ end: KeyPath<DependencyGraph.Edge, Int>,
    _ edges: (WhyIndex, Int) -> [WhyIndex.Use]
  ) -> JSON {
    guard let item, let uri = item["uri"]?.string,
      let focus = resolvedPath(uri).flatMap({ focus(path: $0) }), let checked = focus.checked,
      let (manifest, nodes) = nodes(of: item, focus), let index = manifest.why
    else { return [] }
    let graph = index.graph
    let places = PlaceFinder(self, checked, of: manifest)
    let found = nodes.flatMap { edges(index, $0) }
    return .array(
      found.grouped { $0.entryPoint?.title ?? graph.name(of: $0.edge[keyPath: end]) }.compactMap { title, uses in
        let node = uses[0].edge[keyPath: end]
        let edges = uses.map(\.edge)
        let kinds = Set(edges.map(\.kind)).filter { [.lazy, .provider, .optional].contains($0) }.map(\.rawValue)
        let other: JSON? =
          if let entryPoint = uses[0].entryPoint {
            self.item(Located(title, at: entryPoint.location), .phase, places)
          } else if node < graph.keys.count {
            self.item(graph.keys[node], graph, places, how: kinds.sorted())
          } else {
            self.item(
              graph.collections[node - graph.keys.count].entry.name, .collection, detail: "collection", places)
          }
        guard let other else { return nil }
        // Clients read the ranges in the caller's document.
        let document = name == "from" ? other["uri"]?.string : uri
        let parts = Set(edges.compactMap { places.part($0.location) }.filter { $0.uri == document })
        let ranges = parts.map(\.range).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        return ["fromRanges": .array(ranges.map(\.json)), name: other]
      })
  }

  /// The service or the collections of one name that an item stands for, and the first manifest that has them.
  private func nodes(of item: JSON, _ focus: Focus) -> (manifest: CheckedRoot.Manifest, nodes: [Int])? {
    for manifest in focus.manifests {
      guard let graph = manifest.graph else { continue }
      if item["kind"]?.int == SymbolKind.collection.protocolNumber {
        if let nodes = item["name"]?.string.flatMap({ graph.collectionNodes[$0] }) { return (manifest, nodes) }
      } else if let key = item["data"]?["key"]?.string, let node = graph.nodes[ServiceKey(key)] {
        return (manifest, [node])
      }
    }
    return nil
  }

  private func item(
    _ key: ServiceKey, _ graph: DependencyGraph, _ places: PlaceFinder, how: [String] = []
  ) -> JSON? {
    guard let node = graph.nodes[key],
      let version = graph.version(of: node, in: stagePosition(in: graph))
        ?? graph.versionsOfNode[node].first.map({ graph.versions[$0] })
    else { return nil }
    let served = version.service.served()
    let stages = graph.names(of: graph.presence[node]).map { " only in \($0.joined(separator: ", "))" } ?? ""
    return item(
      Located(key.text, at: version.service.key.location), .service,
      detail: (how + [served]).joined(separator: ", ") + stages, key: key.text, places)
  }

  private func item(
    _ name: Located<String>, _ kind: SymbolKind, detail: String = "", key: String = "", _ places: PlaceFinder
  ) -> JSON? {
    places.part(name.location).map { place in
      [
        "name": .string(name.value), "kind": .int(kind.protocolNumber), "detail": .string(detail),
        "uri": .string(place.uri), "range": place.range.json, "selectionRange": place.range.json,
        "data": ["key": .string(key)],
      ]
    }
  }
}

extension Focus {
  func manifest(of key: ServiceKey) -> CheckedRoot.Manifest? {
    manifests.first { $0.graph?.nodes[key] != nil }
  }

  func why(of key: ServiceKey) -> WhyIndex? { manifest(of: key)?.why }
}
