/// One decoded file: the entries that its author wrote, each value with its place. Nothing is composed and no default
/// is added.
package struct Manifest: Sendable {
  package enum Kind: String, Sendable, CaseIterable { case manifest, overlay }

  package let document: YAMLDocument
  package var kind: Located<Kind>
  package var root: Located<String>?
  package var imports: [FileReference] = []
  package var overlays: [FileReference] = []
  package var defaultStage: Located<String>?
  package var stages: [StageEntry] = []
  package var scopes: [ScopeEntry] = []
  package var layer = Layer()
  /// The names of sections that could not be read, here or in a stage: the entries they would define are unknown.
  package var unread: Set<String> = []

  package var file: SourceFile { document.file }
}

/// A path, a glob, or `module:NAME/path`, in `imports` or `overlays`; in the latter also an overlay itself.
package struct FileReference: Sendable {
  package var path: Located<String>
  package var optional = false
  /// An overlay's own sections in place of a path.
  package var inline: Layer?
}

package struct StageEntry: Sendable {
  package var name: Located<String>
  package var extends: Located<String>?
  package var overlays: [FileReference] = []
  package var layer = Layer()
}

package struct ScopeEntry: Sendable {
  package var name: Located<String>
  package var parent: Located<ScopeName>?
}

/// The sections that a manifest, an overlay file and a stage's inline overlay share.
package struct Layer: Sendable {
  package var parameters: [ParameterEntry] = []
  package var collections: [CollectionEntry] = []
  /// The roots; `nil` if the section is absent. An overlay's `roots: []` replaces the roots, and an absent section does
  /// not.
  package var roots: [RootEntry]?
  package var services: [ServiceEntry] = []
  package var lifecycle: [PhaseEntry] = []

  package init() {}
}

package struct CollectionEntry: Sendable {
  package var name: Located<String>
  package var element: Located<ServiceKey>
}

package struct RootEntry: Sendable {
  package var key: Located<ServiceKey>
  package var scope: Located<ScopeName>?
}

package struct PhaseEntry: Sendable {
  package var name: Located<String>
  package var initializers: [FactoryUse]
}
