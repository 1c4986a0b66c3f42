import ConfigDI

/// The findings that the client currently shows for one file.
struct PublishedFindings: Equatable {
  let root: String
  let version: Int?
  let text: String
}

/// Sends findings to the client as diagnostics, either pushed or on request.
extension LanguageServer {
  func publish(_ result: CheckedRoot) {
    guard client.pushesDiagnostics else {
      if client.refreshes.contains("diagnostics") { ask("workspace/diagnostic/refresh", nil) }
      return
    }
    var byURI = diagnostics(of: result)
    for (uri, shown) in published where shown.root == result.root && byURI[uri] == nil { byURI[uri] = [] }
    for document in documents.values where result.knownPaths[document.path] != nil && byURI[document.uri] == nil {
      byURI[document.uri] = []
    }
    for (uri, items) in byURI.sorted(by: { $0.key < $1.key }) {
      let version = resolvedPath(uri).flatMap { documents[$0]?.version }
      let list = JSON.array(items)
      let shown = PublishedFindings(root: result.root, version: version, text: list.compactText)
      guard published[uri] != shown else { continue }
      if items.isEmpty, version == nil { published[uri] = nil } else { published[uri] = shown }
      tell(
        "textDocument/publishDiagnostics",
        .object(present: [("uri", .string(uri)), ("version", version.map { .int($0) }), ("diagnostics", list)]))
    }
  }

  /// Removes the findings of a closed folder from the client, and shows those that other folders have for its files.
  func withdraw(_ root: WorkspaceRoot) {
    for (uri, shown) in published where shown.root == root.path {
      published[uri] = nil
      tell("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
    }
    for other in roots.compactMap(\.checked) { publish(other) }
  }

  func pullDiagnostics(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let path = (parameters["textDocument", "uri"]?.string).flatMap(resolvedPath) else {
      throw .invalidParameters("expected a document")
    }
    guard let checked = rootIndex(ofPath: path).flatMap({ roots[$0].checked }) else {
      return ["kind": "full", "items": []]
    }
    return ["kind": "full", "items": .array(diagnostics(of: checked)[uri(ofPath: path)] ?? [])]
  }

  func pullWorkspaceDiagnostics() -> JSON {
    let items = roots.compactMap(\.checked).flatMap { checked in
      diagnostics(of: checked).sorted { $0.key < $1.key }.map { uri, items in
        JSON.object([
          ("uri", .string(uri)),
          ("version", resolvedPath(uri).flatMap { documents[$0]?.version }.map { .int($0) } ?? .null),
          ("kind", "full"), ("items", .array(items)),
        ])
      }
    }
    return ["items": .array(items)]
  }

  /// A result's diagnostics, grouped by the URI of their file, in the order of the findings.
  private func diagnostics(of result: CheckedRoot) -> [String: [JSON]] {
    var byURI: [String: [JSON]] = [:]
    var places = PlaceFinder(self, result)
    for finding in result.findings {
      guard let location = finding.place, let place = places.part(location) else { continue }
      byURI[place.uri, default: []].append(json(finding, at: place.range, &places))
    }
    return byURI
  }

  private func json(_ finding: Diagnostic, at range: TextRange, _ places: inout PlaceFinder) -> JSON {
    var related: [JSON] = []
    func relate(_ message: String, at location: SourceLocation) {
      guard let place = places.part(location) else { return }
      related.append(["location": place.json, "message": .string(message)])
    }
    for other in finding.related { relate(other.message, at: other.location) }
    if let place = finding.place {
      for note in finding.allNotes { relate("note: \(note)", at: place) }
      for help in finding.help { relate("help: \(help)", at: place) }
    }
    let fixes = finding.fixes.compactMap { fix in
      places.part(fix.location).map { place in
        JSON.object([
          ("uri", .string(place.uri)), ("range", place.range.json), ("newText", .string(fix.text)),
          ("safe", .bool(fix.safe)),
        ])
      }
    }
    return .object(present: [
      ("range", range.json), ("severity", .int(finding.severity.protocolNumber)),
      ("code", .string(finding.rule.code)),
      ("codeDescription", ["href": .string(Documentation.page(of: finding.rule))]),
      ("source", "configdi"), ("message", .string(finding.message)),
      ("tags", finding.rule.protocolTag.map { [.int($0)] }),
      ("relatedInformation", related.isEmpty ? nil : .array(related)),
      ("data", fixes.isEmpty ? nil : ["fixes": .array(fixes)]),
    ])
  }
}

extension Severity {
  fileprivate var protocolNumber: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}

extension Rule {
  /// The protocol's tag for findings whose source range an editor grays out or strikes through; `nil` for other findings.
  fileprivate var protocolTag: Int? {
    switch self {
    case .unusedService, .unusedParameter, .unusedFactory: 1
    case .deprecatedUse: 2
    default: nil
    }
  }
}
