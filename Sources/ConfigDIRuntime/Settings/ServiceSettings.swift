/// A factory's settings: the manifest's `settings` are decoded into the conforming type and passed to the factory.
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
  /// The values of settings that the manifest omits; empty by default.
  static var defaults: SettingDefaults { get }
}

extension ServiceSettings {
  /// No defaults, so the manifest must have every setting that is not optional.
  public static var defaults: SettingDefaults { [:] }
}
