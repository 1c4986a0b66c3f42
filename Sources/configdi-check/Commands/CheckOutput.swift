import ConfigDI

/// Writes the results of `check`: to standard output, to report files, and to GitHub's job summary.
struct CheckOutput {
  private let arguments: Arguments
  private let console: Console
  private let format: Format
  private let reports: [(format: Format, path: String)]

  init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    self.arguments = arguments
    self.console = console
    format = arguments[.format([])].flatMap { Format.named($0) } ?? .text
    reports = try arguments.pairs(.report).map { name, path throws(UsageError) in
      guard !path.isEmpty, path != "-" else {
        throw UsageError(
          "'--report \(name)=\(path)' names no file. For standard output, use '--format \(name)'", about: .report)
      }
      guard let format = Format.named(name) else {
        throw .unknown("format", name, among: Format.all.map(\.name), " in '--report \(name)=\(path)'", about: .report)
      }
      return (format, path)
    }
    guard arguments[.writeBaseline] != "-" else {
      throw UsageError("'--write-baseline -' names no file: standard output has the findings", about: .writeBaseline)
    }
    var taken: Set<String> = []
    let written = reports.map { $0.path } + [arguments[.writeBaseline], arguments[.stamp]].compactMap { $0 }
    if let second = written.first(where: { !taken.insert(console.files.resolve($0) ?? console.absolute($0)).inserted })
    {
      throw UsageError("Two options write the file '\(second)'. Name a different file for each")
    }
  }

  /// Whether to print suggested next steps after the findings.
  var givesAdvice: Bool { format.name == Format.text.name && !arguments.has(.quiet) }

  /// The text with `./` before each line that GitHub's runner would take as a command: a file's name may begin like one.
  private static func withoutCommands(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("::") || line.hasPrefix("##[") ? "./\(line)" : String(line)
    }.joined(separator: "\n")
  }

  func emit(_ report: Report, _ paths: RepositoryPaths, fixable: Int, telling remarks: [String]) throws(Failure) {
    let isOnGitHub = console.environment["GITHUB_ACTIONS"] == "true" && !arguments.has(.format([]))
    let style = Style(arguments, console, paths)
    let text = format.render(report, style)
    console.write(isOnGitHub ? Self.withoutCommands(text) : text)
    if arguments.has(.statistics) {
      format.name == Format.text.name ? console.write(report.statistics) : console.tell(report.statistics)
    }
    if isOnGitHub { console.write(Format.github.render(report, style)) }

    for (format, path) in reports {
      try OutputFile.write(
        format.render(report, Style(paths: paths)), to: path, as: .report, within: console.writingBound(arguments))
    }
    if isOnGitHub, let path = console.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty {
      try OutputFile.append(JobSummary.markdown(report, paths), to: path)
    }

    guard !arguments.has(.quiet) else { return }
    let warning = report.unchecked.map { "warning: \($0)" }
    var lines = [report.summary] + remarks + [warning].compactMap { $0 }
    if givesAdvice { lines += report.advice(for: arguments, fixable: fixable) }
    if let command = report.missingCatalog { lines.append("to write a catalog: \(command)") }
    if arguments.has(.verbose) {
      lines += report.files.map { "read \($0)" }
      lines += report.skippedCalls.map { "call skipped (computed name): \($0)" }
      if !report.skippedRules.isEmpty { lines.append("rules skipped: \(report.skippedRules.joined(separator: ", "))") }
    }
    let paint = Paint(style.usesColor)
    console.tell(lines.map { ($0 == warning ? paint.severity(.warning, visible($0)) : visible($0)) + "\n" }.joined())
  }
}
