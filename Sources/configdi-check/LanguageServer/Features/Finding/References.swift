import ConfigDI

/// Finds all places of a name.
extension LanguageServer {
  func references(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, offset) = try place(parameters), let occurrence = focus.occurrence(at: offset) else { return [] }
    let withDeclarations = parameters["context"]?["includeDeclaration"]?.bool ?? true
    let found = occurrences(of: focus.symbol(occurrence), from: focus).flatMap { focus, places in
      places.filter { withDeclarations || !$0.isDeclaration }.map { focus.part($0.range).json }
    }
    return .array(found)
  }

  func highlights(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (focus, offset) = try place(parameters), let occurrence = focus.occurrence(at: offset) else { return [] }
    return .array(
      focus.occurrences(of: focus.symbol(occurrence)).map { other in
        ["range": focus.range(other.range).json, "kind": other.isDeclaration ? 3 : 2]
      })
  }
}
