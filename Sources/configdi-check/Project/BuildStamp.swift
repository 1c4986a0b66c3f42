import ConfigDI

/// Tells a build system that a check passed, and makes the next build repeat the check if necessary.
enum BuildStamp {
  /// Writes the stamp for a passed check that depends on the files and folders in `watched`. If the list of inputs
  /// lacks any of these, rewrites the list unchanged, so that the next build checks again.
  static func write(watched: [String], _ arguments: Arguments, _ console: Console) throws(Failure) {
    let (files, bound) = (console.files, console.writingBound(arguments))
    if let stamp = arguments[.stamp], (try? files.read(stamp, limit: 1 << 10)) != Array(text.utf8) {
      // Not rewritten if it is up to date, since a newer file would be compiled again.
      try OutputFile.write(text, to: stamp, as: .stamp, within: bound)
    }
    guard let inputs = arguments[.inputs], let bytes = try? files.read(inputs, limit: 1 << 26) else { return }
    let list = String(decoding: bytes, as: UTF8.self)
    let known = Set(list.split(separator: "\n").map { files.resolve(String($0)) ?? String($0) })
    guard !watched.allSatisfy({ known.contains(files.resolve($0) ?? $0) }) else { return }
    try OutputFile.write(list, to: inputs, as: .any, within: bound)
  }

  private static let text = "// The manifests were checked, without findings.\n"
}
