import ConfigDI

/// Generates shell completions from the same definitions that the parser uses. If no subcommand is typed, the
/// completions are those of `check`.
enum CompletionScript {
  /// The completions to offer for a value: fixed words, names from the manifest, or a kind of file.
  enum Offer {
    case words([String])
    /// Words that can be combined into a comma-separated list.
    case list([String])
    case files, folders, nothing
    /// The names that `--offer` prints for the current manifest: keys or stages.
    case names(String)
  }

  static func offer(for option: Option) -> Offer {
    option.choices.isEmpty ? offer(for: option.completion) : .words(option.choices)
  }

  static func offer(for completion: Completion) -> Offer {
    switch completion {
    case .file: .files
    case .folder: .folders
    case .rule: .words(Rule.all.map(\.code))
    case .rules: .list(Rule.all.map(\.code))
    case .format: .words(Format.all.map { "\($0.name)=" })
    case .command: .words(Command.all.map(\.name))
    case .stage: .names("stages")
    case .key: .names("keys")
    case .none: .nothing
    }
  }

  /// All options of a command, including those that every command has.
  static func options(of command: Command) -> [Option] {
    command.options.filter { !$0.isHidden } + [.version, .help]
  }

  static let rootOptions = [Option.completionScript, .version, .help]

  static func spellings(_ option: Option) -> [String] {
    (option.short.map { ["-\($0)"] } ?? []) + [option.spelling]
  }
}
