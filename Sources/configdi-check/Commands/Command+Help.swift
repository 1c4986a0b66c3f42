import ConfigDI

extension Command {
  static let help: Command = Command(
    "help", "Show subcommand help information.",
    arguments: [Operand(name: "subcommand", isOptional: true, completion: .command, help: "The subcommand to show.")]
  ) { arguments, console in
    let name = arguments.positional(0)
    let command = name.flatMap { Command.named($0) }
    if let name, command == nil { throw UsageError.unknown("subcommand", name, among: Command.all.map(\.name)) }
    console.write(HelpText(command: command).text(width: console.width))
    return .success
  }
}
