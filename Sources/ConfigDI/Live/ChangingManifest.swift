/// A manifest that is not a file and reports its own changes, such as a key in a store or a response from a server.
///
/// ```swift
/// struct StoredManifest: ChangingManifest {
///   var changes: AsyncStream<Void> { store.changes(of: "app.yaml") }
///   func snapshot() async throws -> ManifestSnapshot {
///     ManifestSnapshot(entry: (name: "app.yaml", text: try await store.text(of: "app.yaml")))
///   }
/// }
/// ```
public protocol ChangingManifest: Sendable {
  /// Yields whenever there may be a change. Read once, when the container starts to follow the manifest.
  var changes: AsyncStream<Void> { get }

  /// Returns the manifest with its imports and overlays, all from one consistent state. If this throws, or takes longer
  /// than ``LiveOptions/deadline``, the change is rejected. The task is cancelled if the reload is no longer needed.
  func snapshot() async throws -> ManifestSnapshot
}

/// A manifest as YAML strings: the entry, its imports, and overlays on top of it. Each is named by a path, which need
/// not exist on disk. Findings refer to the path, and imports are relative to its folder.
public struct ManifestSnapshot: Sendable {
  package let entry: (name: String, text: String)
  package let imports: [(name: String, text: String)]
  package let overlays: [(name: String, text: String)]

  /// Creates a manifest from YAML strings.
  ///
  /// - Parameters:
  ///   - entry: The entry manifest.
  ///   - imports: The documents that the entry manifest lists under `imports` and `overlays`.
  ///   - overlays: Overlays applied after those that the entry manifest lists.
  public init(
    entry: (name: String, text: String), imports: [(name: String, text: String)] = [],
    overlays: [(name: String, text: String)] = []
  ) {
    self.entry = entry
    self.imports = imports
    self.overlays = overlays
  }
}

extension ManifestSnapshot: CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
