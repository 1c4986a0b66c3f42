import ConfigDI

/// The requests and notifications that the server understands.
extension LanguageServer {
  enum Need: Sendable {
    case nothing
    /// The response needs a result for the file's root. An outdated result is enough.
    case firstCheck
    /// The response needs a result that includes every edit, unless that takes too long.
    case recentCheck
    /// The response needs a result that includes every edit.
    case latestCheck
  }

  typealias Answer = @Sendable (LanguageServer) -> (JSON) throws(ResponseError) -> JSON

  /// The requests by method, with what the response must wait for.
  static let requests: [String: (need: Need, answer: Answer)] = [
    "initialize": (.nothing, LanguageServer.initialize),
    "shutdown": (.nothing, { server in { _ in server.shutDown() } }),
    "textDocument/completion": (.recentCheck, LanguageServer.completion),
    "textDocument/hover": (.recentCheck, LanguageServer.hover),
    "textDocument/definition": (.recentCheck, LanguageServer.definition),
    "textDocument/typeDefinition": (.recentCheck, LanguageServer.typeDefinition),
    "textDocument/implementation": (.recentCheck, LanguageServer.implementation),
    "textDocument/references": (.latestCheck, LanguageServer.references),
    "textDocument/documentHighlight": (.recentCheck, LanguageServer.highlights),
    "textDocument/prepareRename": (.recentCheck, LanguageServer.prepareRename),
    "textDocument/rename": (.latestCheck, LanguageServer.rename),
    "textDocument/documentSymbol": (.firstCheck, LanguageServer.documentSymbols),
    "textDocument/foldingRange": (.firstCheck, LanguageServer.foldings),
    "textDocument/selectionRange": (.firstCheck, LanguageServer.selections),
    "textDocument/documentLink": (.firstCheck, LanguageServer.links),
    "textDocument/codeAction": (.latestCheck, LanguageServer.codeActions),
    "textDocument/codeLens": (.recentCheck, LanguageServer.lenses),
    "textDocument/inlayHint": (.recentCheck, LanguageServer.hints),
    "textDocument/prepareCallHierarchy": (.recentCheck, LanguageServer.prepareCallHierarchy),
    "textDocument/semanticTokens/full": (.recentCheck, LanguageServer.semanticTokens),
    "textDocument/semanticTokens/range": (.recentCheck, LanguageServer.semanticTokens),
    "completionItem/resolve": (.nothing, LanguageServer.resolveCompletion),
    "workspace/symbol": (.recentCheck, LanguageServer.workspaceSymbols),
    "callHierarchy/incomingCalls": (.recentCheck, LanguageServer.incomingCalls),
    "callHierarchy/outgoingCalls": (.recentCheck, LanguageServer.outgoingCalls),
    "textDocument/diagnostic": (.latestCheck, LanguageServer.pullDiagnostics),
    "workspace/diagnostic": (.latestCheck, { server in { _ in server.pullWorkspaceDiagnostics() } }),
  ]

  static let notifications: [String: @Sendable (LanguageServer, JSON) -> Void] = [
    "initialized": { server, _ in server.start() },
    "textDocument/didOpen": { $0.open($1) },
    "textDocument/didChange": { $0.change($1) },
    "textDocument/didClose": { $0.close($1) },
    "textDocument/didSave": { server, _ in server.lookAtDisk(now: true) },
    "workspace/didChangeWatchedFiles": { server, _ in server.lookAtDisk(now: true) },
    "workspace/didChangeConfiguration": { $0.changeConfiguration($1) },
    "workspace/didChangeWorkspaceFolders": { $0.changeFolders($1) },
    "$/setTrace": { server, json in server.settings.trace = json["value"]?.string != "off" },
    "window/workDoneProgress/cancel": { _, _ in },
  ]
}
