import ConfigDI

/// Turns places of what was checked into places of the client's texts, as they stand now.
struct PlaceFinder {
  private let server: LanguageServer
  private let root: CheckedRoot
  /// For each path of messages: the address, and the map where the file is not open.
  private var known: [String: (uri: String, path: String)] = [:]
  private var maps: [ObjectIdentifier: TextMap] = [:]

  init(_ server: LanguageServer, _ root: CheckedRoot) {
    self.server = server
    self.root = root
  }

  /// `nil` for what stands in no file.
  mutating func part(_ location: SourceLocation) -> FilePart? {
    guard !location.file.isArgument else { return nil }
    let file = known[location.file.path] ?? find(location.file.path)
    // What was found in a file as a whole is shown at its top.
    guard location.file.hasText else { return FilePart(uri: file.uri, range: .top) }
    if let document = server.documents[file.path] {
      return FilePart(uri: file.uri, range: document.map.range(document.carried(location.range)))
    }
    let id = ObjectIdentifier(location.file)
    let map = maps[id] ?? TextMap(location.file, server.client.encoding, isOpen: false)
    maps[id] = map
    return FilePart(uri: file.uri, range: map.range(location.range))
  }

  private mutating func find(_ path: String) -> (uri: String, path: String) {
    let resolved = root.resolved(path)
    let found = (uri: server.uri(ofPath: resolved), path: resolved)
    known[path] = found
    return found
  }
}

extension LanguageServer {
  /// As the client writes it, where it has the file open.
  func uri(ofPath path: String) -> String {
    documents[path]?.uri ?? DocumentURI.uri(path)
  }
}
