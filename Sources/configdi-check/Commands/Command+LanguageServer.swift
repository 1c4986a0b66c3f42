import ConfigDI

extension Command {
  static let languageServer = Command(
    "lsp", "Run a language server for editors on standard input and output.",
    discussion: [
      "Editors start the server themselves; see the Editors guide. It checks the open folders as `check` does, using unsaved text instead of the files on disk.",
      "Exit code 0: the editor shut down the server; 1: the connection closed without a shutdown.",
    ],
    options: [.log]
  ) { arguments, console in
    let log = try ServerLog(arguments[.log], within: console.writingBound(arguments), console)
    return ServerProcess(console: console, log: { log.write($0) }).run()
  }
}
