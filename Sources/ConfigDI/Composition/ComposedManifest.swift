/// A manifest with everything that it imports, composed for each of its stages.
///
/// Stages share what they do not change: an unchanged service is the same object in each.
package struct ComposedManifest: Sendable {
  package let entry: SourceFile
  /// Every file that was read, the entry first.
  package var files: [YAMLDocument]
  package var scopes: [ScopeEntry]
  package var defaultStage: Located<String>?
  /// In the order of the manifest; one without a name where none is declared.
  package var stages: [ComposedStage]
  /// Whether an import, an overlay or an `extends` could not be followed, so that what it would define is unknown.
  package var isIncomplete: Bool
  /// Whether what could not be read is an import, so that scopes and stages may be unknown too.
  package var lacksImports = false
  /// Sections of its files that could not be read, by name: what they would define is unknown.
  package var unread: Set<String> = []
  /// The absolute paths of `files` after links are resolved.
  package var resolvedPaths: [String] = []
  /// Every stage's name where it is declared first, composed or not.
  package var declaredStages: [Located<String>] = []
}

package struct ComposedStage: Sendable {
  package let name: String?
  /// In composed order: as defined, new ones last, replaced ones at their old place.
  package var services: [ComposedService]
  package var parameters: [ComposedParameter]
  package var collections: [CollectionEntry]
  package var roots: [RootEntry]
  package var lifecycle: [PhaseEntry]
  /// Where overlays removed what, so that "missing" can say why.
  package var removed: [ServiceKey: SourceLocation]
  /// Whether something that this stage is made of could not be read.
  package var isIncomplete = false
}

/// What serves one key in one or more stages, and where each part of it came from. Immutable; identity is meaning.
package final class ComposedService: Sendable {
  package let key: Located<ServiceKey>
  package let kind: ServiceEntry.Kind
  package let scope: Located<ScopeName>?
  package let dependencies: DependencyList?
  package let settings: ComposedSettings?
  package let decorators: [FactoryUse]
  package let collect: [Located<String>]
  package let eager: Located<Bool>?
  package let deprecated: Located<Deprecation>?
  package let description: Located<String>?
  /// The whole entry that gave the kind.
  package let location: SourceLocation
  package let history: [Replacement]
  /// The parameters that its settings, and those of its decorators, name.
  package let parameterUses: [ParameterUse]

  package init(
    key: Located<ServiceKey>, kind: ServiceEntry.Kind, scope: Located<ScopeName>?, dependencies: DependencyList?,
    settings: ComposedSettings?, decorators: [FactoryUse], collect: [Located<String>], eager: Located<Bool>?,
    deprecated: Located<Deprecation>?, description: Located<String>?, location: SourceLocation, history: [Replacement]
  ) {
    self.key = key
    self.kind = kind
    self.scope = scope
    self.dependencies = dependencies
    self.settings = settings
    self.decorators = decorators
    self.collect = collect
    self.eager = eager
    self.deprecated = deprecated
    self.description = description
    self.location = location
    self.history = history
    parameterUses = ParameterUse.collect(from: settings, decorators)
  }

  package var isEager: Bool { eager?.value ?? false }

  /// Whether its entry could not be read, which has been reported: then it stands as provided by its own text.
  package var isMalformed: Bool {
    if case .provided(let place, _) = kind { return place == location }
    return false
  }
}

/// Settings after patches: one node, or the labels of several merged one level deep.
package enum ComposedSettings: Sendable {
  case node(Node)
  case merged([(name: Located<String>, value: Node)], base: SourceLocation)

  package var location: SourceLocation {
    switch self {
    case .node(let node): node.location
    case .merged(_, let base): base
    }
  }
}
