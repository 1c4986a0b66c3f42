import ConfigDI

/// Finds how a shell can complete the last word of a command line, from the same definitions that the parser uses.
/// Without a subcommand, the completions are those of `check`.
struct CommandLineCompletion {
  /// The keys or stages of the manifest on the command line.
  let names: (_ kind: String) -> [String]

  /// One line per completion: a whole word, with a tab and its help if it has one. A line with `:files` or `:folders`
  /// stands for the paths that the shell finds itself.
  func lines(for words: [String]) -> [String] {
    let named = words.dropLast().first.flatMap { Command.named($0) }
    let command = named ?? .check
    let options =
      command.options.filter { !$0.isHidden } + (named == nil ? [.completionScript] : []) + [.version, .help]
    var given: Set<String> = []
    var arguments = command.arguments[...]
    var open: Option?
    // Bash splits `--option=value`, and what has a `=` or a `:` inside, into three words.
    var isContinued = false
    var earlier = arguments
    for word in words.dropLast().dropFirst(named == nil ? 0 : 1) {
      if isContinued || word == "=" || word == ":" {
        isContinued = !isContinued && open == nil
      } else if open != nil {
        (open, earlier) = (nil, arguments)
      } else if !word.hasPrefix("-") || word == "-" {
        earlier = arguments
        if arguments.first?.isRepeatable == false { arguments.removeFirst() }
      } else if let option = options.first(where: { $0.isCalled(word.pair?.name ?? word) }) {
        given.insert(option.name)
        if option.placeholder != nil, word.pair == nil { open = option }
      }
    }
    // The last word is the rest of one that is split.
    if isContinued { arguments = earlier }
    let last = words.last ?? ""
    var start = ""
    if open == nil, last.hasPrefix("-") {
      guard let pair = last.pair, let option = options.first(where: { $0.isCalled(pair.name) }) else {
        return options.filter { $0.isRepeatable || !given.contains($0.name) }.flatMap { option in
          option.spellings.map { "\($0)\t\(option.help)" }
        }
      }
      open = option
      start = pair.name + "="
    }
    let subcommands = open == nil && words.count == 1 ? Command.all.map { "\($0.name)\t\($0.abstract)" } : []
    switch open?.completion ?? arguments.first?.completion ?? .none {
    case .none: return subcommands
    case .file: return subcommands + [":files"]
    case .folder: return subcommands + [":folders"]
    case .words(let words): return words().map { start + $0 }
    case .list(let words):
      // Each completion repeats the part of the list that is already typed.
      let list = last.dropFirst(start.count)
      let typed = list.lastIndex(of: ",").map { list[...$0] } ?? ""
      return words().map { start + typed + $0 }
    case .names(let kind): return names(kind).map { start + $0 }
    }
  }
}
