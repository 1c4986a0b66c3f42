/// The abilities of the client, as far as they matter here.
struct ClientCapabilities: Sendable {
  var encoding = PositionEncoding.utf16
  /// Whether diagnostics are pushed: always, unless the client can only ask for them.
  var pushesDiagnostics = true
  var hasSnippets = false
  var hasMarkdown = true
  var hasMarkdownInCompletion = false
  var hasDocumentChanges = false
  var hasHierarchicalSymbols = false
  var hasDefinitionLinks = false
  var hasPrepareRename = false
  var hasProgress = false
  var hasConfiguration = false
  var hasWatchedFiles = false
  var hasLiteralActions = false
  var refreshes: Set<String> = []

  init() {}

  init(_ capabilities: JSON?) {
    guard let capabilities else { return }
    let text = capabilities["textDocument"]
    encoding = PositionEncoding(offered: capabilities["general", "positionEncodings"])
    pushesDiagnostics = text?["publishDiagnostics"] != nil || text?["diagnostic"] == nil
    hasSnippets = text?["completion", "completionItem", "snippetSupport"]?.bool ?? false
    let formats = text?["hover", "contentFormat"]?.elements?.compactMap(\.string)
    hasMarkdown = formats?.contains("markdown") ?? true
    hasMarkdownInCompletion =
      text?["completion", "completionItem", "documentationFormat"]?.elements?.contains { $0.string == "markdown" }
      ?? false
    hasDocumentChanges = capabilities["workspace", "workspaceEdit", "documentChanges"]?.bool ?? false
    hasHierarchicalSymbols = text?["documentSymbol", "hierarchicalDocumentSymbolSupport"]?.bool ?? false
    hasDefinitionLinks = text?["definition", "linkSupport"]?.bool ?? false
    hasPrepareRename = text?["rename", "prepareSupport"]?.bool ?? false
    hasLiteralActions = text?["codeAction", "codeActionLiteralSupport"] != nil
    hasProgress = capabilities["window", "workDoneProgress"]?.bool ?? false
    hasConfiguration = capabilities["workspace", "configuration"]?.bool ?? false
    hasWatchedFiles = capabilities["workspace", "didChangeWatchedFiles", "dynamicRegistration"]?.bool ?? false
    for name in ["codeLens", "inlayHint", "semanticTokens", "diagnostics"]
    where capabilities["workspace", name, "refreshSupport"]?.bool ?? false {
      refreshes.insert(name)
    }
  }
}
