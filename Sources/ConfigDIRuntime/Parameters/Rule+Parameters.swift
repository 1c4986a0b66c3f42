extension Rule {
  package static let unknownParameter = Rule("DI501", "unknown-parameter", .error, hides: [.plainText])
  package static let unusedParameter = Rule("DI502", "unused-parameter", .warning)
  package static let parameterCycle = Rule("DI503", "parameter-cycle", .error)
  package static let parameterWithoutSource = Rule("DI505", "parameter-without-source", .error, absent: .source)

  package static let badParameterValue = Rule(
    "DI506", "bad-parameter-value", .error, hides: [.correctValue, .plainText])

  package static let envConflict = Rule("DI508", "env-conflict", .warning)
  package static let secretLiteral = Rule("DI509", "secret-literal", .warning)
  package static let unknownSetTarget = Rule("DI111", "unknown-set-target", .error, absent: .setTarget)
}

extension Diagnostic {
  package static func unknownSetTarget(_ name: String, givenBy giver: String, among parameters: [String]) -> Diagnostic
  {
    let suggestions = Spelling.suggestions(for: name, among: parameters)
    var finding = Diagnostic(
      .unknownSetTarget, "\(giver) names '\(name)', which is not a parameter of the manifest", at: nil,
      help: Spelling.help(for: suggestions))
    if let meant = Spelling.meaning(of: name, among: suggestions) { finding.hides.append(Absence(.source, meant)) }
    return finding
  }
}
