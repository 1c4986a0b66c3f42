import ConfigDI

extension CompletionScript {
  static var zsh: String {
    let commands = Command.all.map { "    \(quoted("\($0.name):\(escaped($0.abstract))"))\n" }.joined()
    let functions = Command.all.map { command in
      let specs = options(of: command).flatMap(specs) + arguments(of: command)
      return """
        (( $+functions[_configdi-check_\(command.name)] )) ||
        _configdi-check_\(command.name)() {
          _arguments -S \(specs.map { "\\\n    \(quoted($0))" }.joined(separator: " "))
        }


        """
    }.joined()
    return """
      #compdef configdi-check

      (( $+functions[_configdi-check_names] )) ||
      _configdi-check_names() {
        local -a names
        names=("${(@f)$(configdi-check \(Command.offer.name) $1 -- $words[2,-1] 2>/dev/null)}")
        compadd -- $names
      }

      _configdi-check_names_keys() { _configdi-check_names keys }

      _configdi-check_names_stages() { _configdi-check_names stages }

      \(functions)_configdi-check() {
        local -a commands
        commands=(
      \(commands)  )
        if (( CURRENT == 2 )); then
          [[ $words[2] == -* ]] || _describe -t commands subcommand commands
          _arguments -S \(rootOptions.flatMap(specs).map { "\\\n      \(quoted($0))" }.joined(separator: " ")) '*: :'
          _configdi-check_check
          return
        fi
        local command=$words[2]
        if [[ -n ${(M)commands:#${command}:*} ]]; then
          shift words
          (( CURRENT-- ))
          _configdi-check_${command}
        elif [[ $words[2] == \(Option.completionScript.spelling) ]]; then
          _values shell \(Option.completionScript.choices.joined(separator: " "))
        else
          _configdi-check_check
        fi
      }

      _configdi-check "$@"

      """
  }

  /// One zsh specification per spelling of the option. The spellings exclude each other unless the option is
  /// repeatable.
  private static func specs(_ option: Option) -> [String] {
    let spellings = spellings(option)
    let before = option.isRepeatable ? "*" : spellings.count > 1 ? "(\(spellings.joined(separator: " ")))" : ""
    let help = "[\(escaped(option.help))]"
    guard let placeholder = option.placeholder else { return spellings.map { before + $0 + help } }
    let name = escaped(String(placeholder.dropFirst().dropLast()))
    return spellings.map { spelling in
      "\(before)\(spelling)\(spelling.hasPrefix("--") ? "=" : "+")\(help):\(name):\(action(option.completion))"
    }
  }

  private static func arguments(of command: Command) -> [String] {
    command.arguments.enumerated().map { index, argument in
      let position = argument.isRepeatable ? "*" : argument.isOptional ? "\(index + 1):" : "\(index + 1)"
      return "\(position):\(argument.name):\(action(argument.completion))"
    }
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): "(\(words().joined(separator: " ")))"
    case .list(let words): "_values -s , code \(words().joined(separator: " "))"
    case .file: "_files"
    case .folder: "_files -/"
    case .names(let kind): "_configdi-check_names_\(kind)"
    case .none: " "
    }
  }

  private static func escaped(_ text: String) -> String { text.backslashed("[]:\\") }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
