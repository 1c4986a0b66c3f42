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

  /// Prints the completions of a command line for the completion scripts.
  static let offer = Command(
    "--offer", "Print how a shell can complete a command line.",
    arguments: [Operand(name: "word", isOptional: true, isRepeatable: true, help: "The command line so far.")]
  ) { arguments, console in
    let completion = CommandLineCompletion { names($0, words: arguments.positionals, console) }
    console.write(completion.lines(for: arguments.positionals).map { $0 + "\n" }.joined())
    return .success
  }

  /// The keys or stages of the manifest that the words name, or else of the manifests in the current folder. Empty if
  /// they cannot be read.
  private static func names(_ kind: String, words: [String], _ console: Console) -> [String] {
    let paths = words.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.filter {
      console.files.resolve($0) != nil
    }
    let silent = Arguments(.check).with(positionals: Array(paths.prefix(1)))
    guard let project = try? Project(silent, console) else { return [] }
    return project.sources.compactMap { $0.composed(project.world, stages: .all) }.flatMap { composed in
      kind == "stages"
        ? composed.declaredStages.map(\.value) : composed.stages.flatMap { $0.services.map(\.key.value.text) }
    }.distinct()
  }
}
