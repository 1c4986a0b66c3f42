import ConfigDI

/// Edits in several files that are applied together.
struct WorkspaceEdits {
  private var edits: [(uri: String, json: JSON)] = []

  var isEmpty: Bool { edits.isEmpty }

  mutating func add(_ part: FilePart, text: String) {
    edits.append((part.uri, ["range": part.range.json, "newText": .string(text)]))
  }

  /// The edits as JSON. With the documents' versions, the client rejects the edits if a document has changed in the
  /// meantime.
  func json(in server: LanguageServer) -> JSON {
    let files = edits.grouped(by: \.uri).map { ($0.key, JSON.array($0.elements.map(\.json))) }
    guard server.client.hasDocumentChanges else { return ["changes": .object(files)] }
    return [
      "documentChanges": .array(
        files.map { uri, edits in
          let version = server.version(of: uri).map { JSON.int($0) } ?? .null
          return ["textDocument": ["uri": .string(uri), "version": version], "edits": edits]
        })
    ]
  }
}
