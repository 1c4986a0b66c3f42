/// Where values come from that no manifest has; `nil` is unknown, as it is to a checker.
package struct ParameterSources: Sendable {
  package var environment: [String: String]?
  /// What the program itself gives.
  package var program: ParameterSource?
  /// For a parameter's `file`.
  package var files: (any FileAccess)?
  package var limits = Limits()

  /// What is known without the running program: the manifest's own values.
  package static let manifestAlone = ParameterSources()

  package init(
    environment: [String: String]? = nil, program: ParameterSource? = nil, files: (any FileAccess)? = nil,
    limits: Limits = Limits()
  ) {
    self.environment = environment
    self.program = program
    self.files = files
    self.limits = limits
  }
}

/// The parameters' values in one stage, as far as they are known.
package struct ParameterValues: Sendable {
  /// A value, and its text where it stands inside other text.
  struct Value: Sendable {
    var setting: Setting
    /// `nil` where only the running program knows it.
    var text: String?
  }

  private(set) var values: [String: Value] = [:]

  package subscript(name: String) -> Setting? { values[name]?.setting }

  /// A value as text, where it is known.
  package func text(of name: String) -> String? { values[name]?.text }

  package init() {}

  /// Every parameter's value, each after those that it names; what is wrong with them is reported.
  package static func resolve(
    _ parameters: [ComposedParameter], sources: ParameterSources = .manifestAlone, isComplete: Bool = true,
    reporting diagnostics: inout Diagnostics
  ) -> ParameterValues {
    var evaluation = ParameterEvaluation(parameters, sources: sources, isComplete: isComplete)
    evaluation.run()
    diagnostics.report(contentsOf: evaluation.findings.findings)
    diagnostics.suppressedConsequences += evaluation.findings.suppressedConsequences
    return evaluation.values
  }

  mutating func set(_ value: Value, for name: String) {
    values[name] = value
  }
}
