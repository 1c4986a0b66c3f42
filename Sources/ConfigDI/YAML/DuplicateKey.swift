extension Rule {
  package static let duplicateKey = Rule(
    "DI002", "duplicate-key", .error, summary: "a key written twice in one mapping")
}

extension Diagnostic {
  static func duplicateKey(_ key: String, at later: SourceLocation, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      .duplicateKey, .isAlreadyThere(key), at: later, label: "again here",
      related: [.init("first written here", at: first)],
      help: ["remove or rename one of them"])
  }
}

extension String {
  fileprivate static func isAlreadyThere(_ key: String) -> String { "key '\(key)' is already in this mapping" }
}
