/// The manual page in mdoc format.
enum ManualPage {
  static var text: String {
    var text = """
      .Dd \(Version.date)
      .Dt CONFIGDI-CHECK 1
      .Os
      .Sh NAME
      .Nm configdi-check
      .Nd check dependency-injection manifests before the program runs
      .Sh SYNOPSIS
      .Nm
      .Op Ar subcommand
      .Op Ar option ...
      .Op Ar argument ...
      .Sh DESCRIPTION
      .Nm
      reads dependency-injection manifests, composes them for each of their stages,
      and reports every mistake that can be known without running the program.
      \(lines(Command.overviewDiscussion))
      .Sh OPTIONS
      \(list([.completionScript, .version, .help]))
      .Sh SUBCOMMANDS

      """
    for command in Command.all { text += section(command) }
    return text + ending
  }

  private static func section(_ command: Command) -> String {
    var text =
      ".Ss \(command.name)\n\(lines([command.abstract]))\n.Bd -ragged -offset indent\n.Nm\n.Cm \(command.name)\n"
    if !command.options.isEmpty { text += ".Op Ar option ...\n" }
    for argument in command.arguments {
      let dots = argument.isRepeatable ? " ..." : ""
      text += argument.isOptional ? ".Op Ar \(argument.name)\(dots)\n" : ".Ar \(argument.name)\(dots)\n"
    }
    text += ".Ed\n"
    for paragraph in command.discussion { text += ".Pp\n\(lines([paragraph]))\n" }
    let options = command.options.filter { !$0.isHidden }
    guard !command.arguments.isEmpty || !options.isEmpty else { return text }
    let arguments = command.arguments.map { ".It Ar \($0.name)\n\(lines([$0.help]))" }
    return text + ".Bl -tag -width Ds\n" + (arguments + options.map(item)).joined(separator: "\n") + "\n.El\n"
  }

  private static func list(_ options: [Option]) -> String {
    ".Bl -tag -width Ds\n" + options.map(item).joined(separator: "\n") + "\n.El"
  }

  private static func item(_ option: Option) -> String {
    let short = option.short.map { "Fl \($0) , " } ?? ""
    let value = option.placeholder.map { " Ar \($0.dropFirst().dropLast())" } ?? ""
    return ".It \(short)Fl -\(option.name)\(value)\n\(lines([option.fullHelp]))"
  }

  /// Puts each sentence on its own line, as is usual in manual pages, and escapes text that mdoc would otherwise
  /// interpret.
  private static func lines(_ paragraphs: [String]) -> String {
    paragraphs.map { paragraph in
      sentences(paragraph).flatMap { TextWrapping.wrap($0, width: 78).split(separator: "\n") }.map { line in
        let escaped = line.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\e")
        return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + escaped : escaped
      }.joined(separator: "\n")
    }.joined(separator: "\n.Pp\n")
  }

  private static func sentences(_ paragraph: String) -> [String] {
    var result = [""]
    for word in paragraph.split(separator: " ") {
      result[result.count - 1] += (result.last == "" ? "" : " ") + word
      if word.last == "." || word.last == "?" { result.append("") }
    }
    return result.filter { !$0.isEmpty }
  }

  private static let ending = """
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev CONFIGDI_STAGE
    The stage that
    .Cm plan ,
    .Cm why ,
    .Cm graph
    and
    .Cm wiring
    use by default.
    .It Ev NO_COLOR
    If it is not empty, text is not colored.
    .It Ev FORCE_COLOR
    If it is not empty, text is colored even without a terminal.
    .It Ev GITHUB_ACTIONS
    If it is
    .Dq true
    and no format is given,
    .Cm check
    also prints workflow commands and adds the findings to the job summary.
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa .configdi-check.yml
    Defaults for
    .Cm check :
    the nearest one in or above a manifest's folder.
    .It Pa configdi.catalog.json
    The catalog of the program's factories: by default, the one beside the manifest.
    .El
    .Sh EXIT STATUS
    .Bl -tag -width Ds
    .It 0
    There are no findings at or above the severity of
    .Fl -fail-on .
    .It 1
    There are findings at or above that severity.
    .It 2
    The command could not be completed.
    .It 64
    The command line is invalid.
    .El
    .Sh EXAMPLES
    Check every manifest below the current folder:
    .Pp
    .Dl $ configdi-check
    .Pp
    Check one manifest, and also write a report for code scanning:
    .Pp
    .Dl $ configdi-check app.yaml --report sarif=findings.sarif

    """
}
