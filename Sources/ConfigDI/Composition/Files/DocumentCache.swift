/// A thread-safe cache of files. A file that several manifests share is read once.
package final class DocumentCache: Sendable {
  private struct Entry {
    let reading: FileReading
    /// One decoding for each set of key spellings; there is usually only one set.
    var decodings: [FileDecoding] = []
  }

  private let entries = Lock<[String: Entry]>([:])
  /// The files that were valid YAML when last checked.
  private let before: [String: SourceFile]

  package init() { before = [:] }

  /// Creates a cache that reuses another cache's results for unchanged files.
  package init(reusing other: DocumentCache, where isCurrent: (_ file: SourceFile) -> Bool) {
    let known = other.entries.withLock { $0 }
    let kept = known.filter { isCurrent($0.value.reading.source) }
    before = other.before.merging(known.filter { $0.value.reading.document != nil }.mapValues(\.reading.source)) { $1 }
    entries.withLock { $0 = kept }
  }

  func reading(_ path: String) -> FileReading? {
    entries.withLock { $0[path]?.reading }
  }

  func lastReading(_ path: String) -> SourceFile? { before[path] }

  /// The decoding of a reading, made only once as long as the reading is stored.
  func decoding(
    _ path: String, of reading: FileReading, keys: KeyNames, _ decode: (FileReading) -> FileDecoding
  ) -> FileDecoding {
    let decodings = entries.withLock { $0[path]?.reading.source === reading.source ? $0[path]?.decodings : nil }
    if let known = decodings?.first(where: { $0.keys == keys }) { return known }
    let new = decode(reading)
    entries.withLock { if $0[path]?.reading.source === reading.source { $0[path]?.decodings.append(new) } }
    return new
  }

  /// Stores a file's reading and returns it, or returns the reading that another thread has already stored.
  func keep(_ reading: FileReading, as path: String) -> FileReading {
    entries.withLock { entries in
      if let known = entries[path]?.reading, known.resolved == reading.resolved, known.document != nil { return known }
      entries[path] = Entry(reading: reading)
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
