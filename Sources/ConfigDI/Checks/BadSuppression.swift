extension Rule {
  package static let badSuppression = Rule(
    "DI008", "bad-suppression", .warning,
    summary: "a suppression that names no rule, gives no reason, or suppresses nothing",
    explanation: """
      A comment can silence a finding that is known and accepted: `# configdi:ignore DI207 -- reason` at the end of \
      the finding's line, or alone on the line above any of the places that the finding names, and \
      `# configdi:ignore-file DI207 -- reason` anywhere for the whole file. Several codes are separated by commas.

      The reason is required, since the next reader needs it. A suppression with a mistake in it suppresses nothing, \
      and one that has nothing left to suppress would hide the next mistake: correct it, or remove it. One whose rule \
      did not run is left alone, and this rule itself cannot be suppressed.
      """,
    bad: """
      configdi: 1
      services:
        Clock: systemClock # configdi:ignore DI207
      """,
    good: """
      configdi: 1
      roots: [Server]
      services:
        Server: server
        Clock: systemClock # configdi:ignore DI207 -- the next release needs it
      """)
}

extension Diagnostic {
  static func unknownInstruction(_ word: String, in comment: Comment) -> Diagnostic {
    Diagnostic(
      .badSuppression, "'configdi:\(word)' is no instruction", at: comment.location,
      help: Spelling.help(for: Spelling.suggestions(for: word, among: ["ignore", "ignore-file"])) + [form])
  }

  static func malformedSuppression(_ reason: String, in comment: Comment) -> Diagnostic {
    Diagnostic(.badSuppression, "this suppresses nothing: \(reason)", at: comment.location, help: [form])
  }

  static func unknownSuppressedRule(_ code: String, among rules: [Rule], in comment: Comment) -> Diagnostic {
    let suggestions =
      rules.first { $0.slug == code }.map { [$0.code] } ?? Spelling.suggestions(for: code, among: rules.map(\.code))
    return Diagnostic(
      .badSuppression, "'\(code)' is the code of no rule", at: comment.location, help: Spelling.help(for: suggestions))
  }

  static func unusedSuppression(_ code: String, isWholeFile: Bool, in comment: Comment) -> Diagnostic {
    let place = isWholeFile ? "in this file" : comment.isAlone ? "on the next line" : "on this line"
    return Diagnostic(
      .badSuppression, "nothing \(place) is \(code), so that nothing is suppressed", at: comment.location,
      help: ["remove the code from the comment, or the whole comment"])
  }

  private static var form: String { "write it as '# configdi:ignore DI207 -- reason'" }
}
