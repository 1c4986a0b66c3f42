import ConfigDI

/// A kind of file that the program writes. Existing files of the kind are recognized by their text, so that a file of
/// another kind is not replaced.
struct OutputKind: Sendable {
  /// The kind's name with an article, such as "a baseline".
  let name: String
  let owns: @Sendable (_ beginning: String) -> Bool

  /// The contents of an existing file; `nil` for a new file. Throws if the file is of another kind. An empty file is
  /// accepted as any kind.
  func contents(of target: OutputTarget) throws(Failure) -> [UInt8]? {
    guard target.status != nil else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try DiskFiles().read(target.resolved, limit: .max - 1)
    } catch {
      throw Failure("cannot write \(target.path): \(error.explanation)")
    }
    // The first line is read to its end, since it may list all settings of a service.
    let end = max(4096, bytes.firstIndex(of: 0x0A) ?? bytes.count)
    let beginning = String(decoding: bytes.prefix(end), as: UTF8.self)
    guard !bytes.isEmpty, !owns(beginning) else { return bytes }
    let found = ManifestFinder.looksLikeManifest(bytes) ? "a manifest" : "something else"
    throw Failure("cannot write \(target.path): the existing file is \(found), not \(name)")
  }

  static let baseline = OutputKind(name: "a baseline") { $0.first == "{" && $0.contains("\"configdiBaseline\"") }

  /// Findings, in any format.
  static let report = OutputKind(name: "a report of findings") { text in
    switch text.first {
    case "{": ["\"diagnostics\"", "sarif", "\"configdi-check\""].contains { text.contains($0) }
    case "[": text.contains("\"check_name\"") || text.split(whereSeparator: \.isWhitespace).joined() == "[]"
    case "<": text.contains("<testsuite")
    default:
      text.split(separator: "\n", maxSplits: 1).first.map { line in
        line.hasPrefix("::") || line.hasSuffix("]") && line.contains(" [DI")
      } ?? true
    }
  }

  /// A diagram of the services, in any format.
  static let graph = OutputKind(name: "a graph") { text in
    ["digraph ", "flowchart "].contains(where: text.hasPrefix)
      || text.hasPrefix("<!doctype html>") && text.contains(" · wiring</title>")
      || text.first == "{" && text.contains("\"nodes\"")
  }

  /// The Swift file that `--stamp` writes after a successful check.
  static let stamp = OutputKind(name: "a build stamp") { $0.hasPrefix("//") || !$0.contains("configdi") }

  /// The output of `env` and `diff`, in any format. This program never reads it.
  static let answer = OutputKind(name: "output of this command") { text in
    if text.first == "{" { return ["\"variables\"", "\"changes\"", "\"differences\""].contains(where: text.contains) }
    let beginnings = [
      "variables\n  ", "files\n  ", "keys that a parameter source", "the manifest reads no variables",
      "The manifest reads no variables", "env:\n  # ", "env: []\n", "| Variable |", "| File |", "# file ",
      "no changes in the wiring", "No changes in the wiring", "### Changes in the wiring",
    ]
    let line = text.prefix { !$0.isNewline }
    let changes = [" → ", ": added, ", ": removed, ", ", with a different value "]
    return beginnings.contains(where: text.hasPrefix)
      || line.hasPrefix("# ") && ParameterType.allCases.contains { line.contains(": \($0.rawValue), ") }
      || line.hasSuffix(")") && changes.contains(where: line.contains)
      || [": error: ", ": warning: "].contains(where: line.contains)
  }
  /// The Swift file that `keys` writes.
  static let generatedKeys = OutputKind(name: "generated keys") { $0.contains("configdi-check keys") }

  /// The Swift file that `wiring` writes.
  static let wiring = OutputKind(name: "a Swift wiring") { $0.contains("configdi-check wiring") }

  /// A compiled manifest, or the Swift file with its bytes.
  static let compiledManifest = OutputKind(name: "a compiled manifest") { $0.hasPrefix("ConfigDI") }
  static let compiledSwift = OutputKind(name: "a compiled manifest in Swift") { $0.contains("configdi-check compile") }

  /// Any kind, for files that the program has read and writes back.
  static let any = OutputKind(name: "any file") { _ in true }
}
