/// A manifest that `configdi-check compile` checked and wrote beforehand, for a program that reads no YAML.
///
/// ```swift
/// let container = try Container(manifest: .compiled("config/app.configdi"), registry: registry)
/// let container = try Container(manifest: .compiled(Manifests.app), registry: registry)
/// ```
public struct CompiledManifest: Sendable {
  private let source: Source
  private let folder: String?
  /// The name of the manifest in errors.
  let name: String

  private enum Source: Sendable {
    case path(String)
    case bytes([UInt8])
    case literal(StaticString)
  }

  /// Returns the same manifest, so that an expression may begin with `.compiled`.
  public static func compiled(_ manifest: CompiledManifest) -> CompiledManifest { manifest }

  /// The manifest in a file; a relative path is relative to the working directory.
  ///
  /// Relative paths in the manifest, such as those of secret files, begin at the file's folder.
  public static func compiled(_ path: String) -> CompiledManifest {
    CompiledManifest(source: .path(path), folder: nil, name: path)
  }

  /// The manifest in a file's bytes.
  ///
  /// - Parameter folder: The folder at which relative paths in the manifest begin; the working directory if none is
  ///   given.
  public static func compiled(_ bytes: some Sequence<UInt8>, folder: String = "") -> CompiledManifest {
    CompiledManifest(source: .bytes(Array(bytes)), folder: folder)
  }

  private init(source: Source, folder: String?, name: String = "<compiled manifest>") {
    self.source = source
    self.folder = folder
    self.name = name
  }

  /// The manifest in base 64, as `configdi-check compile --swift` writes it.
  public init(base64 literal: StaticString) {
    self.init(source: .literal(literal), folder: "")
  }

  /// The manifest with its file searched elsewhere.
  package func found(_ find: (String) throws -> String) rethrows -> CompiledManifest {
    if case .path(let path) = source { .compiled(try find(path)) } else { self }
  }

  /// The contents, and the manifest with its bytes: it can be read again although its file may change.
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

/// Base 64: encodes three bytes as four letters, and decodes them.
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

  /// Decodes text; characters that are not letters of base 64 are skipped.
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
