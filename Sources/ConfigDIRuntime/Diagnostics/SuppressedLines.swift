/// The rules that comments suppress, by file and line.
package struct SuppressedLines: Sendable {
  /// A rule code that a comment suppresses on one line or in a whole file.
  package struct Use: Hashable {
    package let path: String
    /// The line; `nil` for the whole file.
    package let line: Int?
    package let code: String

    package init(path: String, line: Int?, code: String) {
      self.path = path
      self.line = line
      self.code = code
    }
  }

  /// The codes on each line of each file; those of the whole file on the line `nil`.
  private var files: [String: [Int?: Set<String>]] = [:]

  package init() {}

  /// Suppresses a code on one line; if `line` is `nil`, in the whole file.
  package mutating func suppress(_ code: String, in path: String, line: Int? = nil) {
    files[path, default: [:]][line, default: []].insert(code)
  }

  package func uses(for finding: Diagnostic) -> [Use] {
    guard let primary = finding.location, !files.isEmpty else { return [] }
    let code = finding.rule.code
    let lines = ([primary] + finding.related.map(\.location)).filter { files[$0.file.path] != nil }
      .map { Use(path: $0.file.path, line: $0.start.line, code: code) }
    return ([Use(path: primary.file.path, line: nil, code: code)] + lines)
      .filter { files[$0.path]?[$0.line]?.contains(code) == true }
  }

  /// The codes that comments suppress in the whole file and on single lines, sorted.
  package func codes(in path: String) -> (whole: [String], lines: [(line: Int, codes: [String])]) {
    let lines = (files[path] ?? [:]).compactMap { line, codes in line.map { (line: $0, codes: codes.sorted()) } }
    return (files[path]?[nil]?.sorted() ?? [], lines.sorted { $0.line < $1.line })
  }
}

extension Diagnostic {
  /// The finding, with a note that comments cannot suppress it because it prevents building a container.
  package func keptThoughSuppressed() -> Diagnostic {
    var finding = self
    finding.notes.append("a comment suppresses this error, but the error still prevents the container from being built")
    return finding
  }
}
