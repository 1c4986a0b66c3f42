import ConfigDI

/// A help page in the layout of Swift Argument Parser.
struct HelpText {
  /// The command that the page describes; `nil` for the program's own page.
  let command: Command?

  var name: String {
    command.map { "configdi-check \($0.name)" } ?? "configdi-check"
  }

  var options: [Option] {
    (command?.options ?? [.completionScript, .manual]).filter { !$0.isHidden }
  }

  /// The usage line. If there are more than twelve options and arguments, `[<options>]` replaces the options.
  var synopsis: String {
    guard let command else { return "\(name) <subcommand>" }
    let arguments = command.arguments.map { argument in
      let label = argument.isRepeatable ? "\(argument.label) ..." : argument.label
      return argument.isOptional ? "[\(label)]" : label
    }
    let labels = options.map { $0.isRepeatable ? "[\($0.label) ...]" : "[\($0.label)]" }
    return ([name] + (labels.count + arguments.count > 12 ? ["[<options>]"] : labels) + arguments)
      .joined(separator: " ")
  }

  func text(width: Int) -> String {
    let overview = command?.abstract ?? Command.overview
    let discussion = command?.discussion ?? Command.overviewDiscussion
    var text = TextWrapping.wrap("OVERVIEW: \(overview)", width: width) + "\n\n"
    for paragraph in discussion { text += TextWrapping.wrap(paragraph, width: width) + "\n\n" }
    text += "USAGE: \(synopsis)\n\n"
    if let command {
      text += section("ARGUMENTS", command.arguments.map { ($0.label, $0.help) }, width: width)
    }
    for group in Option.Group.allCases {
      let rows = options.filter { $0.group == group }
      text += section(group.rawValue, rows.map(Self.row), width: width, isApart: false)
    }
    let others = options.filter { $0.group == nil } + (command == nil ? [.version, .help] : [.help])
    text += section("OPTIONS", others.map(Self.row), width: width)
    guard command == nil else { return text }
    let commands = Command.all.map { ($0.name == Command.check.name ? "\($0.name) (default)" : $0.name, $0.abstract) }
    text += section("SUBCOMMANDS", commands, width: width)
    return text + "  See 'configdi-check help <subcommand>' for detailed help.\n"
  }

  /// The names of the limits, with their default values.
  static var limits: String {
    let widest = Limits.Name.all.map(\.name.count).max() ?? 0
    let rows = Limits.Name.all.map { limit in
      "  \(padded(limit.name, to: widest))  \(padded("\(Limits()[keyPath: limit.value])", to: 8))  \(limit.noun)\n"
    }
    return "LIMITS, set with an option such as --limit nodes=100000, or under 'limits' in \(ConfigurationFile.name):\n"
      + rows.joined()
  }

  private static func row(_ option: Option) -> (label: String, help: String) {
    (option.short.map { "-\($0), \(option.label)" } ?? option.label, option.fullHelp)
  }

  private func section(
    _ title: String, _ rows: [(label: String, help: String)], width: Int, isApart: Bool = true
  ) -> String {
    guard !rows.isEmpty else { return "" }
    let lines = rows.map { row in
      let help = TextWrapping.wrap(row.help, width: width, indent: Self.column)
      let label = "  \(row.label)"
      guard label.count < Self.column else { return "\(label)\n\(help)" }
      return label + String(repeating: " ", count: Self.column - label.count) + help.dropFirst(Self.column)
    }
    return "\(title):\n\(lines.joined(separator: "\n"))\n\(isApart ? "\n" : "")"
  }

  /// The column at which descriptions start.
  private static let column = 26
}
