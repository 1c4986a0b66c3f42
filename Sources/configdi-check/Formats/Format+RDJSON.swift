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
  let suggestions = diagnostic.fixes.filter { $0.location.file === diagnostic.place?.file }
  let related = diagnostic.related.filter { !$0.location.file.isArgument }
  return .object(present: [
    "message": .string(([diagnostic.message] + diagnostic.allNotes + diagnostic.help).joined(separator: "\n")),
    "location": diagnostic.place.map { reviewLocation($0, style) },
    "severity": .string(diagnostic.severity.word(error: "ERROR", warning: "WARNING", note: "INFO")),
    "code": ["value": .string(diagnostic.rule.code), "url": .string(Documentation.page(of: diagnostic.rule))],
    "suggestions": suggestions.isEmpty
      ? nil
      : .array(
        suggestions.map { ["range": reviewRange($0.location), "text": .string($0.text)] }),
    "related_locations": related.isEmpty
      ? nil
      : .array(
        related.map {
          ["message": .string($0.message), "location": reviewLocation($0.location, style)]
        }),
  ])
}

private func reviewLocation(_ location: SourceLocation, _ style: Style) -> JSON {
  ["path": .string(style.paths.relative(location.file.path)), "range": reviewRange(location)]
}

/// The location as a Reviewdog range. Reviewdog, like this program, counts columns in bytes.
private func reviewRange(_ location: SourceLocation) -> JSON {
  ["start": JSON(location.start), "end": JSON(location.end)]
}
