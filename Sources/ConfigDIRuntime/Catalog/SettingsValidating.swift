/// Checks a factory's settings: a catalog by their schema, a running program's registry by decoding them too.
package protocol SettingsValidating: Sendable {
  /// Reports the mistakes in one use of a factory's settings. A factory that it does not know is left to another rule.
  ///
  /// - Parameters:
  ///   - settings: The settings; `nil` if the manifest has none.
  ///   - entry: The entry that uses the factory: a missing setting is reported there.
  func validate(factory: String, settings: Setting?, at entry: SourceLocation, reporting: inout Diagnostics)
}
