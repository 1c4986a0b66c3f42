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
    if let name = arguments.first, let command = Command.named(name) {
      return try parse(arguments.dropFirst(), for: command)
    }
    if let asked = try rootOption(arguments) { return asked }
    return try parse(arguments[...], for: .check)
  }

  /// Handles the program's own options, such as `--help`, rather than those of a command.
  private func rootOption(_ arguments: [String]) throws(UsageError) -> Invocation? {
    guard let first = arguments.first else { return nil }
    if first == "version", arguments.count == 1 { return .print(Version.current + "\n") }
    if first == Command.offer.name { return try parse(arguments.dropFirst(), for: .offer) }
    if first == "--help" || first == "-h" { return .print(HelpText(command: nil).text(width: width)) }
    let pair = first.pair
    for option in [Option.completionScript, .manual] where option.spelling == pair?.name ?? first {
      guard let value = pair?.value ?? arguments.dropFirst().first else { throw .missingValue(option, command: nil) }
      guard option.choices.contains(value) else { throw .invalidValue(option, value, command: nil) }
      return .print(Self.generated(value))
    }
    return nil
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
    var unexpected: [String] = []
    var rest = words
    var isAfterTerminator = false
    while let word = rest.popFirst() {
      if !isAfterTerminator, word == "--" {
        isAfterTerminator = true
      } else if !isAfterTerminator, word.hasPrefix("-"), word != "-" {
        try read(word, following: &rest, into: &result)
      } else if result.positionals.count < command.arguments.count || command.arguments.last?.isRepeatable == true {
        result.add(word)
      } else {
        unexpected.append(word)
      }
    }
    guard unexpected.isEmpty else { throw .unexpected(unexpected, command: command) }
    for argument in command.arguments.dropFirst(result.positionals.count) where !argument.isOptional {
      throw .missingArgument(argument, command: command)
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
      throw .unknownOption(name, among: command.options + [.help, .version], command: command)
    }
    guard option.value != .none else {
      if let value {
        throw UsageError(
          "The option '\(option.spelling)' does not take any value, but '\(value)' was specified.", command: command)
      }
      result.add("", to: option)
      return
    }
    if value == nil, let next = rest.first, !next.hasPrefix("-") || next == "-" { value = rest.removeFirst() }
    guard let value, !value.isEmpty else { throw .missingValue(option, command: command) }
    if case .limit = option.value { try Self.checkLimit(value, command) }
    guard option.accepts(value) else { throw .invalidValue(option, value, command: command) }
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

  private static func checkLimit(_ text: String, _ command: Command) throws(UsageError) {
    let name = text.pair?.name ?? text
    guard Limits.Name.named(name) == nil else { return }
    let suggestion = Spelling.suggestions(for: name, among: Limits.Name.all.map { $0.name }).first
    throw UsageError(
      "Unknown limit '\(name)'\(suggestion.map { ". Did you mean '\($0)'?" } ?? ". '--help-limits' lists them all.")",
      command: command)
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
