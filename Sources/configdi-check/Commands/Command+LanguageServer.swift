import ConfigDI

extension Command {
  static let languageServer = Command(
    "lsp", "Serve an editor: a language server on standard input and output.",
    discussion: [
      "Editors start it themselves: see the guide to editors. It checks the open folders like `check`, with unsaved text in place of the files.",
      "Exit code 0: the editor shut it down; 1: the connection closed without a shutdown.",
    ],
    options: [.log]
  ) { arguments, console in
    let log = try ServerLog(arguments[.log], within: console.writingBound(arguments), console)
    return ServerProcess(console, log: { log.write($0) }).run()
  }
}
