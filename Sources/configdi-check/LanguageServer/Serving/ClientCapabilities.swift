import ConfigDI

/// The capabilities of the client that the server depends on.
struct ClientCapabilities: Sendable {
  private let capabilities: JSON?
  let encoding: PositionEncoding

  init(_ capabilities: JSON? = nil) {
    self.capabilities = capabilities
    encoding = PositionEncoding(offered: capabilities?["general", "positionEncodings"])
  }

  private var text: JSON? { capabilities?["textDocument"] }

  /// Whether the server pushes diagnostics: the client either supports this or cannot request them.
  var pushesDiagnostics: Bool { text?["publishDiagnostics"] != nil || text?["diagnostic"] == nil }
  var hasSnippets: Bool { text?["completion", "completionItem", "snippetSupport"]?.bool ?? false }
  var hasMarkdown: Bool { text?["hover", "contentFormat"]?.elements?.contains { $0.string == "markdown" } ?? true }
  var hasMarkdownInCompletion: Bool {
    text?["completion", "completionItem", "documentationFormat"]?.elements?.contains { $0.string == "markdown" }
      ?? false
  }
  var hasDocumentChanges: Bool { capabilities?["workspace", "workspaceEdit", "documentChanges"]?.bool ?? false }
  var hasHierarchicalSymbols: Bool {
    text?["documentSymbol", "hierarchicalDocumentSymbolSupport"]?.bool ?? false
  }
  var hasPrepareRename: Bool { text?["rename", "prepareSupport"]?.bool ?? false }
  var hasProgress: Bool { capabilities?["window", "workDoneProgress"]?.bool ?? false }
  var hasConfiguration: Bool { capabilities?["workspace", "configuration"]?.bool ?? false }
  var hasWatchedFiles: Bool {
    capabilities?["workspace", "didChangeWatchedFiles", "dynamicRegistration"]?.bool ?? false
  }

  /// Whether the client can be asked to request something again, such as `codeLens`.
  func refreshes(_ name: String) -> Bool { capabilities?["workspace", name, "refreshSupport"]?.bool ?? false }
}

/// The user's settings under `configdi` in an editor.
struct ServerSettings: Equatable, Sendable {
  /// The stage that hints and explanations show; `nil` for the manifest's default stage.
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
