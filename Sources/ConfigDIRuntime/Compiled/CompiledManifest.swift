/// A manifest that `configdi-check compile` checked and wrote ahead, for a program that reads no YAML.
///
/// ```swift
/// let container = try Container(manifest: .compiled("config/app.configdi"), registry: registry)
/// let container = try Container(manifest: .compiled(Manifests.app), registry: registry)
/// ```
public struct CompiledManifest: Sendable {
  private let source: Source
  private let folder: String?
  /// What errors call it.
  let name: String

  private enum Source: Sendable {
    case path(String)
    case bytes([UInt8])
    case literal(StaticString)
  }

  /// The same manifest, to be written where one is asked for.
  public static func compiled(_ manifest: CompiledManifest) -> CompiledManifest { manifest }

  /// A file; a relative path is relative to the working directory.
  ///
  /// Relative paths in the manifest, as those of its secret files, begin at the file's folder.
  public static func compiled(_ path: String) -> CompiledManifest {
    CompiledManifest(source: .path(path), folder: nil, name: path)
  }

  /// A file's bytes.
  ///
  /// - Parameter folder: Where relative paths in the manifest begin; the working directory, if none is said.
  public static func compiled(_ bytes: some Sequence<UInt8>, folder: String = "") -> CompiledManifest {
    CompiledManifest(source: .bytes(Array(bytes)), folder: folder)
  }

  private init(source: Source, folder: String?, name: String = "<compiled manifest>") {
    self.source = source
    self.folder = folder
    self.name = name
  }

  /// The bytes as `configdi-check compile --swift` writes them: in base 64.
  public init(base64 literal: StaticString) {
    self.init(source: .literal(literal), folder: "")
  }

  /// A file that is looked for elsewhere.
  package func found(_ find: (String) throws -> String) rethrows -> CompiledManifest {
    if case .path(let path) = source { .compiled(try find(path)) } else { self }
  }

  /// What is in it, and the manifest as it can be read again, though its file is another by then.
  func contents(
    _ files: any FileAccess, limits: Limits
  ) throws(CompiledManifestError) -> (contents: CompiledContents, manifest: CompiledManifest) {
    let bytes: [UInt8]
    var kept = source
    switch source {
    case .path(let path):
      do throws(FileProblem) {
        bytes = try files.read(path, limit: limits.fileBytes)
      } catch {
        throw .unreadable(path, error)
      }
      kept = .bytes(bytes)
    case .bytes(let given): bytes = given
    case .literal(let literal): bytes = literal.withUTF8Buffer(Base64.decode)
    }
    let folder = folder ?? FilePath.folder(of: name)
    return (
      try CompiledContents(bytes, name: name, folder: folder),
      CompiledManifest(source: kept, folder: folder, name: name)
    )
  }
}

/// Bytes as letters, four for three.
package enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 3 * 4 + 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var word: UInt32 = 0
      for byte in part { word = word << 8 | UInt32(byte) }
      word <<= 8 * UInt32(3 - part.count)
      for letter in 0..<4 {
        text.append(letter <= part.count ? letters[Int(word >> UInt32(18 - 6 * letter)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  package static func bytes(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8(decode)
  }

  /// What is no letter of it is passed over.
  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var word: UInt32 = 0
    var bits = 0
    for letter in text {
      let value = values[Int(letter)]
      guard value < 64 else { continue }
      word = word << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
      }
    }
    return bytes
  }
}
