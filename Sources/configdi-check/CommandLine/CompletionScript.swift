import ConfigDI

/// Generates shell completions from the same definitions that the parser uses. If no subcommand is typed, the
/// completions are those of `check`.
enum CompletionScript {
  /// All options of a command, including those that every command has.
  static func options(of command: Command) -> [Option] {
    command.options.filter { !$0.isHidden } + [.version, .help]
  }

  static let rootOptions = [Option.completionScript, .version, .help]

  /// Whether one of a command's arguments is a key in the manifest.
  static func takesKey(_ command: Command) -> Bool {
    command.arguments.contains { if case .names("keys") = $0.completion { true } else { false } }
  }

  static func spellings(_ option: Option) -> [String] {
    (option.short.map { ["-\($0)"] } ?? []) + [option.spelling]
  }
}
