import ConfigDI

/// Files with unwritten changes. A file is read once, even if it changes on disk.
struct EditedFiles: FileAccess {
  private let base: any FileAccess
  /// The edits by resolved path.
  private var edits: [String: OutputFile.Change] = [:]

  init(_ base: any FileAccess) {
    self.base = RememberingFiles(base)
  }

  /// The changes to write, sorted by path.
  var changes: [OutputFile.Change] {
    edits.values.filter { $0.old != $0.new }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    if let resolved = base.resolve(path), let edit = edits[resolved] { return edit.new }
    return try base.read(path, limit: limit)
  }

  func locate(_ path: String) throws(FileProblem) -> String {
    try base.locate(path)
  }

  func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
    try base.list(folder)
  }

  func applying(_ fixes: SafeFixes) -> EditedFiles {
    var copy = self
    for (resolved, text) in fixes.texts {
      let old = edits[resolved]
      copy.edits[resolved] = OutputFile.Change(
        path: old?.path ?? text.path, old: old?.old ?? text.bytes, new: text.edited)
    }
    return copy
  }
}

/// A file's bytes and its edits, which never touch each other.
struct EditedText {
  struct Edit: Hashable {
    /// The file's path with links resolved, so that a file with several names is edited as one file.
    let path: String
    let range: Range<Int>
    let text: String

    init(_ fix: Diagnostic.Fix, in files: any FileAccess) {
      path = files.resolve(fix.location.file.path) ?? fix.location.file.path
      range = fix.location.range
      text = fix.text
    }
  }

  /// The name of the file in messages.
  let path: String
  let bytes: [UInt8]
  /// The edits, in the order of their locations.
  private(set) var edits: [Edit] = []

  enum Addition {
    case added
    /// The file already has the same edit.
    case known
    /// The edit extends beyond the end of the file, touches another edit, or was made for different bytes.
    case refused
  }

  /// Inserts an edit without copying the others, since a file may have an edit on every line.
  mutating func add(_ edit: Edit, to base: [UInt8]) -> Addition {
    guard bytes == base, edit.range.lowerBound >= 0, edit.range.upperBound <= bytes.count else { return .refused }
    let position = position(of: edit)
    if position < edits.count {
      if edits[position] == edit { return .known }
      if Self.touch(edits[position].range, edit.range) { return .refused }
    }
    if position > 0, Self.touch(edits[position - 1].range, edit.range) { return .refused }
    edits.insert(edit, at: position)
    return .added
  }

  mutating func remove(_ edit: Edit) {
    let position = position(of: edit)
    if position < edits.count, edits[position] == edit { edits.remove(at: position) }
  }

  /// The position of the first edit that starts at or after the given edit.
  private func position(of edit: Edit) -> Int {
    edits.indices.firstPosition { edits[$0].range.lowerBound >= edit.range.lowerBound }
  }

  var edited: [UInt8] { bytes.applying(edits.map { ($0.range, $0.text) }) }

  /// Whether two ranges touch. Two insertions at the same location touch, because their order would be undefined.
  private static func touch(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.overlaps(right) || left.lowerBound == right.lowerBound
      || left.isEmpty && right.contains(left.lowerBound) || right.isEmpty && left.contains(right.lowerBound)
  }
}

/// The fixes that can be applied together: all or none of each finding. No two fixes touch.
struct SafeFixes {
  /// The edited files by resolved path.
  private(set) var texts: [String: EditedText] = [:]
  /// The findings that the fixes correct.
  private(set) var fixed: [Diagnostic] = []
  private let files: any FileAccess

  init(of diagnostics: [Diagnostic], in files: any FileAccess) {
    self.files = files
    // The locations of errors that have no safe fix. A warning's fix at such a location might change the text that the
    // error is about.
    let blocked = Set(diagnostics.filter { $0.severity == .error && !$0.isSafelyFixable }.compactMap(\.location))
    for diagnostic in diagnostics where diagnostic.isSafelyFixable {
      add(diagnostic, blocked)
    }
  }

  private mutating func add(_ diagnostic: Diagnostic, _ blocked: Set<SourceLocation>) {
    var added: [EditedText.Edit] = []
    for fix in diagnostic.fixes {
      let file = fix.location.file
      let edit = EditedText.Edit(fix, in: files)
      let isErrorElse = diagnostic.severity < .error && blocked.contains(fix.location)
      let addition =
        !file.hasText || isErrorElse
        ? .refused : texts[edit.path, default: EditedText(path: file.path, bytes: file.bytes)].add(edit, to: file.bytes)
      if addition == .added { added.append(edit) }
      guard addition == .refused else { continue }
      for edit in added { texts[edit.path]?.remove(edit) }
      for path in (added + [edit]).map(\.path) where texts[path]?.edits.isEmpty == true { texts[path] = nil }
      return
    }
    fixed.append(diagnostic)
  }
}
