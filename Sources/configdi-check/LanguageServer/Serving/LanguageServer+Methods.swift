import ConfigDI

/// The requests and notifications that the server understands.
extension LanguageServer {
  struct RequestHandler: Sendable {
    let answer: @Sendable (LanguageServer, JSON) throws(ResponseError) -> JSON
    /// Whether the response must wait for a running check.
    let needs: @Sendable (JSON, LanguageServer, _ since: ContinuousClock.Instant) -> Bool

    init(
      waitingFor need: Need = .recentCheck,
      _ answer: @escaping @Sendable (LanguageServer, JSON) throws(ResponseError) -> JSON
    ) {
      self.answer = answer
      needs = { parameters, server, since in server.isWaiting(for: need, parameters, since: since) }
    }
  }

  enum Need: Sendable {
    case nothing
    /// The response needs a result for the file's root. An outdated result is enough.
    case firstCheck
    /// The response needs a result that includes every edit, unless that takes too long.
    case recentCheck
    /// The response needs a result that includes every edit.
    case latestCheck
  }

  static let requests: [String: RequestHandler] = [
    "initialize": RequestHandler(waitingFor: .nothing) { (server, json) throws(ResponseError) in
      try server.initialize(json)
    },
    "shutdown": RequestHandler(waitingFor: .nothing) { server, _ in server.shutDown() },
    "textDocument/completion": RequestHandler { (server, json) throws(ResponseError) in try server.completion(json) },
    "textDocument/hover": RequestHandler { (server, json) throws(ResponseError) in try server.hover(json) },
    "textDocument/definition": RequestHandler { (server, json) throws(ResponseError) in try server.definition(json) },
    "textDocument/typeDefinition": RequestHandler { (server, json) throws(ResponseError) in
      try server.typeDefinition(json)
    },
    "textDocument/implementation": RequestHandler { (server, json) throws(ResponseError) in
      try server.implementation(json)
    },
    "textDocument/references": RequestHandler { (server, json) throws(ResponseError) in try server.references(json) },
    "textDocument/documentHighlight": RequestHandler { (server, json) throws(ResponseError) in
      try server.highlights(json)
    },
    "textDocument/prepareRename": RequestHandler { (server, json) throws(ResponseError) in
      try server.prepareRename(json)
    },
    "textDocument/rename": RequestHandler { (server, json) throws(ResponseError) in try server.rename(json) },
    "textDocument/documentSymbol": RequestHandler(waitingFor: .firstCheck) { (server, json) throws(ResponseError) in
      try server.documentSymbols(json)
    },
    "textDocument/foldingRange": RequestHandler(waitingFor: .firstCheck) { (server, json) throws(ResponseError) in
      try server.foldings(json)
    },
    "textDocument/selectionRange": RequestHandler(waitingFor: .firstCheck) { (server, json) throws(ResponseError) in
      try server.selections(json)
    },
    "textDocument/documentLink": RequestHandler(waitingFor: .firstCheck) { (server, json) throws(ResponseError) in
      try server.links(json)
    },
    "textDocument/codeAction": RequestHandler(waitingFor: .latestCheck) { (server, json) throws(ResponseError) in
      try server.codeActions(json)
    },
    "textDocument/codeLens": RequestHandler { (server, json) throws(ResponseError) in try server.lenses(json) },
    "textDocument/inlayHint": RequestHandler { (server, json) throws(ResponseError) in try server.hints(json) },
    "textDocument/prepareCallHierarchy": RequestHandler { (server, json) throws(ResponseError) in
      try server.prepareCallHierarchy(json)
    },
    "textDocument/semanticTokens/full": RequestHandler { (server, json) throws(ResponseError) in
      try server.semanticTokens(json)
    },
    "textDocument/semanticTokens/range": RequestHandler { (server, json) throws(ResponseError) in
      try server.semanticTokens(json)
    },
    "completionItem/resolve": RequestHandler(waitingFor: .nothing) { server, json in server.resolveCompletion(json) },
    "workspace/symbol": RequestHandler { server, json in server.workspaceSymbols(json) },
    "callHierarchy/incomingCalls": RequestHandler { (server, json) throws(ResponseError) in
      try server.incomingCalls(json)
    },
    "callHierarchy/outgoingCalls": RequestHandler { (server, json) throws(ResponseError) in
      try server.outgoingCalls(json)
    },
    "textDocument/diagnostic": RequestHandler(waitingFor: .latestCheck) { (server, json) throws(ResponseError) in
      try server.pullDiagnostics(json)
    },
    "workspace/diagnostic": RequestHandler(waitingFor: .latestCheck) { server, _ in
      server.pullWorkspaceDiagnostics()
    },
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
