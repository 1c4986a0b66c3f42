extension Rule {
  package static let unknownParameter = Rule(
    "DI501", "unknown-parameter", .error, hides: [.plainText],
    summary: "a `${…}` or a `select` with an unknown parameter")

  package static let unusedParameter = Rule(
    "DI502", "unused-parameter", .warning, summary: "a parameter that no stage uses")

  package static let parameterCycle = Rule(
    "DI503", "parameter-cycle", .error, summary: "parameters whose values form a cycle")

  package static let parameterWithoutSource = Rule(
    "DI505", "parameter-without-source", .error, absent: .source, summary: "a parameter without a value")

  package static let badParameterValue = Rule(
    "DI506", "bad-parameter-value", .error, hides: [.correctValue, .plainText],
    summary: "a parameter's value or default with the wrong type or out of range")

  package static let envConflict = Rule(
    "DI508", "env-conflict", .warning, summary: "a variable that two parameters read as different types")

  package static let secretLiteral = Rule(
    "DI509", "secret-literal", .warning, summary: "a secret parameter with its value in the file")

  package static let unknownSetTarget = Rule(
    "DI111", "unknown-set-target", .error, absent: .setTarget, summary: "a `--set` with an unknown parameter")
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
