/// A value for a factory's settings after interpolation, and the place where it is written.
///
/// Types of your own read it in ``SettingValue/init(setting:)``. Its depth is bounded by the reader's nesting limit.
public struct Setting: Sendable {
  package var content: Content
  package var location: SourceLocation
  /// The secret parameter whose value is in it, if there is one: its text is never shown.
  package var secret: String?
  /// The place that defines the value, if a parameter brings it to `location`.
  package var origin: SourceLocation?

  package init(_ content: Content, at location: SourceLocation, secret: String? = nil) {
    self.content = content
    self.location = location
    self.secret = secret
  }

  package enum Content: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)
    case list([Setting])
    case map([Entry])
    /// The value of a parameter that only the running program knows; without a type if no parameter has that name.
    case unknown(ParameterType?)
  }

  package struct Entry: Sendable {
    package var name: Located<String>
    package var value: Setting

    package init(_ name: Located<String>, _ value: Setting) {
      self.name = name
      self.value = value
    }
  }
}
