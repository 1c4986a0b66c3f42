import ConfigDI

/// Explains the name under the pointer in a few lines.
extension LanguageServer {
  func hover(_ parameters: JSON) throws(ResponseError) -> JSON {
    if let (name, focus, range) = call(parameters) {
      return explanation(of: name, focus).map { hover($0, range) } ?? .null
    }
    guard let (focus, offset) = try place(parameters) else { return .null }
    if let comment = focus.outline.comment(at: offset) { return hover(overComment: comment, focus, offset) }
    if let occurrence = focus.occurrence(at: offset), let text = explanation(of: focus.symbol(occurrence), focus) {
      return hover(text, focus.range(occurrence.range))
    }
    guard let node = focus.outline.scalar(at: offset), let text = explanation(ofNode: node, focus) else { return .null }
    return hover(text, focus.range(focus.outline.nodes[node].range))
  }

  private func hover(_ markdown: String, _ range: TextRange) -> JSON {
    [
      "contents": [
        "kind": client.hasMarkdown ? "markdown" : "plaintext",
        "value": .string(client.hasMarkdown ? markdown : markdown.withoutMarks),
      ], "range": range.json,
    ]
  }

  private func hover(overComment comment: Range<Int>, _ focus: Focus, _ offset: Int) -> JSON {
    let isWithin = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) }
    var start = offset
    while start > comment.lowerBound, isWithin(focus.bytes[start - 1]) { start -= 1 }
    var end = offset
    while end < comment.upperBound, isWithin(focus.bytes[end]) { end += 1 }
    let code = String(decoding: focus.bytes[start..<end], as: UTF8.self)
    guard code.hasPrefix("DI"), let rule = RuleBook.rule(code) else { return .null }
    return hover(rule.page.markdown, focus.range(start..<end))
  }

  func explanation(of symbol: ManifestName, _ focus: Focus) -> String? {
    switch symbol.kind {
    case .service: return focus.explanation(ofKey: ServiceKey(symbol.name), in: stagePosition)
    case .factory: return focus.catalog?.factory(named: symbol.name)?.explanation
    case .parameter: return focus.explanation(ofParameter: symbol.name)
    case .scope:
      if let known = Self.scopes[ScopeName(symbol.name)] { return "**\(symbol.name)** scope\n\n\(known)" }
      let scopes = focus.manifests.flatMap { $0.composed?.scopes ?? [] }
      guard let scope = scopes.first(where: { $0.name.value == symbol.name }) else { return nil }
      return "**\(symbol.name)** scope\n\nOne instance per open scope, inside \(scope.parent?.value ?? .singleton)."
    case .stage: return focus.explanation(ofStage: symbol.name)
    case .collection: return focus.explanation(ofCollection: symbol.name)
    case .phase: return "**\(symbol.name)** phase\n\nIts initializers run in the listed order."
    }
  }

  /// What each built-in scope means.
  static let scopes: [ScopeName: String] = [
    .singleton: "One instance per container (the default).", .transient: "A new instance for each injection.",
    .graph: "One instance per outermost resolution.", .weak: "Shared while something holds it; class instances only.",
  ]

  /// The explanation of a format key, a dependency label or a setting.
  private func explanation(ofNode node: Int, _ focus: Focus) -> String? {
    let outline = focus.outline
    let place = Place(outline.path(of: node), in: outline)
    let name = outline.text(of: node)
    guard outline.isKey(node) else { return nil }
    switch place.form {
    case .dependencies:
      let slot = focus.factory(at: place)?.dependencies.first {
        $0.label == name || focus.names.key($0.key).text == focus.names.key(name).text
      }
      return slot.map {
        "**\(name)** dependency\n\nExpected: \($0.kind == .instance ? "" : $0.kind.rawValue + " ")`\($0.key)`."
      }
    case .settings:
      return focus.factory(at: place)?.settings?.field(at: place.settingPath + [.key(name)]).map {
        "**\(name)** setting\n\n\($0.explanation)"
      }
    default:
      return place.fields.first { $0.rawValue == name }.map { "**\(name)**\n\n\($0.summary)" }
    }
  }
}

extension String {
  /// The text without Markdown's double asterisks and backticks. A single asterisk belongs to a value.
  var withoutMarks: String { replacing("**", with: "").replacing("`", with: "") }
}
