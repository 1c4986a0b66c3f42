import ConfigDI

extension Format {
  static let rdjson = Format("rdjson", "for reviewdog, with fixes as suggestions") { report, style in
    JSON.object([
      ("source", ["name": "configdi-check", "url": .string(Documentation.home)]),
      ("diagnostics", .array(report.diagnostics.map { reviewDiagnostic($0, style) })),
    ]).text
  }
}

private func reviewDiagnostic(_ diagnostic: Diagnostic, _ style: Style) -> JSON {
  let related = diagnostic.related.filter { !$0.location.file.isArgument }
  return .object(present: [
    "message": .string(([diagnostic.message] + diagnostic.allNotes + diagnostic.help).joined(separator: "\n")),
    "location": diagnostic.place.map { reviewLocation($0, style) },
    "severity": .string(diagnostic.severity.word(error: "ERROR", warning: "WARNING", note: "INFO")),
    "code": ["value": .string(diagnostic.rule.code), "url": .string(Documentation.page(of: diagnostic.rule))],
    "suggestions": diagnostic.place.flatMap { suggestion(diagnostic.fixes, in: $0.file) }.map { .array([$0]) },
    "related_locations": related.isEmpty
      ? nil
      : .array(
        related.map {
          ["message": .string($0.message), "location": reviewLocation($0.location, style)]
        }),
  ])
}

/// A remedy's edits as one suggestion, since reviewers apply each suggestion alone; `nil` if an edit is in another file
/// or a secret is between two edits.
private func suggestion(_ fixes: [Diagnostic.Fix], in file: SourceFile) -> JSON? {
  let fixes = fixes.sorted { $0.location.range.lowerBound < $1.location.range.lowerBound }
  guard let first = fixes.first, let last = fixes.last, fixes.allSatisfy({ $0.location.file === file }) else {
    return nil
  }
  var text = ""
  var position = first.location.range.lowerBound
  for fix in fixes {
    guard position <= fix.location.range.lowerBound else { return nil }
    let between = position..<fix.location.range.lowerBound
    let kept = String(decoding: file.bytes[between], as: UTF8.self)
    guard kept == file.shown(between) else { return nil }
    text += kept + fix.text
    position = fix.location.range.upperBound
  }
  return ["range": ["start": JSON(first.location.start), "end": JSON(last.location.end)], "text": .string(text)]
}

/// The location for Reviewdog which, like this program, counts columns in bytes.
private func reviewLocation(_ location: SourceLocation, _ style: Style) -> JSON {
  [
    "path": .string(style.paths.relative(location.file.path)),
    "range": ["start": JSON(location.start), "end": JSON(location.end)],
  ]
}
