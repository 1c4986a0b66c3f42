import ConfigDI

extension Format {
  static let github = Format("github", "for GitHub Actions: workflow commands, which annotate a pull request") {
    report, style in
    // GitHub shows ten annotations for each step, so errors come first.
    func commands(_ severity: Severity) -> String {
      report.diagnostics.filter { $0.severity == severity }.map { workflowCommand($0, style) }.joined()
    }
    let unchecked = report.uncheckedWithRemedy.map { "::warning title=no catalog::\(escaped($0))\n" } ?? ""
    return commands(.error) + unchecked + commands(.warning) + commands(.note)
  }
}

private func workflowCommand(_ diagnostic: Diagnostic, _ style: Style) -> String {
  var properties: [(String, String)] = []
  if let place = diagnostic.place {
    let region = Region(place)
    properties = [
      ("file", style.paths.relative(place.file.path)), ("line", String(region.start.line)),
      ("endLine", String(region.end.line)),
    ]
    if region.start.line == region.end.line {
      properties += [("col", String(region.start.column)), ("endColumn", String(region.end.column))]
    }
  }
  properties.append(("title", "\(diagnostic.rule.code) \(diagnostic.rule.slug)"))
  let list = properties.map { "\($0)=\(escaped($1, also: ":,"))" }.joined(separator: ",")
  let name = diagnostic.severity.word(error: "error", warning: "warning", note: "notice")
  return "::\(name) \(list)::\(escaped(diagnostic.wholeMessage))\n"
}

private func escaped(_ text: String, also others: String = "") -> String {
  visible(
    text.escaped { "%\r\n\(others)".unicodeScalars.contains($0) ? "%" + $0.value.hexadecimal(2, uppercase: true) : nil }
  )
}

extension Diagnostic {
  /// The finding's message, related locations, notes and help as lines, for formats with a single text field.
  var wholeMessage: String {
    var lines = [message]
    lines += places.compactMap { place in place.label.map { "\($0) (\(place.location))" } }
    lines += allNotes.map { "note: \($0)" } + help.map { "help: \($0)" }
    return lines.joined(separator: "\n")
  }
}
