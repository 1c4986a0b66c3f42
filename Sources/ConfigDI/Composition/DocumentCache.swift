import Synchronization

/// Files that were read, each once however many manifests share it. Safe to use from several threads.
package final class DocumentCache: Sendable {
  private struct Entry {
    let reading: FileReading
    /// One for each way to spell keys, mostly a single one.
    var decodings: [FileDecoding] = []
  }

  private let entries = Mutex<[String: Entry]>([:])

  package init() {}

  /// What another cache has of files whose text is still the same.
  package init(reusing other: DocumentCache, where isCurrent: (_ file: SourceFile) -> Bool) {
    let known = other.entries.withLock { $0 }
    let kept = known.filter { isCurrent($0.value.reading.source) }
    entries.withLock { $0 = kept }
  }

  func reading(_ path: String) -> FileReading? {
    entries.withLock { $0[path]?.reading }
  }

  func decoding(_ path: String, of reading: FileReading, keys: KeyNames) -> FileDecoding? {
    entries.withLock { entries in
      guard let entry = entries[path], entry.reading.source === reading.source else { return nil }
      return entry.decodings.first { $0.keys == keys }
    }
  }

  /// Keeps what was read, unless another thread was first: its reading is then the one to use.
  func keep(_ reading: FileReading, as path: String) -> FileReading {
    entries.withLock { entries in
      if let known = entries[path]?.reading, known.resolved == reading.resolved, known.document != nil { return known }
      entries[path] = Entry(reading: reading)
      return reading
    }
  }

  func keep(_ decoding: FileDecoding, as path: String, of reading: FileReading) {
    entries.withLock { entries in
      if entries[path]?.reading.source === reading.source { entries[path]?.decodings.append(decoding) }
    }
  }
}

/// A file that was read, with what was found wrong in its text.
struct FileReading: Sendable {
  let source: SourceFile
  /// Its absolute path after links are resolved.
  let resolved: String
  /// `nil` where it is no YAML.
  let document: YAMLDocument?
  let findings: [Diagnostic]
  /// Nodes after aliases are expanded.
  let nodes: Int
}

/// A file's manifest, with what was found wrong in it by itself.
struct FileDecoding: Sendable {
  /// The spellings under which it was decoded.
  let keys: KeyNames
  /// `nil` where nothing could be understood as a manifest.
  let manifest: Manifest?
  let findings: [Diagnostic]
}

/// A file as one manifest has it.
struct LoadedFile: Sendable {
  let reading: FileReading
  let decoding: FileDecoding

  var source: SourceFile { reading.source }
  var resolved: String { reading.resolved }
  var document: YAMLDocument? { reading.document }
  var manifest: Manifest? { decoding.manifest }
  var findings: [Diagnostic] { reading.findings + decoding.findings }
}
