/// Where a program keeps parameters' values beside the environment and files: its configuration system, a vault, a test.
///
/// ```swift
/// let source = ParameterSource { parameter in
///   try vault.text(at: parameter.name).map { ParameterSource.Value($0) }
/// }
/// let options = ManifestOptions(source: source)
/// let container = try Container(manifest: "app.yaml", registry: registry, options: options)
/// ```
///
/// It is asked once for each parameter, while the container is built, except for those that the manifest gives a fixed
/// `value`. What it has comes before the parameter's `env`, `file` and `default`, and is checked like a text from there.
public struct ParameterSource: Sendable {
  let value: @Sendable (Request) throws -> Value?

  /// What is asked for.
  public struct Request: Sendable {
    /// The parameter's name.
    public let name: String
    /// What its value may be.
    public let type: ParameterType
    /// Whether the manifest says that it is shown nowhere.
    public let isSecret: Bool
  }

  /// A parameter's value, as text in the form of the parameter's type: `8080`, `true`, `30s`, `a,b`.
  public struct Value: Sendable {
    /// The value.
    public let text: String
    /// Whether it is to be shown nowhere, even if the manifest does not say so.
    public let isSecret: Bool

    /// A value that may be shown, unless said.
    public init(_ text: String, isSecret: Bool = false) {
      self.text = text
      self.isSecret = isSecret
    }
  }

  /// - Parameter value: The value, or `nil` where the manifest's own sources count. What it throws is a finding at the
  ///   parameter.
  public init(_ value: @escaping @Sendable (Request) throws -> Value?) {
    self.value = value
  }
}

extension ParameterSource {
  /// The same, with the answers that it gave when it was first asked: what is planned again is planned with them.
  package var remembering: ParameterSource {
    let memory = Memory<Result<Value?, any Error>>()
    return ParameterSource { request in
      try memory.answer(request.name) { Result { try value(request) } }.get()
    }
  }
}

extension ParameterSource.Value: CustomStringConvertible, CustomReflectable {
  /// The text, or `<secret>`.
  public var description: String { isSecret ? "<secret>" : text }

  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
