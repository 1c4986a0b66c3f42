/// A subcommand: its arguments and its work.
struct Command: Sendable {
  let name: String
  let abstract: String
  /// Paragraphs below the abstract.
  let discussion: [String]
  let arguments: [Operand]
  let options: [Option]
  let run: @Sendable (Arguments, Console) throws -> ExitCode

  init(
    _ name: String, _ abstract: String, discussion: [String] = [], arguments: [Operand] = [], options: [Option] = [],
    run: @escaping @Sendable (Arguments, Console) throws -> ExitCode
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.run = run
  }

  static let overview = "Check dependency-injection manifests before the program runs."
  static let overviewDiscussion = [
    "Without a subcommand, the given files and folders are checked; without those, the current folder."
  ]

  /// Every subcommand, in the order of the help.
  static let all: [Command] = [
    .check, .plan, .graph, .why, .diff, .env, .fix, .initialize, .schema, .compile, .register, .generate, .explain,
    .rules,
    .languageServer, .help,
  ]

  static func named(_ name: String) -> Command? {
    all.first { $0.name == name }
  }
}
