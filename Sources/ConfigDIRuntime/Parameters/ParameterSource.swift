/// A source of parameter values besides the environment and files, such as a configuration system, a vault or a test.
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
  /// Returns a parameter's value while a manifest is read, or `nil` to use the manifest's own sources.
  package typealias Reading = @Sendable (Request) throws -> Value?

  private let begin: @Sendable () throws -> Reading
  /// Returns a stream that yields an element whenever a value may have changed.
  package let changes: (@Sendable () -> AsyncStream<Void>)?
  /// Whether the source is also asked for parameters with fixed values, to report that its values are ignored.
  package var isAskedForFixedValues = false

  /// The parameter whose value is requested.
  public struct Request: Sendable {
    /// The parameter's name.
    public let name: String
    package let type: ParameterType
    /// Whether the manifest declares the parameter secret.
    public let isSecret: Bool
    /// Whether the manifest has a fixed value, so that any value from the source is ignored and only reported.
    let isFixed: Bool
  }

  /// A parameter's value as a string in the form of the parameter's type: `8080`, `true`, `30s`, `a,b`.
  public struct Value: Sendable, ContentsHiding, CustomStringConvertible {
    /// The value as text. The elements of a list are separated by commas.
    package let text: String
    /// The elements, if the value is a list.
    package let elements: [String]?
    /// Whether the value is secret, even if the manifest does not say so.
    package let isSecret: Bool
    /// Where the source got the value, such as a provider's name, for findings and events.
    package let origin: String?

    /// Creates a value from text.
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

    /// The text, or `<secret>` if the value is secret.
    public var description: String { isSecret ? "<secret>" : text }
  }

  /// Creates a source from a closure.
  ///
  /// - Parameter value: Returns the value, or `nil` to use the manifest's own sources. A thrown error becomes a finding
  ///   at the parameter.
  public init(_ value: @escaping @Sendable (Request) throws -> Value?) {
    self.init { value }
  }

  /// Creates a source whose values may change. Each time the manifest is read, all values come from one consistent
  /// snapshot.
  ///
  /// - Parameters:
  ///   - changes: Returns a stream that yields an element whenever a value may have changed. A ``LiveContainer`` then
  ///   reads the manifest and all values again.
  ///   - begin: Called once each time the manifest is read. Returns a closure that reads values from the snapshot.
  public init(
    changes: (@Sendable () -> AsyncStream<Void>)? = nil,
    reading begin: @escaping @Sendable () throws -> @Sendable (Request) throws -> Value?
  ) {
    self.changes = changes
    self.begin = begin
  }

  /// Reads each value only once, so that the manifest can be planned again with the same values.
  package var remembering: Reading {
    let reading = Memo<Result<Reading, any Error>>()
    let memory = Memos<String, Result<Value?, any Error>>()
    return { [isAskedForFixedValues] request in
      guard isAskedForFixedValues || !request.isFixed else { return nil }
      return try memory.answer(request.name) {
        Result { try reading.answer { Result { try begin() } }.get()(request) }
      }.get()
    }
  }
}
