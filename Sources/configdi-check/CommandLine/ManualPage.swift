import CResources

/// The manual page in mdoc format, from `Resources/CommandLine/manual.mdoc`.
enum ManualPage {
  static var text: String {
    String(cString: configdi_manual()).filled([
      "date": Version.date, "overview": lines(Command.overviewDiscussion),
      "options": list([.completionScript, .version, .help].map(item)),
      "commands": Command.all.map(section).joined(separator: "\n"),
    ])
  }

  private static func section(_ command: Command) -> String {
    var text =
      ".Ss \(command.name)\n\(lines([command.abstract]))\n.Bd -ragged -offset indent\n.Nm\n.Cm \(command.name)\n"
    if !command.options.isEmpty { text += ".Op Ar option ...\n" }
    for argument in command.arguments {
      let dots = argument.isRepeatable ? " ..." : ""
      text += argument.isOptional ? ".Op Ar \(argument.name)\(dots)\n" : ".Ar \(argument.name)\(dots)\n"
    }
    text += ".Ed"
    for paragraph in command.discussion { text += "\n.Pp\n\(lines([paragraph]))" }
    let items =
      command.arguments.map { ".It Ar \($0.name)\n\(lines([$0.help]))" }
      + command.options.filter { !$0.isHidden }.map(item)
    return items.isEmpty ? text : "\(text)\n\(list(items))"
  }

  private static func list(_ items: [String]) -> String {
    ".Bl -tag -width Ds\n\(items.joined(separator: "\n"))\n.El"
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
}
