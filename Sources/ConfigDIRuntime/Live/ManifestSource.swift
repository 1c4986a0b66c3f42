/// A manifest that is not a file and reports its own changes, such as a key in a store or a response from a server.
///
/// ```swift
/// struct StoredManifest: ManifestSource {
///   var changes: AsyncStream<Void> { store.changes(of: "app.yaml") }
///   func snapshot() async throws -> ManifestLocation {
///     .yaml(try await store.text(of: "app.yaml"), named: "app.yaml")
///   }
/// }
/// ```
public protocol ManifestSource: Sendable {
  /// Yields whenever there may be a change. Read once, when the container starts to follow the manifest.
  var changes: AsyncStream<Void> { get }

  /// Returns the manifest with its imports and overlays, all from one consistent state. If this throws, or takes longer
  /// than ``LiveOptions/deadline``, the change is rejected. The task is cancelled if the reload is no longer needed.
  func snapshot() async throws -> ManifestLocation
}
