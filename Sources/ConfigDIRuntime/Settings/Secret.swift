/// A setting that may contain a secret. It always prints as `<secret …>`.
///
/// ```swift
/// struct DatabaseSettings: ServiceSettings {
///   var url: Secret<String>
/// }
/// ```
///
/// Passing a secret parameter to any other kind of setting is an error in the manifest.
public struct Secret<Value: Sendable>: Sendable {
  /// The secret value.
  public let value: Value
  private let name: String?

  /// Creates a secret without a manifest, for tests.
  public init(_ value: Value) {
    self.value = value
    name = nil
  }
}

extension Secret: Decodable where Value: Decodable {
  /// Decodes the secret value from any decoder.
  public init(from decoder: any Decoder) throws {
    if var settings = decoder as? SettingsDecoder {
      name = settings.setting.secret
      settings.allowsSecrets = true
      // A value written directly in a secret setting is not shown either.
      settings.setting.markSecret(named: settings.codingPath.last { $0.intValue == nil }?.stringValue ?? "value")
      do {
        value = try settings.decode(Value.self)
      } catch  where name == nil && (error as? DecodingError)?.context?.underlyingError as? SettingProblem == nil {
        throw settings.rejection
      }
    } else {
      value = try Value(from: decoder)
      name = nil
    }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `<secret db.url>`, with the name of the parameter that supplied the value.
  public var description: String { name.map { "<secret \($0)>" } ?? "<secret>" }
  /// The same as `description`, since debugger output is often copied into reports.
  public var debugDescription: String { description }
  /// Shows only the description, so that dumping an object that holds a secret does not show it.
  public var customMirror: Mirror { Mirror(reflecting: description) }
}

extension Secret: Equatable where Value: Equatable {
  /// Whether the values are equal, even if they come from different parameters.
  public static func == (left: Secret, right: Secret) -> Bool { left.value == right.value }
}

extension Secret: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
