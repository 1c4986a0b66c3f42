import ConfigDI

/// Sends findings to the client as diagnostics, either pushed or on request.
extension LanguageServer {
  func publish() {
    guard client.pushesDiagnostics else {
      if client.refreshes("diagnostics") { ask("workspace/diagnostic/refresh", nil) }
      return
    }
    var byURI = allDiagnostics
    let checked = documents.filter { path, _ in roots.contains { $0.checked?.knownPaths[path] != nil } }
    byURI.merge((checked.values.map(\.uri) + published.keys).map { ($0, []) }) { items, _ in items }
    for (uri, items) in byURI.sorted(by: { $0.key < $1.key }) {
      let version = version(of: uri)
      let list = JSON.array(items)
      let shown = (version: version, text: list.compactText)
      if let known = published[uri], known == shown { continue }
      if items.isEmpty, version == nil { published[uri] = nil } else { published[uri] = shown }
      tell(
        "textDocument/publishDiagnostics",
        .object(present: ["uri": .string(uri), "version": version.map { .int($0) }, "diagnostics": list]))
    }
  }

  func version(of uri: String) -> Int? { resolvedPath(uri).flatMap { documents[$0]?.version } }

  func pullDiagnostics(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let uri = parameters["textDocument", "uri"]?.string else { throw .invalidParameters("expected a document") }
    let items = resolvedPath(uri).flatMap { allDiagnostics[self.uri(ofPath: $0)] }
    return ["kind": "full", "items": .array(items ?? [])]
  }

  /// The diagnostics of every file that has some, and empty reports for the files that had some in the last answer.
  func pullWorkspaceDiagnostics() -> JSON {
    let current = allDiagnostics
    let cleared = published.keys.filter { current[$0] == nil }.map { ($0, [JSON]()) }
    published = current.mapValues { (nil, JSON.array($0).compactText) }
    let items = (current.map { ($0.key, $0.value) } + cleared).sorted { $0.0 < $1.0 }.map { uri, items in
      JSON.object([
        ("uri", .string(uri)), ("version", version(of: uri).map { .int($0) } ?? .null), ("kind", "full"),
        ("items", .array(items)),
      ])
    }
    return ["items": .array(items)]
  }

  /// The diagnostics of all folders, by URI. Folders inside one another may share files and findings.
  private var allDiagnostics: [String: [JSON]] {
    let results = roots.compactMap(\.checked)
    guard results.count > 1 else { return results.first.map { diagnostics(of: $0) } ?? [:] }
    var merged: [String: [JSON]] = [:]
    var seen: Set<String> = []
    for (uri, items) in results.flatMap({ diagnostics(of: $0) }) {
      for item in items {
        let identity = JSON.array([
          .string(uri), item["range"] ?? .null, item["code"] ?? .null, item["message"] ?? .null,
        ])
        if seen.insert(identity.compactText).inserted { merged[uri, default: []].append(item) }
      }
    }
    return merged
  }

  /// A result's diagnostics, grouped by the URI of their file, in the order of the findings.
  private func diagnostics(of result: CheckedRoot) -> [String: [JSON]] {
    var byURI: [String: [JSON]] = [:]
    let places = PlaceFinder(self, result)
    for (finding, place) in places.findings {
      byURI[place.uri, default: []].append(json(finding, at: place, places))
    }
    return byURI
  }

  /// The protocol's tags for findings whose source range an editor grays out or strikes through.
  private static let tags: [Rule: Int] = [
    .unusedService: 1, .unusedParameter: 1, .unusedFactory: 1, .deprecatedUse: 2,
  ]

  private func json(_ finding: Diagnostic, at place: FilePart, _ places: PlaceFinder) -> JSON {
    let remarks = finding.allNotes.map { "note: \($0)" } + finding.help.map { "help: \($0)" }
    let related =
      finding.related.compactMap { other in places.part(other.location).map { ($0, other.message) } }
      + remarks.map { (place, $0) }
    let fixes = finding.fixes.compactMap { fix in
      places.part(fix.location).map { place in
        JSON.object([
          ("uri", .string(place.uri)), ("range", place.range.json), ("newText", .string(fix.text)),
          ("safe", .bool(fix.safe)),
        ])
      }
    }
    return .object(present: [
      "range": place.range.json, "severity": .int(finding.severity.word(error: 1, warning: 2, note: 3)),
      "code": .string(finding.rule.code),
      "codeDescription": ["href": .string(Documentation.page(of: finding.rule))],
      "source": "configdi", "message": .string(finding.message),
      "tags": Self.tags[finding.rule].map { [.int($0)] },
      "relatedInformation": related.isEmpty
        ? nil : .array(related.map { ["location": $0.json, "message": .string($1)] }),
      "data": fixes.isEmpty ? nil : ["fixes": .array(fixes)],
    ])
  }
}
