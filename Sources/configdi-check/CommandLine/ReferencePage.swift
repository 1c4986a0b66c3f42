import ConfigDI

/// The command-line reference in Markdown.
enum ReferencePage {
  static var text: String {
    var text = "# configdi-check\n\n\(Command.overview)\n\n"
    for paragraph in Command.overviewDiscussion { text += paragraph + "\n\n" }
    text += table("option", [Option.completionScript, .version, .help].map { ($0.label, $0.fullHelp) })
    for command in Command.all { text += section(command) }
    text += "\n## Formats\n\n"
    text += table("format", Format.all.map { ($0.name, $0.purpose) })
    return text
  }

  private static func section(_ command: Command) -> String {
    var text = "\n## \(command.name)\n\n\(command.abstract)\n\n```\n\(HelpText(command: command).synopsis)\n```\n\n"
    for paragraph in command.discussion { text += paragraph + "\n\n" }
    text += table("argument", command.arguments.map { ($0.label, $0.help) })
    text += table("option", command.options.filter { !$0.isHidden }.map { ($0.label, $0.fullHelp) })
    while text.hasSuffix("\n\n") { text.removeLast() }
    return text
  }

  private static func table(_ title: String, _ rows: [(label: String, help: String)]) -> String {
    let table = MarkdownText.table([title, "meaning"], rows.map { ["`\($0.label)`", $0.help] })
    return table.isEmpty ? "" : table + "\n"
  }
}

/// The URLs of documentation pages, for formats that require a URL.
enum Documentation {
  static let home = "urn:configdi:check"

  static func page(of rule: Rule) -> String {
    "urn:configdi:rule:\(rule.code)"
  }
}
