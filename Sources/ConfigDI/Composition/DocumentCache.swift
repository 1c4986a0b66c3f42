import Synchronization

/// Files that were read, each once however many manifests share it. Safe to use from several threads.
package final class DocumentCache: Sendable {
  private let files = Mutex<[String: LoadedFile]>([:])

  package init() {}

  func file(_ path: String) -> LoadedFile? {
    files.withLock { $0[path] }
  }

  /// Keeps the file, unless another thread was first: its file is then the one to use.
  func keep(_ file: LoadedFile, as path: String) -> LoadedFile {
    files.withLock { files in
      if let known = files[path] { return known }
      files[path] = file
      return file
    }
  }
}

/// A file that was read, with what was found wrong in it by itself.
struct LoadedFile: Sendable {
  let source: SourceFile
  /// Its absolute path after links are resolved.
  let resolved: String
  /// `nil` where it is no YAML.
  let document: YAMLDocument?
  /// `nil` where nothing in it could be understood as a manifest.
  let manifest: Manifest?
  /// The spellings under which it was decoded.
  let keys: KeyNames
  let readerFindings: [Diagnostic]
  let decoderFindings: [Diagnostic]
  /// Nodes after aliases are expanded.
  let nodes: Int
}
