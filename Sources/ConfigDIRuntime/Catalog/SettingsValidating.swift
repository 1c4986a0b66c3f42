/// Who knows whether a factory's settings are right: a catalog by their schema, a live registry by decoding them too.
package protocol SettingsValidating: Sendable {
  /// Reports what is wrong with one use of a factory's settings; a factory that it does not know is another rule's.
  ///
  /// - Parameters:
  ///   - settings: `nil` where the manifest has none.
  ///   - entry: Where a missing setting is reported: the entry that uses the factory.
  func validate(factory: String, settings: Setting?, at entry: SourceLocation, reporting: inout Diagnostics)
}
