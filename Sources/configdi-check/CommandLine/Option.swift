import ConfigDI

/// A flag or option. Its parsing, help, completions, and entries in the manual and the reference page all follow
/// from this definition.
struct Option: Sendable {
  /// The long name, without its dashes.
  let name: String
  let short: Character?
  let value: Value
  let isRepeatable: Bool
  let help: String
  let completion: Completion
  /// The section of the help page that lists the option; `nil` for an option that only one command has. Those options
  /// are listed last.
  let group: Group?
  /// Whether help and completions omit the option.
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

  /// The kind of value that follows the option's name.
  enum Value: Sendable, Equatable {
    case none
    case text(String)
    /// A value from a fixed list. If there is a default, the help shows it.
    case choice(String, [String], default: String? = nil)
    /// A whole number of at least one.
    case count(String)
    /// A pair such as `NAME=VALUE`.
    case pair(String)
    /// The name and value of a limit, `NAME=VALUE`. The value is a whole number of at least one.
    case limit(String)
  }

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
    self.completion = if case .choice(_, let choices, _) = value { .words { choices } } else { completion }
    isHidden = hidden
  }

  var spelling: String { "--\(name)" }

  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [spelling] }

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

  /// The option with its placeholder, as shown in errors: `--stage <stage>`.
  var label: String {
    placeholder.map { "\(spelling) \($0)" } ?? spelling
  }

  /// The option's help text, including the allowed values.
  var fullHelp: String {
    guard case .choice(_, let choices, let standard) = value else { return help }
    let values = "values: \(choices.joined(separator: ", "))"
    return "\(help) (\(values)\(standard.map { "; default: \($0)" } ?? ""))"
  }
}

/// The completions that a shell offers for a value.
enum Completion: Sendable {
  case none, file, folder
  case words(@Sendable () -> [String])
  /// Words that can be combined into a comma-separated list.
  case list(@Sendable () -> [String])
  /// The keys or stages of the manifest on the command line.
  case names(String)

  static let rule = words { Rule.all.map(\.code) }
  static let rules = list { Rule.all.map(\.code) }
  static let format = words { Format.all.map { "\($0.name)=" } }
  static let command = words { Command.all.map(\.name) }
  static let stage = names("stages")
  static let key = names("keys")
}

/// A positional argument of a command.
struct Operand: Sendable {
  let name: String
  var isOptional = false
  var isRepeatable = false
  var completion = Completion.none
  let help: String

  var label: String { "<\(name)>" }

  static let manifest = Operand(name: "path", completion: .file, help: "A manifest, or - for standard input.")
}
