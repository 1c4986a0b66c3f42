import ConfigDI

/// Who needs whom, as editors show who calls whom.
extension LanguageServer {
  func prepareCallHierarchy(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, offset) = try place(parameters), let occurrence = focus.occurrence(at: offset),
      occurrence.kind == .service
    else { return .null }
    let key = focus.names.key(occurrence.name)
    guard let graph = focus.manifests.lazy.compactMap(\.graph).first(where: { $0.nodes[key] != nil }),
      let checked = focus.checked
    else { return .null }
    var places = PlaceFinder(self, checked)
    return .array(item(key, graph, &places).map { [$0] } ?? [])
  }

  func incomingCalls(_ parameters: JSON) throws(ResponseError) -> JSON {
    calls(parameters["item"], from: "from") { graph, node in
      graph.edges.filter { $0.to == node }.map { ($0.from, $0) }
    }
  }

  func outgoingCalls(_ parameters: JSON) throws(ResponseError) -> JSON {
    calls(parameters["item"], from: "to") { graph, node in
      graph.edges.filter { $0.from == node }.map { ($0.to, $0) }
    }
  }

  private func calls(
    _ item: JSON?, from name: String, _ neighbours: (DependencyGraph, Int) -> [(Int, DependencyGraph.Edge)]
  ) -> JSON {
    guard let item, let key = item["data"]?["key"]?.string, let uri = item["uri"]?.string,
      let focus = resolvedPath(uri).flatMap({ focus(path: $0) }), let checked = focus.checked
    else { return [] }
    var places = PlaceFinder(self, checked)
    var calls: [(node: Int, item: JSON, ranges: [JSON])] = []
    guard let graph = focus.manifests.lazy.compactMap(\.graph).first(where: { $0.nodes[ServiceKey(key)] != nil }),
      let node = graph.nodes[ServiceKey(key)]
    else { return [] }
    for (other, edge) in neighbours(graph, node) {
      let range = places.part(edge.location)?.range.json
      if let index = calls.firstIndex(where: { $0.node == other }) {
        if let range { calls[index].ranges.append(range) }
        continue
      }
      let kinds = Set(neighbours(graph, node).filter { $0.0 == other }.map(\.1.kind.rawValue)).sorted()
        .filter { $0 != "instance" }
      let item =
        other < graph.keys.count
        ? self.item(graph.keys[other], graph, &places, how: kinds)
        : collectionItem(graph.collections[other - graph.keys.count], &places)
      if let item { calls.append((other, item, range.map { [$0] } ?? [])) }
    }
    return .array(
      calls.map { [name: $0.item, "fromRanges": .array($0.ranges)] }.map {
        JSON.object($0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      })
  }

  private func item(
    _ key: ServiceKey, _ graph: DependencyGraph, _ places: inout PlaceFinder, how: [String] = []
  ) -> JSON? {
    guard let node = graph.nodes[key],
      let version = graph.version(of: node, in: stagePosition(in: graph))
        ?? graph.versionsOfNode[node].first.map({ graph.versions[$0] }),
      let place = places.part(version.service.key.location)
    else { return nil }
    let served = version.service.served(SecretSettings(graph.catalog))
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
        "name": .string(collection.entry.name.value), "kind": 18, "detail": "collection", "uri": .string(place.uri),
        "range": place.range.json, "selectionRange": place.range.json, "data": ["key": ""],
      ]
    }
  }
}
