import ConfigDI

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
    "Without a subcommand, configdi-check checks the given files and folders (default: the current folder)."
  ]

  /// Every subcommand, in the order of the help.
  static let all: [Command] = [
    .check, .plan, .graph, .why, .diff, .env, .fix, .new, .initialize, .schema, .compile, .register, .keys, .wiring,
    .explain,
    .languageServer, .help,
  ]

  static func named(_ name: String) -> Command? {
    all.first { $0.name == name }
  }
}

enum ExitCode: Int32, Sendable {
  case success = 0
  /// There are findings at or above `--fail-on`.
  case findings = 1
  /// The work could not be completed.
  case failure = 2
  case usage = 64
}

/// The reason why the work could not be completed: exit code 2, with one line on standard error.
struct Failure: Error, Sendable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// Thrown if mistakes leave nothing to show. Its findings are printed to standard error.
struct BadInput: Error {
  let findings: [Diagnostic]
  var code = ExitCode.failure
}
