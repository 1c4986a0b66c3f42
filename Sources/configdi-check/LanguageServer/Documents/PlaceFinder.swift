import ConfigDI

/// Converts locations in the documents that were checked to locations in the client's current documents.
struct PlaceFinder {
  private let server: LanguageServer
  private let root: CheckedRoot
  /// The versions of the open documents that the locations refer to.
  private let versions: [String: Int]
  /// The URI and absolute path of each file, by its path in messages.
  private let known = Memos<String, (uri: String, path: String)>()

  /// Creates a finder for locations in a root's findings or, if a manifest is given, in the facts about that manifest.
  init(_ server: LanguageServer, _ root: CheckedRoot, of manifest: CheckedRoot.Manifest? = nil) {
    self.server = server
    self.root = root
    versions = manifest?.versions ?? root.versions
  }

  /// The location as a range in the client's file; `nil` if the location is not in a file.
  func part(_ location: SourceLocation) -> FilePart? {
    guard !location.file.isArgument else { return nil }
    let file = known.answer(location.file.path) {
      let resolved = root.resolved(location.file.path)
      return (server.uri(ofPath: resolved), resolved)
    }
    // A finding about a whole file is shown at the top of that file.
    guard location.file.hasText else { return FilePart(uri: file.uri, range: .top) }
    if let document = server.documents[file.path] {
      return FilePart(
        uri: file.uri, range: document.map.range(document.carried(location.range, since: versions[file.path])))
    }
    let map = TextMap(location.file, server.client.encoding, isOpen: false)
    return FilePart(uri: file.uri, range: map.range(location.range))
  }

  /// The root's findings that are in a file, in order, each with its place.
  var findings: some Sequence<(finding: Diagnostic, place: FilePart)> {
    root.findings.lazy.compactMap { finding in finding.place.flatMap { part($0) }.map { (finding, $0) } }
  }
}

extension LanguageServer {
  /// The URI of a file, in the client's own spelling if the file is open or in an open folder.
  func uri(ofPath path: String) -> String {
    if let document = documents[path] { return document.uri }
    guard let root = rootIndex(ofPath: path).map({ roots[$0] }), root.spelling != root.path else {
      return DocumentURI.uri(path)
    }
    return DocumentURI.uri(root.spelling + String(Substring(path.utf8.dropFirst(root.path.utf8.count))))
  }
}
