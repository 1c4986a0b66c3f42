import ConfigDI

/// Swift files that the last check read, and their calls that name something in a manifest.
extension LanguageServer {
  /// A Swift file, a catalog or another file with findings, for answers about these findings.
  func textFocus(_ parameters: JSON) -> Focus? {
    guard let (path, checked) = knownFile(parameters), let file = file(path) else { return nil }
    return Focus(path, file, checked, positions: [], in: self)
  }

  /// The name at a position in a Swift file, and a manifest that has the name.
  func call(_ parameters: JSON) -> (name: ManifestName, focus: Focus, range: TextRange)? {
    guard let position = TextPosition(parameters["position"]), let (path, checked) = knownFile(parameters),
      path.hasSuffix(".swift")
    else { return nil }
    for manifest in checked.manifests {
      guard let requests = manifest.why?.requests, let served = requests.served,
        let focus = focus(path: checked.resolved(manifest.source.input.path))
      else { continue }
      let places = PlaceFinder(self, checked, of: manifest)
      func range(_ place: SourceLocation) -> TextRange? {
        guard checked.resolved(place.file.path) == path, let range = places.part(place)?.range else { return nil }
        return range.start <= position && position <= range.end ? range : nil
      }
      for call in requests.calls {
        guard let range = range(call.location) else { continue }
        if served.stages(having: call.subject).isEmpty { continue }
        let name = call.kind == .service ? served.key(of: call.subject).text : call.name
        return (ManifestName(kind: call.kind, name: name), focus, range)
      }
    }
    return nil
  }

  /// The calls in Swift files that name something in a manifest.
  func calls(for name: ManifestName, from focus: Focus) -> [FilePart] {
    guard let checked = focus.checked else { return [] }
    var seen: Set<FilePart> = []
    return focus.manifests.flatMap { manifest -> [FilePart] in
      let places = PlaceFinder(self, checked, of: manifest)
      return checked.calls(for: name, in: manifest).compactMap { places.part($0.location) }
        .filter { seen.insert($0).inserted }
    }
  }

  /// A file that a check has read, with the check of the innermost folder.
  private func knownFile(_ parameters: JSON) -> (path: String, checked: CheckedRoot)? {
    guard let path = (parameters["textDocument", "uri"]?.string).flatMap(resolvedPath),
      let checked = roots.compactMap(\.checked).filter({ $0.knownPaths[path] != nil })
        .max(by: { $0.root.utf8.count < $1.root.utf8.count })
    else { return nil }
    return (path, checked)
  }
}

extension CallSite {
  fileprivate var kind: SymbolKind {
    switch subject.kind {
    case .service: .service
    case .scope: .scope
    case .stage: .stage
    case .parameter, .exposedParameter: .parameter
    case .phase: .phase
    }
  }
}

extension ServiceRequests {
  fileprivate var calls: [CallSite] { sites + phases }
}

extension CheckedRoot {
  /// The calls in a program's Swift files that name something in one of its manifests.
  func calls(for name: ManifestName, in manifest: Manifest) -> [CallSite] {
    guard let requests = manifest.why?.requests, let served = requests.served else { return [] }
    return requests.calls.filter { call in
      guard call.kind == name.kind else { return false }
      if call.kind == .service {
        return served.nodes(of: call.subject).contains { served.graph.keys[$0].text == name.name }
      }
      return call.name == name.name && !isOfAnotherManifest(call, than: served)
    }
  }

  /// Whether a call chooses a stage of another manifest, whose path it contains.
  private func isOfAnotherManifest(_ call: CallSite, than served: ServedNames) -> Bool {
    guard case .stage(_, let path?) = call.subject, !AskedFor.isNamed(path, served) else { return false }
    return manifests.compactMap { $0.why?.requests.served }.contains { AskedFor.isNamed(path, $0) }
  }
}
