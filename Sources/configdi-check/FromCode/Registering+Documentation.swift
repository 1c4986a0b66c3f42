import ConfigDI

extension Registering {
  /// Adds the documentation of each factory's product type to a committed catalog.
  func document(catalogAt path: String) throws {
    let old: [UInt8]
    do {
      old = try console.files.read(path, limit: Limits().fileBytes)
    } catch {
      throw Failure("cannot read the catalog \(path): \(error.explanation)")
    }
    var findings = Diagnostics()
    guard var catalog = Catalog(SourceFile(path: path, bytes: old), limits: Limits(), reporting: &findings),
      !findings.hasErrors
    else { throw BadInput(findings: findings.sorted()) }
    let texts = documentation
    for index in catalog.factories.indices {
      catalog.factories[index].documentation = texts[catalog.factories[index].name]
    }
    let new = Array(catalog.json.utf8)
    guard new != old else { return console.write("\(path) is current\n") }
    try OutputFile.replace([.init(path: path, old: old, new: new)], holding: [])
    console.write("wrote \(path): \(counted(texts.count, "documented factory", "documented factories"))\n")
  }

  /// The first paragraph of each registered type's documentation, by the factory's name.
  private var documentation: [String: String] {
    let written = (try? console.files.read(output, limit: Limits().fileBytes)).map { RegisterCall.calls(in: $0) } ?? []
    let calls = elsewhere.entries.map(\.call) + written
    var texts: [String: String] = [:]
    for type in finder.types.modules.flatMap({ finder.types.types(of: $0) }) {
      guard let text = type.firstParagraph else { continue }
      for call in calls where call.makes(type) {
        if let name = call.name { texts[name] = text }
      }
    }
    return texts
  }
}

extension CodeSymbol {
  /// The first paragraph; `nil` if there is no text.
  fileprivate var firstParagraph: String? {
    let lines = documentation.map { Substring($0).trimmingSpaces }
    let paragraph = lines.drop { $0.isEmpty }.prefix { !$0.isEmpty && !$0.hasPrefix("- ") }
    return paragraph.isEmpty ? nil : paragraph.joined(separator: " ")
  }
}
