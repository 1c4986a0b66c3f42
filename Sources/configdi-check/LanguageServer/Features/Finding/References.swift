import ConfigDI

/// Everywhere that a name stands.
extension LanguageServer {
  func references(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, offset) = try place(parameters), let occurrence = focus.occurrence(at: offset) else { return [] }
    let withDeclarations = parameters["context"]?["includeDeclaration"]?.bool ?? true
    let found = occurrences(of: focus.symbol(occurrence), from: focus)
      .filter { withDeclarations || !$0.occurrence.isDeclaration }
    return .array(found.map { $0.focus.part($0.occurrence.range).json })
  }

  func highlights(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, offset) = try place(parameters), let occurrence = focus.occurrence(at: offset) else { return [] }
    let symbol = focus.symbol(occurrence)
    return .array(
      focus.occurrences.filter { focus.symbol($0) == symbol }.map { other in
        ["range": focus.range(other.range).json, "kind": other.isDeclaration ? 3 : 2]
      })
  }
}
