import ConfigDI

extension Registering {
  /// Adds each factory's documentation, taken from the type that it makes, to an existing catalog file.
  func document(catalogAt path: String) throws {
    let old = try console.bytes(of: path, as: "the catalog \(path)", limit: Limits().fileBytes)
    var findings = Diagnostics()
    guard var catalog = Catalog(SourceFile(path: path, bytes: old), limits: Limits(), reporting: &findings),
      !findings.hasErrors
    else { throw BadInput(findings: findings.sorted()) }
    let texts = documentation
    for index in catalog.factories.indices {
      catalog.factories[index].documentation = texts[catalog.factories[index].name]
    }
    let new = Array(catalog.json.utf8)
    guard new != old else { return console.write("\(path) is up to date\n") }
    _ = try OutputTarget(path, within: bound)
    try OutputFile.replace([.init(path: path, old: old, new: new)], holding: [])
    console.write("wrote \(path): \(counted(texts.count, "documented factory", "documented factories"))\n")
  }

  /// The registrations that the assembly file now has.
  var written: [RegisterCall] {
    (try? console.files.read(output, limit: Limits().fileBytes)).map { RegistrationFile($0).calls } ?? []
  }

  /// The first paragraph of each registered type's documentation, by factory name.
  private var documentation: [String: String] {
    let types = finder.types
    let paragraphs = Dictionary(firstOf: types.modules.flatMap(types.types).map { ($0.id, $0.firstParagraph) })
    var texts: [String: String] = [:]
    for call in elsewhere.calls + written {
      guard let name = call.name else { continue }
      for id in call.made(among: types, in: finder.module) {
        if let text = paragraphs[id] ?? nil { texts[name] = text }
      }
    }
    return texts
  }
}

extension CodeSymbol {
  /// The first paragraph of the documentation; `nil` if there is no text.
  fileprivate var firstParagraph: String? {
    let lines = documentation.map { Substring($0).trimmingSpaces }
    let paragraph = lines.drop { $0.isEmpty }.prefix { !$0.isEmpty && !$0.hasPrefix("- ") }
    return paragraph.isEmpty ? nil : paragraph.joined(separator: " ")
  }
}
