import ConfigDI

extension Command {
  static let languageServer = Command(
    "lsp", "Serve an editor: a language server on standard input and output.",
    discussion: [
      "Editors start it themselves: see the guide to editors. It checks the folders that the editor has open as `check` does in each, with unsaved texts over the files.",
      "Exit code 0: the editor ended it as the protocol has it; 1: the editor went away.",
    ],
    options: [.log]
  ) { arguments, console in
    let log = try ServerLog(arguments[.log], within: console.writingBound(arguments), console)
    return ServerProcess(console, log: { log.write($0) }).run()
  }
}
