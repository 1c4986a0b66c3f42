extension OpenText {
  /// The mistakes in a parameter value from a flag, a call or a level.
  package static func findings(in literal: Literal) -> [Diagnostic] {
    switch literal.content {
    case .list(let elements): elements.flatMap { findings(in: $0) }
    case .template(let text): text.findings
    default: []
    }
  }

  package var findings: [Diagnostic] {
    problems.map { problem in
      let message =
        switch problem.value {
        case .notClosed: "'${' is not closed"
        case .empty: "'${}' is empty"
        case .nested: "'${' is inside another '${'"
        }
      var finding = Diagnostic(
        .malformedInterpolation, message, at: problem.location,
        help: ["write ${name}, or $${ for a literal '${'"])
      // Whether the name before a missing brace is a parameter's is known after all files are read.
      if problem.value != .nested { finding.hides.append(Absence(.value)) }
      return finding
    }
  }
}
