/// A thread-safe cache of files. A file that several manifests share is read once.
package final class DocumentCache: Sendable {
  private let readings = Lock<[String: FileReading]>([:])
  /// The files that were valid YAML when last checked.
  private let before: [String: SourceFile]

  package init() { before = [:] }

  /// Creates a cache that reuses another cache's results for unchanged files.
  package init(reusing other: DocumentCache, where isCurrent: (_ file: SourceFile) -> Bool) {
    let known = other.readings.withLock { $0 }
    let kept = known.filter { isCurrent($0.value.source) }
    before = other.before.merging(known.filter { $0.value.document != nil }.mapValues(\.source)) { $1 }
    readings.withLock { $0 = kept }
  }

  func reading(_ path: String) -> FileReading? {
    readings.withLock { $0[path] }
  }

  func lastReading(_ path: String) -> SourceFile? { before[path] }

  /// Stores a file's reading and returns it, or returns the reading that another thread has already stored.
  func keep(_ reading: FileReading, as path: String) -> FileReading {
    readings.withLock { readings in
      if let known = readings[path], known.resolved == reading.resolved, known.document != nil { return known }
      readings[path] = reading
      return reading
    }
  }
}

/// A file that was read, with the findings about its text.
struct FileReading: Sendable {
  let source: SourceFile
  /// The file's absolute path after links are resolved.
  let resolved: String
  /// The document; `nil` if the text is not YAML.
  let document: YAMLDocument?
  let findings: [Diagnostic]
  /// The number of nodes after aliases are expanded.
  let nodes: Int
  /// One decoding for each set of key spellings; there is usually only one set.
  private let decodings = Decodings()

  private final class Decodings: Sendable {
    let known = Lock<[FileDecoding]>([])
  }

  func decoding(_ keys: KeyNames, _ decode: (FileReading) -> FileDecoding) -> FileDecoding {
    if let known = decodings.known.withLock({ $0.first { $0.keys == keys } }) { return known }
    let new = decode(self)
    decodings.known.withLock { $0.append(new) }
    return new
  }
}

/// A file's manifest, with the findings about only this file.
struct FileDecoding: Sendable {
  /// The spellings with which the file was decoded.
  let keys: KeyNames
  /// The manifest; `nil` if nothing in it is valid.
  let manifest: Manifest?
  let findings: [Diagnostic]
}

/// A file's reading, and its decoding for one manifest.
struct LoadedFile: Sendable {
  let reading: FileReading
  let decoding: FileDecoding

  var source: SourceFile { reading.source }
  var resolved: String { reading.resolved }
  var document: YAMLDocument? { reading.document }
  var manifest: Manifest? { decoding.manifest }
  var findings: [Diagnostic] { reading.findings + decoding.findings }
}
