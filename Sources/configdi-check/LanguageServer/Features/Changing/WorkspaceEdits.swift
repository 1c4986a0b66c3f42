import ConfigDI

/// Edits in several files that are applied together.
struct WorkspaceEdits {
  private var byURI: [(uri: String, version: Int?, edits: [JSON])] = []

  var isEmpty: Bool { byURI.isEmpty }

  mutating func add(_ part: FilePart, text: String, version: Int?) {
    let edit: JSON = ["range": part.range.json, "newText": .string(text)]
    if let index = byURI.firstIndex(where: { $0.uri == part.uri }) {
      byURI[index].edits.append(edit)
    } else {
      byURI.append((part.uri, version, [edit]))
    }
  }

  /// The edits as JSON. With versions, the client rejects the edits if a document has changed in the meantime.
  func json(withVersions hasVersions: Bool) -> JSON {
    guard hasVersions else { return ["changes": .object(byURI.map { ($0.uri, .array($0.edits)) })] }
    return [
      "documentChanges": .array(
        byURI.map { file in
          [
            "textDocument": ["uri": .string(file.uri), "version": file.version.map { .int($0) } ?? .null],
            "edits": .array(file.edits),
          ]
        })
    ]
  }
}
