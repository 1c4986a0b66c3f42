import ConfigDI

extension LanguageServer {
  /// The server's capabilities, for the handshake.
  var serverCapabilities: JSON {
    let capabilities: KeyValuePairs<String, JSON?> = [
      "positionEncoding": .string(client.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "completionProvider": [
        "triggerCharacters": [" ", ":", "{", "$", "/", "[", ",", "-", "\""], "resolveProvider": true,
      ],
      "hoverProvider": true,
      "definitionProvider": true,
      "typeDefinitionProvider": true,
      "implementationProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "renameProvider": client.hasPrepareRename ? ["prepareProvider": true] : true,
      "documentSymbolProvider": true,
      "workspaceSymbolProvider": true,
      "foldingRangeProvider": true,
      "selectionRangeProvider": true,
      "documentLinkProvider": ["resolveProvider": false],
      "codeActionProvider": ["codeActionKinds": .strings(CodeActionKind.allCases.map(\.rawValue))],
      "codeLensProvider": ["resolveProvider": false],
      "inlayHintProvider": true,
      "callHierarchyProvider": true,
      "semanticTokensProvider": [
        "legend": [
          "tokenTypes": .strings(SemanticToken.types), "tokenModifiers": .strings(SemanticToken.modifiers),
        ], "full": true, "range": true,
      ],
      "diagnosticProvider": client.pushesDiagnostics
        ? nil : ["identifier": "configdi", "interFileDependencies": true, "workspaceDiagnostics": true],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
    return [
      "capabilities": .object(present: capabilities),
      "serverInfo": ["name": "configdi-check", "version": .string(Version.current)],
    ]
  }
}
