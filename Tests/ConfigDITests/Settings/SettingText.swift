import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Settings as a manifest's text gives them, without interpolation.
func setting(_ text: String, path: String = "app.yaml") throws -> Setting {
  let file = SourceFile(path: path, bytes: Array(text.utf8))
  var diagnostics = Diagnostics()
  var budget = Limits().nodes
  let document = YAMLReader.read(file, limits: Limits(), nodeBudget: &budget, reporting: &diagnostics)
  let root = try #require(document?.root)
  return setting(root)
}

private func setting(_ node: Node) -> Setting {
  switch node.kind {
  case .sequence: return Setting(.list(node.elements.map { setting($0) }), at: node.location)
  case .mapping:
    let entries = node.pairs.map { (name: Located($0.key.text, at: $0.key.location), value: setting($0.value)) }
    return Setting(.map(entries), at: node.location)
  case .scalar:
    return Setting((node.scalar ?? .null).content, at: node.location)
  }
}
