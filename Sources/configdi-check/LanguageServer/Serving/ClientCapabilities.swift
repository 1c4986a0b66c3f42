import ConfigDI

/// The capabilities of the client that the server depends on.
struct ClientCapabilities: Sendable {
  var encoding = PositionEncoding.utf16
  /// Whether the server pushes diagnostics: the client either supports this or cannot request them.
  var pushesDiagnostics = true
  var hasSnippets = false
  var hasMarkdown = true
  var hasMarkdownInCompletion = false
  var hasDocumentChanges = false
  var hasHierarchicalSymbols = false
  var hasPrepareRename = false
  var hasProgress = false
  var hasConfiguration = false
  var hasWatchedFiles = false
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
    hasPrepareRename = text?["rename", "prepareSupport"]?.bool ?? false
    hasProgress = capabilities["window", "workDoneProgress"]?.bool ?? false
    hasConfiguration = capabilities["workspace", "configuration"]?.bool ?? false
    hasWatchedFiles = capabilities["workspace", "didChangeWatchedFiles", "dynamicRegistration"]?.bool ?? false
    for name in ["codeLens", "inlayHint", "semanticTokens", "diagnostics"]
    where capabilities["workspace", name, "refreshSupport"]?.bool ?? false {
      refreshes.insert(name)
    }
  }
}

/// The user's settings under `configdi` in an editor.
struct ServerSettings: Equatable, Sendable {
  /// The stage whose values and factories the hints show; `nil` for the manifest's default stage.
  var stage: String?
  /// A catalog to use for every manifest, instead of the catalogs that are found.
  var catalog: String?
  var showsLenses = false
  var showsHints = false
  var trace = false

  init() {}

  /// Reads the settings that the client sends, with or without an enclosing `configdi` section.
  init(_ json: JSON?, over base: ServerSettings = ServerSettings()) {
    let json = json?["configdi"] ?? json
    func text(_ name: String, or other: String?) -> String? {
      json?[name]?.string.map { $0.isEmpty ? nil : $0 } ?? other
    }
    stage = text("stage", or: base.stage)
    catalog = text("catalog", or: base.catalog)
    showsLenses = json?["codeLens"]?.bool ?? base.showsLenses
    showsHints = json?["inlayHints"]?.bool ?? base.showsHints
    trace = json?["trace"]?.string.map { $0 != "off" } ?? base.trace
  }
}
