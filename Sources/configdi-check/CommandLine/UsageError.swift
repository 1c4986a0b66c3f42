import ConfigDI

/// A mistake in the command line. The program prints the command's usage and exits with code 64.
struct UsageError: Error, Sendable {
  let message: String
  /// The option or argument that is wrong. Its help is printed too.
  let about: (label: String, help: String)?
  let command: Command?

  init(_ message: String, about: (label: String, help: String)? = nil, command: Command?) {
    self.message = message
    self.about = about
    self.command = command
  }

  init(_ message: String, about option: Option, command: Command?) {
    self.init(message, about: (option.label, option.fullHelp), command: command)
  }

  /// The text to print on standard error.
  var text: String {
    let help = HelpText(command: command)
    var text = "Error: \(message)\n"
    if let about { text += "Help:  \(about.label)  \(about.help)\n" }
    return text + "Usage: \(help.synopsis)\n  See '\(help.name) --help' for more information.\n"
  }

  static func unknownOption(_ written: String, among options: [Option], command: Command?) -> UsageError {
    let name = written.drop { $0 == "-" }
    let known = options.filter { !$0.isHidden }.map(\.name)
    let suggestion = name.count > 1 ? Spelling.suggestions(for: String(name), among: known).first : nil
    return UsageError(
      "Unknown option '\(written)'\(suggestion.map { ". Did you mean '--\($0)'?" } ?? "")", command: command)
  }

  static func missingValue(_ option: Option, command: Command?) -> UsageError {
    UsageError("Missing value for '\(option.label)'", about: option, command: command)
  }

  static func invalidValue(_ option: Option, _ value: String, command: Command?) -> UsageError {
    // The value is not shown where NAME=VALUE is expected: it may be a secret.
    let shown = if case .pair = option.value { "" } else { " '\(value)'" }
    var message = "The value\(shown) is invalid for '\(option.label)'"
    let choices = option.choices.map { "'\($0)'" }
    if let last = choices.last {
      let list = choices.count == 1 ? last : "\(choices.dropLast().joined(separator: ", ")) or \(last)"
      message += ". Please provide \(choices.count > 1 ? "one of " : "")\(list)."
    }
    return UsageError(message, about: option, command: command)
  }

  static func unexpected(_ arguments: [String], command: Command?) -> UsageError {
    let list = arguments.map { "'\($0)'" }.joined(separator: ", ")
    return UsageError(
      arguments.count == 1 ? "Unexpected argument \(list)" : "\(arguments.count) unexpected arguments: \(list)",
      command: command)
  }

  static func missingArgument(_ argument: Operand, command: Command?) -> UsageError {
    UsageError(
      "Missing expected argument '\(argument.label)'", about: (argument.label, argument.help), command: command)
  }
}
