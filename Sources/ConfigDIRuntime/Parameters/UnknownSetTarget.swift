extension Rule {
  package static let unknownSetTarget = Rule(
    "DI111", "unknown-set-target", .error, absent: .setTarget, summary: "a `--set` with an unknown parameter")
}

extension Diagnostic {
  package static func unknownSetTarget(_ name: String, givenBy giver: String, among parameters: [String]) -> Diagnostic
  {
    Diagnostic(
      .unknownSetTarget, "\(giver) names '\(name)', which is not a parameter of the manifest", at: nil,
      help: Spelling.help(for: Spelling.suggestions(for: name, among: parameters)))
  }
}
