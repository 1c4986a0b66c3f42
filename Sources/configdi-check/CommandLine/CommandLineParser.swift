import CResources
import ConfigDI

/// What a command line asks the program to do.
enum Invocation: Sendable {
  case run(Arguments)
  /// Print a string to standard output and exit.
  case print(String)
}

/// Parses a command line in the same way as Swift Argument Parser.
struct CommandLineParser: Sendable {
  /// The width of the help in columns.
  let width: Int

  func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    if arguments == ["version"] { return .print(Version.current + "\n") }
    guard let command = Self.command(of: arguments) else { return try rootOption(arguments) }
    return try parse(arguments.first == command.name ? arguments.dropFirst() : arguments[...], for: command)
  }

  /// The command that a command line is for; `nil` for the program's own options, such as `--help`.
  static func command(of arguments: [String]) -> Command? {
    let first = arguments.first ?? ""
    if let command = (Command.all + [.offer]).first(where: { $0.name == first }) { return command }
    return Option.help.isCalled(first) || generators.contains { $0.isCalled(first.pair?.name ?? first) } ? nil : .check
  }

  private static let generators = [Option.completionScript, .manual]

  private func rootOption(_ arguments: [String]) throws(UsageError) -> Invocation {
    let first = arguments.first ?? ""
    guard let option = Self.generators.first(where: { $0.isCalled(first.pair?.name ?? first) }) else {
      return .print(HelpText(command: nil).text(width: width))
    }
    guard let value = first.pair?.value ?? arguments.dropFirst().first else { throw .missingValue(option) }
    guard option.choices.contains(value) else { throw .invalidValue(option, value) }
    return .print(Self.generated(value))
  }

  private static func generated(_ kind: String) -> String {
    switch kind {
    case "bash": String(cString: configdi_completion_bash())
    case "zsh": String(cString: configdi_completion_zsh())
    case "fish": String(cString: configdi_completion_fish())
    case "man": ManualPage.text
    default: ReferencePage.text
    }
  }

  private func parse(_ words: ArraySlice<String>, for command: Command) throws(UsageError) -> Invocation {
    let terminator = words.firstIndex(of: "--") ?? words.endIndex
    let options = words[..<terminator]
    let asksForHelp = options.contains { word in
      word == "--help" || word == "-h"
        || word.hasSuffix("h") && shortFlags(in: String(word.dropLast()), of: command) != nil
    }
    if asksForHelp { return .print(HelpText(command: command).text(width: width)) }
    if options.contains(Option.helpLimits.spelling), command.options.contains(where: { $0.name == Option.limit.name }) {
      return .print(HelpText.limits)
    }
    if options.contains("--version") { return .print(Version.current + "\n") }

    var result = Arguments(command)
    var operands: [String] = []
    var rest = options
    while let word = rest.popFirst() {
      if word.hasPrefix("-"), word != "-" {
        try read(word, following: &rest, into: &result)
      } else {
        operands.append(word)
      }
    }
    operands += words[terminator...].dropFirst()
    let most = command.arguments.last?.isRepeatable == true ? operands.count : command.arguments.count
    result.positionals = Array(operands.prefix(most))
    let unexpected = operands.dropFirst(most)
    guard unexpected.isEmpty else {
      let list = unexpected.map { "'\($0)'" }.joined(separator: ", ")
      throw UsageError(
        unexpected.count == 1 ? "Unexpected argument \(list)" : "\(unexpected.count) unexpected arguments: \(list)")
    }
    for argument in command.arguments.dropFirst(result.positionals.count) where !argument.isOptional {
      throw UsageError(missing: argument)
    }
    return .run(result)
  }

  private func read(
    _ word: String, following rest: inout ArraySlice<String>, into result: inout Arguments
  ) throws(UsageError) {
    let command = result.command
    let pair = word.pair
    let name = pair?.name ?? word
    var value = pair?.value
    guard let option = command.options.first(where: { $0.isCalled(name) }) else {
      if let flags = shortFlags(in: word, of: command) {
        for flag in flags { result.add("", to: flag) }
        return
      }
      throw .unknownOption(name, among: command.options + [.help, .version])
    }
    guard option.value != .none else {
      if let value {
        throw UsageError("The option '\(option.spelling)' does not take any value, but '\(value)' was specified.")
      }
      result.add("", to: option)
      return
    }
    if value == nil, let next = rest.first, !next.hasPrefix("-") || next == "-" { value = rest.removeFirst() }
    guard let value, !value.isEmpty else { throw .missingValue(option) }
    if case .limit = option.value {
      let name = value.pair?.name ?? value
      guard Limits.Name.named(name) != nil else {
        throw .unknown(
          "limit", name, among: Limits.Name.all.map { $0.name }, advice: ". '--help-limits' lists them all.")
      }
    }
    guard option.accepts(value) else { throw .invalidValue(option, value) }
    result.add(value, to: option)
  }

  /// The flags in a word such as `-qv`; `nil` if any letter is not a flag without a value.
  private func shortFlags(in word: String, of command: Command) -> [Option]? {
    guard word.count > 1, word.hasPrefix("-"), !word.hasPrefix("--") else { return nil }
    let flags = word.dropFirst().compactMap { letter in
      command.options.first { $0.value == .none && $0.isCalled("-\(letter)") }
    }
    return flags.count == word.count - 1 ? flags : nil
  }
}

extension Option {
  func isCalled(_ name: String) -> Bool { spellings.contains(name) }

  fileprivate func accepts(_ text: String) -> Bool {
    switch value {
    case .none: false
    case .text: true
    case .choice(_, let choices, _): choices.contains(text)
    case .count: Int(text).map { $0 > 0 } ?? false
    case .limit: text.pair.flatMap { Int($0.value) }.map { $0 > 0 } ?? false
    case .pair: text.pair.map { !$0.name.isEmpty } ?? false
    }
  }
}
