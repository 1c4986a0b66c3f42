import ConfigDI

extension Format {
  static let sarif = Format("sarif", "for code scanning: SARIF 2.1.0") { report, style in
    SARIFLog(report, style).json.text
  }
}

private struct SARIFLog {
  private let report: Report
  private let style: Style
  private let rules: [Rule]

  init(_ report: Report, _ style: Style) {
    self.report = report
    self.style = style
    let others = Set(report.diagnostics.map(\.rule)).subtracting(report.rules)
    rules = report.rules + others.sorted { $0.code < $1.code }
  }

  var json: JSON {
    let indices = Dictionary(firstOf: rules.enumerated().map { ($1.code, $0) })
    var hashes: [ObjectIdentifier: [String]] = [:]
    let results = report.diagnostics.map { diagnostic in
      var hash = FindingHash.hex([diagnostic.rule.code, diagnostic.message]) + ":1"
      if let place = diagnostic.place {
        let lines = hashes[ObjectIdentifier(place.file)] ?? FindingHash.lineHashes(place.file)
        hashes[ObjectIdentifier(place.file)] = lines
        let index = place.start.line - 1
        if lines.indices.contains(index) { hash = lines[index] }
      }
      return result(diagnostic, ruleIndex: indices[diagnostic.rule.code] ?? 0, lineHash: hash)
    }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": .array([
        .object(present: [
          "tool": ["driver": driver],
          "invocations": report.uncheckedWithRemedy.map { .array([invocation(noting: $0)]) },
          "columnKind": "unicodeCodePoints",
          "results": .array(results),
        ])
      ]),
    ]
  }

  private func invocation(noting text: String) -> JSON {
    [
      "executionSuccessful": true,
      "toolExecutionNotifications": .array([
        [
          "level": "warning", "descriptor": ["id": "no-catalog"],
          "message": ["text": .string(text)],
        ]
      ]),
    ]
  }

  private var driver: JSON {
    [
      "name": "configdi-check",
      "semanticVersion": .string(Version.current),
      "informationUri": .string(Documentation.home),
      "rules": .array(
        rules.map { rule in
          [
            "id": .string(rule.code),
            "name": .string(rule.slug),
            "shortDescription": ["text": .string(rule.page.summary)],
            "fullDescription": ["text": .string(rule.page.explanation)],
            "help": [
              "text": .string(rule.page.text(width: 80)), "markdown": .string(rule.page.markdown),
            ],
            "helpUri": .string(Documentation.page(of: rule)),
            "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
          ]
        }),
    ]
  }

  private func result(_ diagnostic: Diagnostic, ruleIndex: Int, lineHash: String) -> JSON {
    // Code scanning requires a location, so a finding without one is placed at the beginning of the first manifest.
    let place = diagnostic.place ?? SourceFile(path: report.files.first ?? "configdi", bytes: []).beginning
    let places = diagnostic.places.filter { !$0.location.file.isArgument }
    // A label needs its own location; without a label the result's location is enough.
    let related = diagnostic.label == nil ? places.filter { $0.label != nil } : places
    let links = related.enumerated().map { "[\(escaped($1.label ?? "here"))](\($0 + 1))" }
    let notes = diagnostic.allNotes.map { "note: \($0)" } + diagnostic.help.map { "help: \($0)" }
    let lines = [escaped(diagnostic.message)] + links + notes.map { escaped($0) }
    let flow =
      Rule.ofPaths.contains(diagnostic.rule) ? places.map { place in JSON.object([("location", location(place))]) } : []
    return .object(present: [
      "ruleId": .string(diagnostic.rule.code),
      "ruleIndex": .int(ruleIndex),
      "level": .string(diagnostic.severity.rawValue),
      "message": ["text": .string(lines.joined(separator: "\n"))],
      "locations": .array([location((place, nil))]),
      "relatedLocations": related.isEmpty ? nil : .array(related.enumerated().map { location($1, id: $0 + 1) }),
      "codeFlows": flow.count < 2
        ? nil : .array([["threadFlows": .array([["locations": .array(flow)]])]]),
      "partialFingerprints": ["primaryLocationLineHash": .string(lineHash)],
      "fixes": diagnostic.remedies.isEmpty ? nil : .array(diagnostic.remedies.map(fix)),
    ])
  }

  private func fix(_ remedy: Diagnostic.Remedy) -> JSON {
    let files = remedy.fixes.grouped { uri($0.location.file.path) }
    return [
      "description": ["text": .string(remedy.title)],
      "artifactChanges": .array(
        files.map { file in
          [
            "artifactLocation": ["uri": .string(file.key)],
            "replacements": .array(
              file.elements.map { fix in
                [
                  "deletedRegion": region(Region(fix.location, endsOnItsLine: false)),
                  "insertedContent": ["text": .string(fix.text)],
                ]
              }),
          ]
        }),
      "properties": ["safe": .bool(remedy.fixes.allSatisfy(\.safe))],
    ]
  }

  private func location(_ place: (location: SourceLocation, label: String?), id: Int? = nil) -> JSON {
    .object(present: [
      "id": id.map { .int($0) },
      "physicalLocation": [
        "artifactLocation": ["uri": .string(uri(place.location.file.path))],
        "region": region(Region(place.location)),
      ],
      "message": place.label.map { ["text": .string(escaped($0))] },
    ])
  }

  private func region(_ region: Region) -> JSON {
    [
      "startLine": .int(region.start.line), "startColumn": .int(region.start.column),
      "endLine": .int(region.end.line), "endColumn": .int(region.end.column),
    ]
  }

  /// Escapes the characters that would form links in a message.
  private func escaped(_ text: String) -> String {
    text.backslashed("\\[]")
  }

  private func uri(_ path: String) -> String {
    style.paths.relative(path).percentEncoded(keeping: "/-._~")
  }
}

extension Rule {
  /// The rules whose findings list the steps of a cycle or a path.
  fileprivate static let ofPaths: Set<Rule> = [
    .importCycle, .stageExtendsCycle, .dependencyCycle, .deferredCycle, .aliasCycle, .captiveDependency,
    .scopedFromRoot, .scopeCycle, .parameterCycle,
  ]
}
