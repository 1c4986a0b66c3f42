/// The sources of values from outside the manifest; with `nil`, such values are unknown, as for a checker.
package struct ParameterSources: Sendable {
  package var environment: [String: String]?
  /// The program's own source.
  package var program: ParameterSource?
  /// The files for parameters with `file`.
  package var files: (any FileAccess)?
  package var limits = Limits()

  /// No sources: only the manifest's own values are known.
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
  /// A value, and its text for use inside other text.
  struct Value: Sendable {
    var setting: Setting
    /// The text; `nil` if only the running program knows it.
    var text: String?
  }

  private(set) var values: [String: Value] = [:]

  package subscript(name: String) -> Setting? { values[name]?.setting }

  /// A value as text, if it is known.
  package func text(of name: String) -> String? { values[name]?.text }

  package init() {}

  /// Every parameter's value, each after those that it names. Mistakes are reported.
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
