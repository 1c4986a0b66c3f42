import ConfigDI

/// Tells a build system that a check passed, and makes the next build repeat the check if necessary.
struct BuildStamp {
  private let stamp: String?
  private let inputs: String?
  private let files: any FileAccess
  private let bound: Bound

  init(_ arguments: Arguments, _ console: Console) {
    stamp = arguments[.stamp]
    inputs = arguments[.inputs]
    files = console.files
    bound = console.writingBound(arguments)
  }

  /// Writes the stamp for a passed check that depends on the files and folders in `watched`. If the list of inputs
  /// lacks any of these, rewrites the list unchanged, so that the next build checks again.
  func write(watched: [String]) throws(Failure) {
    if let stamp, (try? files.read(stamp, limit: 1 << 10)) != Array(Self.text.utf8) {
      // Not rewritten if it is up to date, since a newer file would be compiled again.
      try OutputFile.write(Self.text, to: stamp, as: .stamp, within: bound)
    }
    guard let inputs, let bytes = try? files.read(inputs, limit: 1 << 26) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    let known = Set(text.split(separator: "\n").map { files.resolve(String($0)) ?? String($0) })
    guard !watched.allSatisfy({ known.contains(files.resolve($0) ?? $0) }) else { return }
    try OutputFile.write(text, to: inputs, as: .any, within: bound)
  }

  private static let text = "// The manifests were checked, without findings.\n"
}
