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

/// The edit of a remedy with a single edit in the finding's file. Reviewers apply each suggestion alone.
private func suggestion(_ fixes: [Diagnostic.Fix], in file: SourceFile) -> JSON? {
  guard fixes.count == 1, let fix = fixes.first, fix.location.file === file else { return nil }
  return ["range": ["start": JSON(fix.location.start), "end": JSON(fix.location.end)], "text": .string(fix.text)]
}

/// The location for Reviewdog which, like this program, counts columns in bytes.
private func reviewLocation(_ location: SourceLocation, _ style: Style) -> JSON {
  [
    "path": .string(style.paths.relative(location.file.path)),
    "range": ["start": JSON(location.start), "end": JSON(location.end)],
  ]
}
