import ConfigDI

extension CompletionScript {
  static var fish: String {
    var text = """
      # fish completion for configdi-check

      function __configdi_check_command
          set -l words (commandline -opc)
          if set -q words[2]; and contains -- $words[2] \(Command.all.map(\.name).joined(separator: " "))
              echo $words[2]
          else
              echo check
          end
      end

      function __configdi_check_names
          configdi-check \(Command.offer.name) $argv[1] -- (commandline -opc)[2..] 2>/dev/null
      end

      function __configdi_check_is_first
          test (count (commandline -opc)) -eq 1
      end


      """
    for command in Command.all {
      text += line("__configdi_check_is_first", "-a \(command.name) -d \(quoted(command.abstract))")
    }
    text += line("test (count (commandline -opc)) -le 2", spec(.completionScript))
    for command in Command.all {
      let condition = "test (__configdi_check_command) = \(command.name)"
      text += "\n"
      for option in options(of: command) { text += line(condition, spec(option)) }
      if let argument = command.arguments.first {
        switch argument.completion {
        case .words(let words), .list(let words):
          text += line(condition, "-f -a \(quoted(words().joined(separator: " ")))")
        case .folder: text += line(condition, "-f -a '(__fish_complete_directories)'")
        case .none: text += line(condition, "-f")
        case .names, .file: break
        }
        if takesKey(command) {
          text += line(condition, "-a '(__configdi_check_names keys)'")
        }
      } else {
        text += line(condition, "-f")
      }
    }
    return text
  }

  private static func line(_ condition: String, _ rest: String) -> String {
    "complete -c configdi-check -n \(quoted(condition)) \(rest)\n"
  }

  private static func spec(_ option: Option) -> String {
    var text = "-l \(option.name)" + (option.short.map { " -s \($0)" } ?? "")
    if option.placeholder != nil {
      switch option.completion {
      case .words(let words): text += " -x -a \(quoted(words().joined(separator: " ")))"
      case .list(let words): text += " -x -a \(quoted("(__fish_append , \(words().joined(separator: " ")))"))"
      case .file: text += " -r -F"
      case .folder: text += " -x -a '(__fish_complete_directories)'"
      case .names(let kind): text += " -x -a '(__configdi_check_names \(kind))'"
      case .none: text += " -x"
      }
    }
    return text + " -d \(quoted(option.help))"
  }

  private static func quoted(_ text: String) -> String { "'\(text.backslashed("'\\"))'" }
}
