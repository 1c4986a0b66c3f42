/// Recognizes input that was passed as a manifest but is something else. Findings never quote such input, since it may
/// contain anything.
enum ForeignText {
  /// Whether the input is meant as a manifest, even with mistakes: it is empty or has a section of a manifest.
  static func isManifest(_ file: SourceFile, _ document: YAMLDocument?) -> Bool {
    guard let document else { return hasLine(file.bytes, ManifestKey.configdi.rawValue) }
    guard let root = document.root, !root.isNull else { return true }
    guard root.kind == .mapping else { return false }
    return root.pairs.contains { name, _ in
      switch ManifestKey(rawValue: name.text) {
      case .kind?, .root?, nil: false
      default: true
      }
    }
  }

  /// The one finding that replaces all others about input that is not a manifest.
  static func finding(_ file: SourceFile, _ document: YAMLDocument?, _ found: [Diagnostic]) -> Diagnostic {
    let first = found.first { $0.severity == .error }
    let isMapping = document?.root?.kind == .mapping
    let rule = first?.rule ?? (isMapping ? .unsupportedVersion : .wrongShape)
    let beginning = SourceFile(path: file.path, lines: 1).beginning
    // UTF-16 may be a manifest, whose secrets could not be found.
    if file.bytes.isUTF16, let first { return Diagnostic(rule, first.message, at: beginning, help: first.help) }
    return Diagnostic(
      rule, "'\(file.path)' is not a manifest: it lacks 'configdi: 1'",
      at: beginning,
      help: ["begin a manifest or an overlay with: configdi: \(ManifestDecoder.version)"])
  }

  /// Whether a line begins with this key, quoted or not.
  private static func hasLine(_ bytes: [UInt8], _ key: String) -> Bool {
    if bytes.first == UInt8(ascii: "{") { return bytes[...].end(of: key) != nil }
    let words = ["\(key):", "\"\(key)\":", "'\(key)':"]
    return words.contains { bytes.starts(with: $0.utf8) || bytes.starts(with: "\u{FEFF}\($0)".utf8) }
      || words.contains { bytes[...].end(of: "\n\($0)") != nil || bytes[...].end(of: "\r\($0)") != nil }
  }
}
