import ConfigDI

/// The fixes that can be applied together. For each finding, either all or none of its fixes are included. No two fixes
/// touch.
struct SafeFixes {
  /// The edited files by resolved path, so that a file with several names is edited as one file.
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
    var added: [(path: String, edit: EditedText.Edit)] = []
    for fix in diagnostic.fixes {
      let file = fix.location.file
      let edit = EditedText.Edit(range: fix.location.range, text: fix.text)
      let resolved = files.resolve(file.path) ?? file.path
      let isErrorElse = diagnostic.severity < .error && blocked.contains(fix.location)
      let addition =
        !file.hasText || isErrorElse
        ? .refused : texts[resolved, default: EditedText(path: file.path, bytes: file.bytes)].add(edit, to: file.bytes)
      switch addition {
      case .added: added.append((resolved, edit))
      case .known: continue
      case .refused:
        for (path, edit) in added { texts[path]?.remove(edit) }
        for path in added.map(\.path) + [resolved] where texts[path]?.isUnchanged == true { texts[path] = nil }
        return
      }
    }
    fixed.append(diagnostic)
  }
}
