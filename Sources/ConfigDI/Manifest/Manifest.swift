/// One decoded file, with its entries as written. Each value has its location, nothing is composed, and no default is
/// added.
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

  package var file: SourceFile { document.file }
}

/// A path, a glob, or `module:NAME/path`, in `imports` or `overlays`; `overlays` may also contain an inline overlay.
package struct FileReference: Sendable {
  package var path: Located<String>
  package var optional = false
  /// The sections of an inline overlay, which replaces the path.
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
  /// The location of the scope's value.
  package var location: SourceLocation?
}

extension [ScopeEntry] {
  /// The position of each name; of several scopes with the same name, that of the first.
  var positions: [String: Int] { Dictionary(enumerated().map { ($1.name.value, $0) }) { first, _ in first } }

  /// The position of each scope's parent; `nil` if the parent is not declared.
  func parents(_ positions: [String: Int]) -> [Int?] {
    map { scope in scope.parent.flatMap { positions[$0.value.text] } }
  }
}

/// The sections that a manifest, an overlay file and a stage's inline overlay share.
package struct Layer: Sendable {
  package var parameters: [ParameterEntry] = []
  package var collections: [CollectionEntry] = []
  /// The roots; `nil` if the section is absent. In an overlay, `roots: []` removes the roots, and an absent section
  /// keeps them.
  package var roots: [RootEntry]?
  package var services: [ServiceEntry] = []
  package var lifecycle: [PhaseEntry] = []
  /// The names of unreadable sections, whose entries are unknown.
  package var unread: Set<String> = []

  var isEmpty: Bool {
    parameters.isEmpty && collections.isEmpty && roots == nil && services.isEmpty && lifecycle.isEmpty && unread.isEmpty
  }
}

package struct CollectionEntry: Sendable {
  package var name: Located<String>
  package var element: Located<ServiceKey>
  /// The location of the collection's value.
  package var location: SourceLocation?
}

package struct RootEntry: Sendable {
  package var key: Located<ServiceKey>
  package var scope: Located<ScopeName>?
}

package struct PhaseEntry: Sendable {
  package var name: Located<String>
  package var initializers: [FactoryUse]
}

/// One entry under `services`, as written: a definition or, in an overlay, possibly a patch or a removal.
package struct ServiceEntry: Sendable {
  package var key: Located<ServiceKey>
  /// The kind of definition; `nil` in a patch or a removal.
  package var kind: Kind?
  package var scope: Located<ScopeName>?
  package var dependencies: DependencyList?
  package var settings: Node?
  package var decorators: Located<[FactoryUse]>?
  package var collect: Located<[Located<String>]>?
  package var eager: Located<Bool>?
  package var deprecated: Located<Deprecation>?
  package var description: Located<String>?
  package var new: Located<Bool>?
  package var remove: Located<Bool>?
  /// The cases in a patch. A patch names no kind, since it keeps the kind of the patched entry.
  package var cases: Located<[SelectCase]>?
  /// The fields present in the entry, with or without mistakes.
  var fields = KeySet<ServiceField>()
  /// Whether the entry's kind could not be read, which has been reported.
  package var isMalformed = false
  package let node: Node

  package var location: SourceLocation { node.location }

  /// Removes fields that were reported as misplaced.
  mutating func clear(_ fields: KeySet<ServiceField>) {
    guard !fields.isEmpty else { return }
    for field in fields.keys {
      switch field {
      case .scope: scope = nil
      case .dependencies: dependencies = nil
      case .settings: settings = nil
      case .decorators: decorators = nil
      case .collect: collect = nil
      case .eager: eager = nil
      case .cases: cases = nil
      case .factory, .alias, .select, .provided, .deprecated, .description, .new, .remove: break
      }
    }
  }

  package enum Kind: Sendable {
    case factory(Located<String>)
    case alias(Located<ServiceKey>)
    /// A `select` with its parameter; `cases` is `nil` if the entry has none.
    case select(Located<String>, cases: Located<[SelectCase]>?)
    case provided(SourceLocation, isOptional: Bool)
  }
}

package struct SelectCase: Sendable {
  package var value: Located<String>
  package var key: Located<ServiceKey>
}

/// A factory with what it gets: that of a service, a decorator, or an initializer of a phase.
package struct FactoryUse: Sendable {
  package var factory: Located<String>
  package var dependencies: DependencyList?
  package var settings: ComposedSettings?
  package var onError: Located<FailurePolicy>?
  package var location: SourceLocation

  package enum FailurePolicy: String, Sendable { case stop, `continue` }
}

/// Settings after patches: one node, or fields merged one level deep.
package enum ComposedSettings: Sendable {
  case node(Node)
  case merged([(name: Located<String>, value: Node)], base: SourceLocation)

  package var location: SourceLocation {
    switch self {
    case .node(let node): node.location
    case .merged(_, let base): base
    }
  }

  /// The node itself, or the values of the merged fields.
  package var nodes: [Node] {
    switch self {
    case .node(let node): [node]
    case .merged(let labels, _): labels.map(\.value)
    }
  }
}

package struct DependencyList: Sendable {
  package var items: [Dependency]
  /// Whether the dependencies are written as a mapping with labels, and not by position.
  package var isMapping: Bool
  package var location: SourceLocation
  /// The labels of references that could not be read, which has been reported. `nil` if the unreadable part may be any
  /// of the factory's dependencies.
  package var unreadLabels: Set<String>? = []

  /// A list that could not be read.
  static func unreadable(at location: SourceLocation) -> DependencyList {
    DependencyList(items: [], isMapping: false, location: location, unreadLabels: nil)
  }
}

package struct Dependency: Sendable {
  /// The label or key in a mapping; `nil` for a positional dependency.
  package var label: Located<String>?
  package var reference: Reference
}

/// A reference: `Key`, or one of `{ lazy: Key }`, `{ provider: Key }`, `{ optional: Key }`, `{ all: collection }`.
package struct Reference: Sendable {
  package var kind: ReferenceKind
  /// The key or, with `all`, the collection's name. Findings about the reference point to it.
  package var target: Located<ServiceKey>
}

/// One entry under `parameters`, as written.
package struct ParameterEntry: Sendable {
  package var name: Located<String>
  package var type: Located<ParameterType>?
  package var source: ComposedParameter.Source?
  package var `default`: Literal?
  package var secret: Located<Bool>?
  package var exposed: Located<Bool>?
  package var restart: Located<Bool>?
  package var minimum: Literal?
  package var maximum: Literal?
  package var cases: Located<[Located<String>]>?
  package var description: Located<String>?
  package var new: Located<Bool>?
  package var remove: Located<Bool>?
  /// Whether the parameter's type or source could not be read, which has been reported.
  package var isMalformed = false
  package var location: SourceLocation

  package var traits: ParameterTraits {
    ParameterTraits(secret: secret?.value == true, exposed: exposed?.value == true, restart: restart?.value == true)
  }

  /// The parameter's value or, if it has none, its default.
  var literal: Literal? {
    if case .value(let literal)? = source { return literal }
    return `default`
  }

  /// The type that is written, or else that of the value; `nil` if the value takes its type from another parameter.
  var knownType: ParameterType? {
    guard type == nil, let literal else { return type?.value ?? .string }
    return ParameterType(of: literal)
  }
}
