import ConfigDI

/// Swift files that the last check read, and their calls that name something in a manifest.
extension LanguageServer {
  /// A Swift file, for answers about the findings in it.
  func swiftFocus(_ parameters: JSON) -> Focus? {
    guard let (path, checked) = swiftFile(parameters), let file = file(path) else { return nil }
    return Focus(
      path: path, uri: uri(ofPath: path), map: documents[path]?.map ?? TextMap(file, client.encoding, isOpen: false),
      text: outlines.names(path, file.bytes), checked: checked, positions: [])
  }

  /// The name at a position in a Swift file, and a manifest that has the name.
  func call(_ parameters: JSON) -> (name: ManifestName, focus: Focus, range: TextRange)? {
    guard let position = TextPosition(parameters["position"]), let (path, checked) = swiftFile(parameters) else {
      return nil
    }
    for manifest in checked.manifests {
      guard let requests = manifest.why?.requests, let served = requests.served,
        let focus = focus(path: checked.resolved(manifest.source.input.path))
      else { continue }
      var places = PlaceFinder(self, checked, of: manifest)
      for site in requests.sites where checked.resolved(site.location.file.path) == path {
        guard let range = places.part(site.location)?.range, range.start <= position, position <= range.end,
          !served.stages(having: site.subject).isEmpty
        else { continue }
        let kind = SymbolKind(site.subject.kind)
        let name = kind == .service ? served.key(of: site.subject).text : site.name
        return (ManifestName(kind: kind, name: name), focus, range)
      }
    }
    return nil
  }

  /// The calls in Swift files that ask for a service.
  func calls(for name: ManifestName, from focus: Focus) -> [FilePart] {
    guard name.kind == .service, let checked = focus.checked else { return [] }
    var seen: Set<FilePart> = []
    return focus.manifests.flatMap { manifest -> [FilePart] in
      guard let index = manifest.why, let node = index.graph.nodes[ServiceKey(name.name)] else { return [] }
      var places = PlaceFinder(self, checked, of: manifest)
      return index.requests.places(of: node).compactMap { places.part($0) }.filter { seen.insert($0).inserted }
    }
  }

  private func swiftFile(_ parameters: JSON) -> (path: String, checked: CheckedRoot)? {
    guard let path = (parameters["textDocument", "uri"]?.string).flatMap(resolvedPath), path.hasSuffix(".swift"),
      let checked = rootIndex(ofPath: path).flatMap({ roots[$0].checked }), checked.knownPaths[path] != nil
    else { return nil }
    return (path, checked)
  }
}

extension SymbolKind {
  fileprivate init(_ kind: CallSite.Subject.Kind) {
    self =
      switch kind {
      case .service: .service
      case .scope: .scope
      case .stage: .stage
      case .parameter, .exposedParameter: .parameter
      }
  }
}
