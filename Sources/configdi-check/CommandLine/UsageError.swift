import ConfigDI

/// A mistake in the command line. The program prints the command's usage and exits with code 64.
struct UsageError: Error, Sendable {
  let message: String
  /// The option or argument that is wrong. Its help is printed too.
  private let about: (label: String, help: String)?

  init(_ message: String, about option: Option? = nil) {
    self.message = message
    about = option.map { ($0.label, $0.fullHelp) }
  }

  init(missing argument: Operand) {
    message = "Missing expected argument '\(argument.label)'"
    about = (argument.label, argument.help)
  }

  /// The text to print on standard error.
  func text(_ command: Command?) -> String {
    let help = HelpText(command: command)
    var text = "Error: \(visible(message))\n"
    if let about { text += "Help:  \(about.label)  \(about.help)\n" }
    return text + "Usage: \(help.synopsis)\n  See '\(help.name) --help' for more information.\n"
  }

  /// - Parameters:
  ///   - place: The words after the name.
  ///   - advice: Where to find the known names, if none of them resembles the unknown one.
  static func unknown(
    _ kind: String, _ name: String, among names: [String], _ place: String = "", advice: String = "",
    about option: Option? = nil
  ) -> UsageError {
    let suggestion = Spelling.suggestions(for: name, among: names).first.map { ". Did you mean '\($0)'?" }
    return UsageError("Unknown \(kind) '\(name)'\(place)\(suggestion ?? advice)", about: option)
  }

  static func unknownOption(_ written: String, among options: [Option]) -> UsageError {
    let name = written.drop { $0 == "-" }
    let known = options.filter { !$0.isHidden }.map(\.name)
    let suggestion = name.count > 1 ? Spelling.suggestions(for: String(name), among: known).first : nil
    return UsageError("Unknown option '\(written)'\(suggestion.map { ". Did you mean '--\($0)'?" } ?? "")")
  }

  static func missingValue(_ option: Option) -> UsageError {
    UsageError("Missing value for '\(option.label)'", about: option)
  }

  static func invalidValue(_ option: Option, _ value: String) -> UsageError {
    // The value is not shown where NAME=VALUE is expected: it may be a secret.
    let shown = if case .pair = option.value { "" } else { " '\(value)'" }
    var message = "The value\(shown) is invalid for '\(option.label)'"
    let choices = option.choices.map { "'\($0)'" }
    if let last = choices.last {
      let list = choices.count == 1 ? last : "\(choices.dropLast().joined(separator: ", ")) or \(last)"
      message += ". Please provide \(choices.count > 1 ? "one of " : "")\(list)."
    }
    return UsageError(message, about: option)
  }
}
