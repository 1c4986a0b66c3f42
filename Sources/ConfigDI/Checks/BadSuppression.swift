extension Rule {
  package static let badSuppression = Rule(
    "DI008", "bad-suppression", .warning,
    summary: "a suppression that names no rule, gives no reason, or suppresses nothing")
}

extension Diagnostic {
  static func unknownInstruction(_ word: String, in comment: Comment) -> Diagnostic {
    Diagnostic(
      .badSuppression, .noInstruction(word), at: comment.location,
      help: Spelling.help(for: Spelling.suggestions(for: word, among: ["ignore", "ignore-file"])) + [form])
  }

  static func malformedSuppression(_ reason: String, in comment: Comment) -> Diagnostic {
    Diagnostic(.badSuppression, .suppressesNothing(reason), at: comment.location, help: [form])
  }

  static func unknownSuppressedRule(_ code: String, among rules: [Rule], in comment: Comment) -> Diagnostic {
    let suggestions =
      rules.first { $0.slug == code }.map { [$0.code] } ?? Spelling.suggestions(for: code, among: rules.map(\.code))
    return Diagnostic(
      .badSuppression, .codeOfNoRule(code), at: comment.location, help: Spelling.help(for: suggestions))
  }

  static func unusedSuppression(_ code: String, isWholeFile: Bool, in comment: Comment) -> Diagnostic {
    let place = isWholeFile ? "in this file" : comment.isAlone ? "on the next line" : "on this line"
    return Diagnostic(
      .badSuppression, .nothingFound(code, place), at: comment.location,
      help: ["remove the code from the comment, or the whole comment"])
  }

  private static var form: String { "write it as '# configdi:ignore DI207 -- reason'" }
}

extension String {
  fileprivate static func noInstruction(_ word: String) -> String { "'configdi:\(word)' is no instruction" }

  fileprivate static func suppressesNothing(_ reason: String) -> String { "this suppresses nothing: \(reason)" }

  fileprivate static func codeOfNoRule(_ code: String) -> String { "'\(code)' is the code of no rule" }

  fileprivate static func nothingFound(_ code: String, _ place: String) -> String {
    "nothing \(place) is \(code), so that nothing is suppressed"
  }
}
