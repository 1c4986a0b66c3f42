/// The settings of a factory: the manifest's `settings`, decoded into this type and passed to the factory.
///
/// ```swift
/// struct OAuthSettings: ServiceSettings {
///   var clientID: String
///   var timeout: Duration
///   static let defaults: SettingDefaults = ["timeout": "30s"]
/// }
/// ```
///
/// Initial values of properties are ignored by Swift's synthesized decoding, so a setting that the manifest may omit
/// must be optional or have an entry in ``defaults``.
public protocol ServiceSettings: Decodable, Sendable {
  /// The values of settings that the manifest omits; empty by default.
  static var defaults: SettingDefaults { get }
}

extension ServiceSettings {
  /// No defaults: the manifest must have every setting that is not optional.
  public static var defaults: SettingDefaults { [:] }
}
