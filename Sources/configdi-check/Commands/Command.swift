import ConfigDI

/// A subcommand: its name, its arguments and the code that runs it.
final class Command: Sendable {
  let name: String
  let abstract: String
  /// The paragraphs that follow the abstract in the help.
  let discussion: [String]
  let arguments: [Operand]
  /// Made when needed, since most runs look only at the options of one command.
  private let makeOptions: @Sendable () -> [Option]
  let run: @Sendable (Arguments, Console) throws -> ExitCode

  init(
    _ name: String, _ abstract: String, discussion: [String] = [], arguments: [Operand] = [],
    options: @autoclosure @escaping @Sendable () -> [Option] = [],
    run: @escaping @Sendable (Arguments, Console) throws -> ExitCode
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    makeOptions = options
    self.run = run
  }

  var options: [Option] { makeOptions() }

  static let overview = "Check dependency-injection manifests before the program runs."
  static let overviewDiscussion = [
    "Without a subcommand, configdi-check checks the given files and folders (default: the current folder)."
  ]

  /// Every subcommand, in the order in which the help lists them.
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
  /// At least one finding has the severity set with `--fail-on`, or a higher severity.
  case findings = 1
  /// The command could not do its work.
  case failure = 2
  case usage = 64
}

/// Why a command could not do its work. The program prints the reason on one line of standard error, and exits with
/// code 2.
struct Failure: Error, Sendable {
  let message: String
  /// Whether the only problem is a folder without manifests, which is normal for a project that does not use ConfigDI.
  let isNoManifest: Bool
  let code: ExitCode

  init(_ message: String, isNoManifest: Bool = false, code: ExitCode = .failure) {
    self.message = message
    self.isNoManifest = isNoManifest
    self.code = code
  }
}

/// Mistakes in the input that prevent a command from showing a result. The findings are printed to standard error.
struct BadInput: Error {
  let findings: [Diagnostic]
  var code = ExitCode.failure
}
