/// The settings of a factory, decoded from `settings` in the manifest.
///
/// ```swift
/// struct OAuthSettings: ServiceSettings {
///   var clientID: String
///   var timeout: Duration
///   static let defaults: SettingDefaults = ["timeout": "30s"]
/// }
/// ```
///
/// Swift's synthesized decoding ignores the initial values of properties, so a setting that the manifest may omit must
/// be optional or have an entry in ``defaults``.
public protocol ServiceSettings: Decodable, Sendable {
  /// Values for settings that the manifest omits. Empty unless you define it.
  static var defaults: SettingDefaults { get }
}

extension ServiceSettings {
  /// No defaults: the manifest must have every setting that is not optional.
  public static var defaults: SettingDefaults { [:] }
}
