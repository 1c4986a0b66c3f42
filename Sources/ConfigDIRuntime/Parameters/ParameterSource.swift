/// A source of parameter values in addition to the environment and files: a configuration system, a vault, a test.
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
  /// Returns a parameter's value during one reading of a manifest, or `nil` to use the manifest's own sources.
  public typealias Reading = @Sendable (Request) throws -> Value?

  private let begin: @Sendable () throws -> Reading
  /// Returns a stream with an element for each possible change.
  package let changes: (@Sendable () -> AsyncStream<Void>)?
  /// Whether it may be asked for a parameter with a fixed value, to report that its own value is ignored.
  package var isAskedForFixedValues = false

  /// The requested parameter.
  public struct Request: Sendable {
    /// The parameter's name.
    public let name: String
    /// The type of its value.
    package let type: ParameterType
    /// Whether the manifest declares it secret.
    public let isSecret: Bool
    /// Whether the manifest has its value, and only wants to know whether the source has one too.
    let isFixed: Bool
  }

  /// A parameter's value, written as text of the parameter's type: `8080`, `true`, `30s`, `a,b`.
  public struct Value: Sendable {
    /// The value; for a list, its elements separated by commas.
    package let text: String
    /// The elements, if the source has a list.
    package let elements: [String]?
    /// Whether the value is secret, even if the manifest does not say so.
    package let isSecret: Bool
    /// The part of the source that has the value, for findings and events.
    package let origin: String?

    /// Creates a value, secret only if `isSecret` is true.
    public init(_ text: String, isSecret: Bool = false, origin: String? = nil) {
      self.text = text
      elements = nil
      self.isSecret = isSecret
      self.origin = origin
    }

    /// Creates the value of a parameter of type `list`. An element may contain commas.
    public init(list elements: [String], isSecret: Bool = false, origin: String? = nil) {
      text = elements.joined(separator: ",")
      self.elements = elements
      self.isSecret = isSecret
      self.origin = origin
    }
  }

  /// - Parameter value: Returns the value, or `nil` to use the manifest's own sources. An error becomes a finding at
  ///   the parameter.
  public init(_ value: @escaping Reading) {
    self.init { value }
  }

  /// Creates a source whose values may change. Each reading of the manifest gets a consistent snapshot of the values.
  ///
  /// - Parameters:
  ///   - changes: Returns a stream with an element for each possible change. A ``LiveContainer`` then reads everything
  ///   again.
  ///   - begin: Called once for each reading. Its result keeps the snapshot.
  public init(
    changes: (@Sendable () -> AsyncStream<Void>)? = nil, reading begin: @escaping @Sendable () throws -> Reading
  ) {
    self.changes = changes
    self.begin = begin
  }
}

extension ParameterSource {
  /// One reading with its answers cached, so that the manifest can be planned again with the same values.
  package var remembering: Reading {
    let reading = FirstAnswers<Result<Reading, any Error>>()
    let memory = FirstAnswers<Result<Value?, any Error>>()
    return { [isAskedForFixedValues] request in
      guard isAskedForFixedValues || !request.isFixed else { return nil }
      return try memory.answer(request.name) {
        Result { try reading.answer("") { Result { try begin() } }.get()(request) }
      }.get()
    }
  }
}

extension ParameterSource.Value: CustomStringConvertible, CustomReflectable {
  /// The text, or `<secret>`.
  public var description: String { isSecret ? "<secret>" : text }

  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
