extension Rule {
  package static let duplicateKey = Rule(
    "DI002", "duplicate-key", .error,
    summary: "a key written twice in one mapping",
    explanation: """
      Of two equal keys one would silently win, and readers of YAML do not agree which. Keys are compared after they \
      are read: `"ten"` and `'ten'` are one key, and so are `10` and `010`, while `10` and `"10"` are two.

      Remove one of them. Everything else is checked as if only the first were there.
      """,
    bad: """
      configdi: 1
      services:
        Clock: systemClock
        "Clock": fixedClock
      """,
    good: """
      configdi: 1
      services:
        Clock: systemClock
        Clock/test: fixedClock
      """)
}

extension Diagnostic {
  static func duplicateKey(_ key: String, at later: SourceLocation, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      .duplicateKey, "key '\(key)' is already in this mapping", at: later, label: "again here",
      related: [.init("first written here", at: first)],
      help: ["remove or rename one of them"])
  }
}
