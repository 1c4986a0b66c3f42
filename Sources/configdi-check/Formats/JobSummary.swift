import ConfigDI

/// All findings in Markdown, for the page of a GitHub Actions run.
enum JobSummary {
  static func markdown(_ report: Report, _ paths: RepositoryPaths) -> String {
    var text = "## configdi-check\n\n\(escaped(report.summary)).\n\n"
    if let unchecked = report.uncheckedWithRemedy { text += "**warning**: \(escaped(unchecked))\n\n" }
    guard !report.diagnostics.isEmpty else { return text }
    text += "| | location | finding | rule |\n|---|---|---|---|\n"
    for diagnostic in report.diagnostics {
      let place = diagnostic.place.map { "\(paths.relative($0.file.path)):\($0.start.line)" } ?? ""
      let more = (diagnostic.allNotes + diagnostic.help).map { "<br>\(escaped($0))" }.joined()
      text += "| \(diagnostic.severity.rawValue) | \(escaped(place)) | \(escaped(diagnostic.message))\(more) |"
      text += " \(diagnostic.rule.code) \(diagnostic.rule.slug) |\n"
    }
    return text + "\n"
  }

  private static func escaped(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "|", "\\", "`", "*", "_", "[", "]", "#", "~": "\\\(scalar)"
      case "\n", "\r": " "
      default: scalar.entity
      }
    }
  }
}
