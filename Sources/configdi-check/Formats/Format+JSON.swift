import ConfigDI

extension Format {
  static let json = Format("json", "for programs: all details of each finding") { report, _ in
    let json: JSON = [
      "version": 1,
      "diagnostics": .array(report.diagnostics.map { JSON($0) }),
      "skippedRules": .strings(report.skippedRules),
      "summary": .object(present: [
        "manifests": .int(report.manifests), "stages": .int(report.stages), "services": .int(report.services),
        "calls": report.calls.map { .int($0) },
        "skippedCalls": report.calls == nil ? nil : .int(report.skippedCalls.count),
        "errors": .int(report.count(.error)), "warnings": .int(report.count(.warning)),
        "notes": .int(report.count(.note)),
      ]),
    ]
    return json.text
  }
}

extension JSON {
  init(_ diagnostic: Diagnostic) {
    self = .object(present: [
      "code": .string(diagnostic.rule.code),
      "slug": .string(diagnostic.rule.slug),
      "severity": .string(diagnostic.severity.rawValue),
      "message": .string(diagnostic.message),
      "location": diagnostic.place.map { JSON($0) },
      "related": .array(
        diagnostic.related.map { related in
          .object(present: [
            "message": .string(related.message),
            "location": related.location.file.isArgument ? nil : JSON(related.location),
          ])
        }),
      "notes": .strings(diagnostic.notes),
      "help": .strings(diagnostic.help),
      "fixes": .array(diagnostic.fixes.map { JSON($0) }),
      "remedies": .array(
        diagnostic.remedies.map { remedy in
          ["title": .string(remedy.title), "fixes": .array(remedy.fixes.map { JSON($0) })]
        }),
      "stages": diagnostic.stages.map { .strings($0) } ?? .null,
      "manifests": diagnostic.manifests.map { .strings($0) },
    ])
  }

  private init(_ fix: Diagnostic.Fix) {
    self = ["location": JSON(fix.location), "text": .string(fix.text), "safe": .bool(fix.safe)]
  }

  init(_ location: SourceLocation) {
    self = ["path": .string(location.file.path), "start": JSON(location.start), "end": JSON(location.end)]
  }

  init(_ position: SourcePosition) {
    self = ["line": .int(position.line), "column": .int(position.column)]
  }
}
