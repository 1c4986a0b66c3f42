extension CompletionScript {
  static var bash: String {
    let commands = Command.all.map(\.name)
    let cases = Command.all.map { command in
      """
          \(command.name))
              options='\(options(of: command).flatMap(spellings).joined(separator: " "))'
              case "${prev}" in
      \(values(of: options(of: command)))            esac
              _configdi_check_offer "${options}" \(argument(of: command))
              ;;

      """
    }.joined()
    return """
      # bash completion for configdi-check

      _configdi_check_words() {
          COMPREPLY=($(compgen -W "$1" -- "${cur}"))
      }

      _configdi_check_files() {
          local IFS=$'\\n'
          compopt -o filenames 2>/dev/null
          COMPREPLY=($(compgen "$1" -- "${cur}"))
      }

      # The names in the manifest at hand, one a line.
      _configdi_check_names() {
          local IFS=$'\\n'
          COMPREPLY=($(compgen -W "$(configdi-check \(Command.offer.name) "$1" -- "${COMP_WORDS[@]:1}" 2>/dev/null)" -- "${cur}"))
      }

      # Words of a list, after those that it has already.
      _configdi_check_list() {
          local before=''
          [[ "${cur}" != *,* ]] || before="${cur%,*},"
          COMPREPLY=($(compgen -P "${before}" -W "$1" -- "${cur##*,}"))
      }

      # Whether a manifest was named already.
      _configdi_check_has_manifest() {
          local word
          for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
              [[ "${word}" == *.yaml || "${word}" == *.yml ]] && return 0
          done
          return 1
      }

      # The options where one was begun, else what the positional argument may be.
      _configdi_check_offer() {
          if [[ "${cur}" == -* ]]; then
              _configdi_check_words "$1"
          elif [[ "$2" == --keys ]]; then
              if _configdi_check_has_manifest; then _configdi_check_names keys; else _configdi_check_files -f; fi
          elif [[ "$2" == --files ]]; then
              _configdi_check_files -f
          elif [[ "$2" == --folders ]]; then
              _configdi_check_files -d
          elif [[ -n "${2-}" ]]; then
              _configdi_check_words "$2"
          fi
      }

      _configdi_check() {
          local cur="${COMP_WORDS[COMP_CWORD]}"
          local prev="${COMP_WORDS[COMP_CWORD-1]}"
          local command="${COMP_WORDS[1]}"
          local commands='\(commands.joined(separator: " "))'
          local options
          COMPREPLY=()

          # --option=value arrives as three words.
          if [[ "${cur}" == '=' ]]; then
              cur=''
          elif [[ "${prev}" == '=' ]]; then
              prev="${COMP_WORDS[COMP_CWORD-2]}"
          fi

          if [[ "${COMP_CWORD}" -eq 1 && "${cur}" == -* ]]; then
              _configdi_check_words '\((options(of: .check) + [.completionScript]).flatMap(spellings).joined(separator: " "))'
              return
          fi
          if [[ "${COMP_CWORD}" -eq 1 ]]; then
              _configdi_check_files -f
              COMPREPLY+=($(compgen -W "${commands}" -- "${cur}"))
              return
          fi
          if [[ "${prev}" == '\(Option.completionScript.spelling)' ]]; then
              _configdi_check_words '\(Option.completionScript.choices.joined(separator: " "))'
              return
          fi
          [[ " ${commands} " == *" ${command} "* ]] || command=check

          case "${command}" in
      \(cases)    esac
      }

      complete -o nosort -F _configdi_check configdi-check 2>/dev/null || complete -F _configdi_check configdi-check

      """
  }

  private static func values(of options: [Option]) -> String {
    options.filter { $0.placeholder != nil }.map { option in
      let offer =
        switch option.completion {
        case .words(let words): "_configdi_check_words '\(words().joined(separator: " "))'; "
        case .list(let words): "_configdi_check_list '\(words().joined(separator: " "))'; "
        case .file: "_configdi_check_files -f; "
        case .folder: "_configdi_check_files -d; "
        case .names(let kind): "_configdi_check_names \(kind); "
        case .none: ""
        }
      return "        \(spellings(option).joined(separator: "|"))) \(offer)return ;;\n"
    }.joined()
  }

  private static func argument(of command: Command) -> String {
    guard let first = command.arguments.first else { return "''" }
    if takesKey(command) { return "--keys" }
    return switch first.completion {
    case .names: "--keys"
    case .words(let words), .list(let words): "'\(words().joined(separator: " "))'"
    case .file: "--files"
    case .folder: "--folders"
    case .none: "''"
    }
  }
}
