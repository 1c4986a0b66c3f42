extension Rule {
  package static let unknownParameter = Rule(
    "DI501", "unknown-parameter", .error, summary: "a `${…}` or a `select` that names no parameter")

  package static let unusedParameter = Rule(
    "DI502", "unused-parameter", .warning, summary: "a parameter that no stage uses")

  package static let parameterCycle = Rule(
    "DI503", "parameter-cycle", .error, summary: "parameters whose values name each other in a cycle")

  package static let parameterWithoutSource = Rule(
    "DI505", "parameter-without-source", .error, summary: "a parameter that gets no value")

  package static let badParameterValue = Rule(
    "DI506", "bad-parameter-value", .error,
    summary: "a parameter's value or default of another type, or out of its range")

  package static let envConflict = Rule(
    "DI508", "env-conflict", .warning, summary: "one variable that two parameters read as different types")

  package static let secretLiteral = Rule(
    "DI509", "secret-literal", .warning, summary: "a secret parameter with its value in the file")
}
