import ConfigDI

/// The kinds of names, so that editors can color a manifest like code.
enum SemanticToken {
  static let types = ["class", "function", "variable", "namespace", "enumMember", "property", "event", "type"]
  static let modifiers = ["declaration", "deprecated"]
  /// The token type of each kind of name, as an index into `types`.
  fileprivate static let typeOfKind: [SymbolKind: Int] = [
    .service: 0, .factory: 1, .parameter: 2, .collection: 3, .stage: 4, .phase: 6, .scope: 7,
  ]
}

extension LanguageServer {
  func semanticTokens(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let focus = try focus(parameters) else { return ["data": []] }
    let bounds = TextRange(parameters["range"]).map { focus.map.offsets(of: $0) }
    let deprecated = Set(
      focus.manifests.flatMap { manifest in
        (manifest.graph?.versions ?? []).filter { $0.service.deprecated != nil }.map(\.service.key.value.text)
      })
    var data: [JSON] = []
    var last = TextPosition(line: 0, character: 0)
    var end = 0
    for occurrence in focus.occurrences where bounds.map({ $0.overlaps(occurrence.range) }) ?? true {
      let range = focus.range(occurrence.range)
      // Tokens neither cross lines nor overlap.
      guard range.start.line == range.end.line, range.start != range.end, occurrence.range.lowerBound >= end else {
        continue
      }
      end = occurrence.range.upperBound
      let isDeprecated =
        switch occurrence.kind {
        case .service: deprecated.contains(focus.names.key(occurrence.name).text)
        case .factory: focus.catalog?.factory(named: occurrence.name)?.deprecated != nil
        default: false
        }
      let line = range.start.line - last.line
      data += [
        .int(line), .int(line == 0 ? range.start.character - last.character : range.start.character),
        .int(range.end.character - range.start.character), .int(SemanticToken.typeOfKind[occurrence.kind] ?? 0),
        .int((occurrence.isDeclaration ? 1 : 0) | (isDeprecated ? 2 : 0)),
      ]
      last = range.start
    }
    return ["data": .array(data)]
  }
}
