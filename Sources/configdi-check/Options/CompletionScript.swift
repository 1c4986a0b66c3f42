/// Completions for shells, from the same definitions as the parser.
enum CompletionScript {
  static var bash: String { "" }
  static var zsh: String { "" }
  static var fish: String { "" }
}
