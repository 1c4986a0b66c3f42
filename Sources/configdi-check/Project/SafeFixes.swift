import ConfigDI

/// The fixes of findings that can be applied together: each finding's all or none, and no two that touch.
struct SafeFixes {
  struct Edit: Hashable {
    let range: Range<Int>
    let text: String
  }

  /// By path; sorted, without overlaps.
  private(set) var edits: [String: [Edit]] = [:]
  /// The findings that they mend.
  private(set) var mended: [Diagnostic] = []
  private var files: [String: SourceFile] = [:]

  init(of diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics where !diagnostic.fixes.isEmpty && diagnostic.fixes.allSatisfy(\.safe) {
      add(diagnostic)
    }
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    let wanted = diagnostic.fixes.map { ($0.location.file, Edit(range: $0.location.range, text: $0.text)) }
    for (file, edit) in wanted {
      guard !file.isArgument, edit.range.upperBound <= file.bytes.count, files[file.path, default: file] === file,
        edits[file.path, default: []].allSatisfy({ $0 == edit || !Self.touch($0.range, edit.range) })
      else { return }
    }
    for (file, edit) in wanted where !edits[file.path, default: []].contains(edit) {
      files[file.path] = file
      edits[file.path, default: []].append(edit)
    }
    mended.append(diagnostic)
  }

  /// Two insertions at one place have no order, so they touch.
  private static func touch(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.overlaps(right) || left.isEmpty && right.isEmpty && left.lowerBound == right.lowerBound
      || left.isEmpty && right.contains(left.lowerBound) || right.isEmpty && left.contains(right.lowerBound)
  }

  /// A file's bytes with its edits.
  func apply(to bytes: [UInt8], at path: String) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits[path, default: []].sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += bytes[position..<edit.range.lowerBound]
      result += Array(edit.text.utf8)
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}
