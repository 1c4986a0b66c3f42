/// The rules that comments suppress, by file and line.
package struct SuppressedLines: Sendable {
  private struct File {
    var whole: Set<String> = []
    var byLine: [Int: Set<String>] = [:]
  }

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

  private var files: [String: File] = [:]

  package init() {}

  /// Suppresses a code on one line; if `line` is `nil`, in the whole file.
  package mutating func suppress(_ code: String, in path: String, line: Int? = nil) {
    if let line {
      files[path, default: File()].byLine[line, default: []].insert(code)
    } else {
      files[path, default: File()].whole.insert(code)
    }
  }

  package func uses(for finding: Diagnostic) -> [Use] {
    guard let primary = finding.location, !files.isEmpty else { return [] }
    let code = finding.rule.code
    var uses: [Use] = []
    if files[primary.file.path]?.whole.contains(code) == true {
      uses.append(Use(path: primary.file.path, line: nil, code: code))
    }
    for location in [primary] + finding.related.map(\.location) {
      guard let file = files[location.file.path], !file.byLine.isEmpty else { continue }
      let line = location.start.line
      if file.byLine[line]?.contains(code) == true {
        uses.append(Use(path: location.file.path, line: line, code: code))
      }
    }
    return uses
  }

  /// The codes that comments suppress in the whole file and on single lines, sorted.
  package func codes(in path: String) -> (whole: [String], lines: [(line: Int, codes: [String])]) {
    guard let file = files[path] else { return ([], []) }
    return (
      file.whole.sorted(),
      file.byLine.sorted { $0.key < $1.key }.map { (line: $0.key, codes: $0.value.sorted()) }
    )
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
