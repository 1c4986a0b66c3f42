import ConfigDI

/// Edits in several files that are applied together.
struct WorkspaceEdits {
  private var edits: [(uri: String, version: Int?, json: JSON)] = []

  var isEmpty: Bool { edits.isEmpty }

  mutating func add(_ part: FilePart, text: String, version: Int?) {
    edits.append((part.uri, version, ["range": part.range.json, "newText": .string(text)]))
  }

  /// The edits as JSON. With versions, the client rejects the edits if a document has changed in the meantime.
  func json(withVersions hasVersions: Bool) -> JSON {
    let files = edits.grouped(by: \.uri)
    guard hasVersions else { return ["changes": .object(files.map { ($0.key, .array($0.elements.map(\.json))) })] }
    return [
      "documentChanges": .array(
        files.map { uri, edits in
          [
            "textDocument": ["uri": .string(uri), "version": edits[0].version.map { .int($0) } ?? .null],
            "edits": .array(edits.map(\.json)),
          ]
        })
    ]
  }
}
