/// Where values from outside the manifest come from. A source is `nil` if its values are unknown, as in the checker.
package struct ParameterSources: Sendable {
  package var environment: [String: String]?
  package var program: ParameterSource.Reading?
  /// Reads the files of parameters declared with `file`.
  package var files: (any FileAccess)?
  package var limits = Limits()

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

package struct ParameterValues: Sendable {
  /// A parameter's value, and the text to insert into other text.
  struct Value: Sendable {
    var setting: Setting
    /// The value as text; `nil` if only the running program knows the value.
    var text: String?
    /// The text that the value has if the variables and files that it depends on are missing.
    var presetText: String?
    /// Whether the value is the parameter's default.
    var isPreset = false
    /// The provider in the program's source that supplied the value, if any.
    var giver: String?
    /// The provider in the program's source whose value is ignored because the manifest has a fixed value.
    var ignoredGiver: String?
  }

  var values: [String: Value] = [:]

  package subscript(name: String) -> Setting? { values[name]?.setting }

  package func text(of name: String) -> String? { values[name]?.text }

  package init() {}

  /// Evaluates all parameters in the order of their references, and reports mistakes.
  ///
  /// - Parameter read: The parameters that the stage's services, choices and initializers use; `nil` for all. Other
  ///   parameters need a value only if they are exposed or if a parameter that needs a value refers to them.
  package static func resolve(
    _ parameters: [ComposedParameter], readBy read: Set<String>? = nil, sources: ParameterSources = ParameterSources(),
    isComplete: Bool = true, reporting diagnostics: inout Diagnostics
  ) -> ParameterValues {
    var evaluation = ParameterEvaluation(parameters, readBy: read, sources: sources, isComplete: isComplete)
    let values = evaluation.run()
    diagnostics.report(evaluation.findings)
    return values
  }
}
