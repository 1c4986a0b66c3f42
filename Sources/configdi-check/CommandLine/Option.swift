/// One flag or option, which defines its parsing, help, completions, manual and reference page.
struct Option: Sendable {
  /// The long name, without its dashes.
  let name: String
  let short: Character?
  let value: Value
  let isRepeatable: Bool
  let help: String
  let completion: Completion
  /// The section of the help page that lists the option; `nil` for the last section, which has the command's own
  /// options.
  let group: Group?
  /// Whether help and completions omit it.
  let isHidden: Bool

  /// The sections of a help page, in order.
  enum Group: String, Sendable, CaseIterable {
    case subject = "WHAT TO CHECK"
    case catalog = "CATALOG"
    case values = "VALUES"
    case findings = "WHICH FINDINGS"
    case output = "OUTPUT"
    case limits = "LIMITS"
  }

  /// The value after the name.
  enum Value: Sendable, Equatable {
    case none
    case text(String)
    /// One of a fixed list, with the default to show in the help, if any.
    case choice(String, [String], default: String? = nil)
    /// A whole number of at least one.
    case count(String)
    /// `NAME=VALUE`.
    case pair(String)
    /// The name of a limit, `=`, and a whole number of at least one.
    case limit(String)
  }

  /// The kind of completion that a shell should offer for the value.
  enum Completion: Sendable, Equatable { case none, file, folder, rule, format, stage, key }

  init(
    _ name: String, short: Character? = nil, _ value: Value = .none, in group: Group? = nil, repeatable: Bool = false,
    completion: Completion = .none, hidden: Bool = false, help: String
  ) {
    self.name = name
    self.group = group
    self.short = short
    self.value = value
    isRepeatable = repeatable
    self.help = help
    self.completion = completion
    isHidden = hidden
  }

  var spelling: String { "--\(name)" }

  /// The placeholder for the option's value, such as `<file>`; `nil` for a flag.
  var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let name), .choice(let name, _, _), .count(let name), .pair(let name), .limit(let name): "<\(name)>"
    }
  }

  var choices: [String] {
    if case .choice(_, let choices, _) = value { choices } else { [] }
  }

  /// The option and its value in errors: `--stage <stage>`.
  var label: String {
    placeholder.map { "\(spelling) \($0)" } ?? spelling
  }

  /// The option's help, with its allowed values.
  var fullHelp: String {
    guard case .choice(_, let choices, let standard) = value else { return help }
    let values = "values: \(choices.joined(separator: ", "))"
    return "\(help) (\(values)\(standard.map { "; default: \($0)" } ?? ""))"
  }
}

/// A positional argument of a command.
struct Operand: Sendable {
  let name: String
  let isOptional: Bool
  let isRepeatable: Bool
  let help: String
  let completion: Completion

  /// The kind of completion that a shell should offer for it.
  enum Completion: Sendable, Equatable { case none, file, folder, rule, command, key }

  init(
    _ name: String, optional: Bool = false, repeatable: Bool = false, completion: Completion = .none, _ help: String
  ) {
    self.name = name
    isOptional = optional
    isRepeatable = repeatable
    self.help = help
    self.completion = completion
  }

  var label: String { "<\(name)>" }

  static let manifest = Operand("path", completion: .file, "A manifest, or - for standard input.")
}
