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
    /// The text for absent variables and files, if it has one.
    var presetText: String?
  }

  private(set) var values: [String: Value] = [:]

  package subscript(name: String) -> Setting? { values[name]?.setting }

  /// A value as text, if it is known.
  package func text(of name: String) -> String? { values[name]?.text }

  package init() {}

  ///
  /// Evaluates every parameter, each after those in its value, and reports mistakes.
  ///
  /// - Parameter read: The parameters that the stage's services, choices and initializers use. Other parameters need no
  ///   value, unless they are exposed or one of these refers to them. `nil` if all are used.
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

///
/// A source of parameter values beside the environment and files: a configuration system, a vault, a test.
///
/// ```swift
/// let source = ParameterSource { parameter in
///   try vault.text(at: parameter.name).map { ParameterSource.Value($0) }
/// }
/// let options = ManifestOptions(source: source)
/// let container = try Container(manifest: "app.yaml", registry: registry, options: options)
/// ```
///
/// The source is called once for each parameter while the container is built, except for parameters with a fixed
/// `value` in the manifest. Its values take precedence over the parameter's `env`, `file` and `default`, and are
/// checked in the same way.
public struct ParameterSource: Sendable {
  let value: @Sendable (Request) throws -> Value?

  /// The requested parameter.
  public struct Request: Sendable {
    /// The parameter's name.
    public let name: String
    /// The type of its value.
    public let type: ParameterType
    /// Whether the manifest declares it secret.
    public let isSecret: Bool
  }

  /// A parameter's value, as text in the form of the parameter's type: `8080`, `true`, `30s`, `a,b`.
  public struct Value: Sendable {
    /// The value.
    public let text: String
    /// Whether it is secret, even if the manifest does not declare it.
    public let isSecret: Bool

    /// Creates a value, secret only if `isSecret` is true.
    public init(_ text: String, isSecret: Bool = false) {
      self.text = text
      self.isSecret = isSecret
    }
  }

  /// - Parameter value: Returns the value, or `nil` to use the manifest's own sources. An error becomes a finding at
  ///   the parameter.
  public init(_ value: @escaping @Sendable (Request) throws -> Value?) {
    self.value = value
  }
}

extension ParameterSource {
  /// This source with its first answers cached, so that the manifest can be planned again with the same values.
  package var remembering: ParameterSource {
    let memory = FirstAnswers<Result<Value?, any Error>>()
    return ParameterSource { request in
      try memory.answer(request.name) { Result { try value(request) } }.get()
    }
  }
}

extension ParameterSource.Value: CustomStringConvertible, CustomReflectable {
  /// The text, or `<secret>`.
  public var description: String { isSecret ? "<secret>" : text }

  /// Shows none of the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
