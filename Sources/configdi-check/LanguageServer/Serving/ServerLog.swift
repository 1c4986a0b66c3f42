/// A log of the server's work, for people: on standard error, or in a file.
struct ServerLog: Sendable {
  private let path: String?
  private let console: Console

  init(_ path: String?, _ console: Console) throws(Failure) {
    self.path = path
    self.console = console
    if let path { try OutputFile.append("", to: path) }
  }

  func write(_ line: String) {
    let text = "configdi-check lsp: \(line)\n"
    guard let path else { return console.tell(text) }
    do { try OutputFile.append(text, to: path) } catch { console.tell(text) }
  }
}
