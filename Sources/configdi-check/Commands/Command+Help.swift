import ConfigDI

extension Command {
  static let help: Command = Command(
    "help", "Show subcommand help information.",
    arguments: [Operand(name: "subcommand", isOptional: true, completion: .command, help: "The subcommand to show.")]
  ) { arguments, console in
    guard let name = arguments.positional(0) else {
      console.write(HelpText(command: nil).text(width: console.width))
      return .success
    }
    guard let command = Command.named(name) else {
      throw UsageError.unknown("subcommand", name, among: Command.all.map(\.name))
    }
    console.write(HelpText(command: command).text(width: console.width))
    return .success
  }
}
