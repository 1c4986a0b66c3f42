/// The sources of values from outside the manifest. If a source is `nil`, its values are unknown, as they are to a
/// checker.
package struct ParameterSources: Sendable {
  package var environment: [String: String]?
  /// The program's own source.
  package var program: ParameterSource.Reading?
  /// Reads the files of parameters declared with `file`.
  package var files: (any FileAccess)?
  package var limits = Limits()

  /// No outside sources: only the manifest's own values are known.
  package static let manifestAlone = ParameterSources()

  package init(
    environment: [String: String]? = nil, program: ParameterSource.Reading? = nil, files: (any FileAccess)? = nil,
    limits: Limits = Limits()
  ) {
    self.environment = environment
    self.program = program
    self.files = files
    self.limits = limits
  }
}

/// The known values of the parameters in one stage.
package struct ParameterValues: Sendable {
  /// A parameter's value, and its text for use inside other text.
  struct Value: Sendable {
    var setting: Setting
    /// The text; `nil` if only the running program knows it.
    var text: String?
    /// The text that the value has if the variables and files on which it depends are missing; `nil` if there is none.
    var presetText: String?
    /// The part of the program's source that supplied the value; `nil` if the value has another source.
    var giver: String?
    /// The part of the program's source whose value is ignored, since the manifest has a fixed one.
    var ignoredGiver: String?
  }

  private(set) var values: [String: Value] = [:]

  package subscript(name: String) -> Setting? { values[name]?.setting }

  /// The value of a parameter as text, if it is known.
  package func text(of name: String) -> String? { values[name]?.text }

  /// The part of the program's source that supplied the value of a parameter.
  func giver(of name: String) -> String? { values[name]?.giver }

  /// The part of the program's source whose value is ignored.
  func ignoredGiver(of name: String) -> String? { values[name]?.ignoredGiver }

  package init() {}

  /// Evaluates every parameter, each after the parameters to which it refers, and reports mistakes.
  ///
  /// - Parameter read: The parameters that the stage's services, choices and initializers use. Other parameters need no
  ///   value, unless they are exposed or a parameter that needs a value refers to them. `nil` if all parameters are
  ///   used.
  package static func resolve(
    _ parameters: [ComposedParameter], readBy read: Set<String>? = nil, sources: ParameterSources = .manifestAlone,
    isComplete: Bool = true, reporting diagnostics: inout Diagnostics
  ) -> ParameterValues {
    var evaluation = ParameterEvaluation(parameters, readBy: read, sources: sources, isComplete: isComplete)
    evaluation.run()
    diagnostics.report(contentsOf: evaluation.findings.findings)
    diagnostics.suppressedConsequences += evaluation.findings.suppressedConsequences
    return evaluation.values
  }

  mutating func set(_ value: Value, for name: String) {
    values[name] = value
  }
}
