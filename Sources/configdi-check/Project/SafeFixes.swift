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
  /// The edits again, by the blocks of their file that they reach into.
  private var blocks: [Block: [Edit]] = [:]

  init(of diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics where !diagnostic.fixes.isEmpty && diagnostic.fixes.allSatisfy(\.safe) {
      add(diagnostic)
    }
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    let wanted = diagnostic.fixes.map { ($0.location.file, Edit(range: $0.location.range, text: $0.text)) }
    for (file, edit) in wanted {
      guard !file.isArgument, edit.range.upperBound <= file.bytes.count, files[file.path, default: file] === file,
        near(edit, in: file.path).allSatisfy({ $0 == edit || !Self.touch($0.range, edit.range) })
      else { return }
    }
    for (file, edit) in wanted where !near(edit, in: file.path).contains(edit) {
      files[file.path] = file
      edits[file.path, default: []].append(edit)
      for block in Self.blocks(edit, in: file.path) { blocks[block, default: []].append(edit) }
    }
    mended.append(diagnostic)
  }

  private struct Block: Hashable {
    let path: String
    let number: Int
  }

  private static func blocks(_ edit: Edit, in path: String) -> [Block] {
    (edit.range.lowerBound / 64...edit.range.upperBound / 64).map { Block(path: path, number: $0) }
  }

  /// The edits that could touch one: no two that were accepted do, so that a block has few.
  private func near(_ edit: Edit, in path: String) -> [Edit] {
    Self.blocks(edit, in: path).flatMap { blocks[$0] ?? [] }
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
