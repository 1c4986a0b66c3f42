/// One entry under `services`, as written: a definition, or in an overlay perhaps a patch or a removal.
package struct ServiceEntry: Sendable {
  package var key: Located<ServiceKey>
  /// What serves the key; `nil` in a patch or a removal.
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
  /// The cases of a patch, whose kind is the patched entry's.
  package var cases: Located<[SelectCase]>?
  /// What is written in it, be it right or wrong.
  var fields = KeySet<ServiceField>()
  /// Whether what serves the key could not be read, which has been reported.
  package var isMalformed = false
  /// The whole value.
  package let node: Node

  package var location: SourceLocation { node.location }

  package init(key: Located<ServiceKey>, node: Node) {
    self.key = key
    self.node = node
  }

  /// Forgets fields that have been reported as out of place.
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
    /// `cases` is `nil` where the entry has none.
    case select(Located<String>, cases: Located<[SelectCase]>?)
    case provided(SourceLocation, isOptional: Bool)
  }
}

package struct SelectCase: Sendable {
  package var value: Located<String>
  package var key: Located<ServiceKey>
}

/// A factory where it serves no key of its own: a decorator, or an initializer of a phase.
package struct FactoryUse: Sendable {
  package var factory: Located<String>
  package var dependencies: DependencyList?
  package var settings: Node?
  package var onError: Located<FailurePolicy>?
  package var location: SourceLocation

  package enum FailurePolicy: String, Sendable { case stop, `continue` }
}

package struct DependencyList: Sendable {
  package var items: [Dependency]
  /// Whether they are written as a mapping from labels rather than by position.
  package var isMapping: Bool
  package var location: SourceLocation
}

package struct Dependency: Sendable {
  /// The label, or the asked-for key, of a mapping; `nil` by position.
  package var label: Located<String>?
  package var reference: Reference
}

/// `Key`, or one of `{ lazy: Key }`, `{ provider: Key }`, `{ optional: Key }`, `{ all: collection }`.
package struct Reference: Sendable {
  package var kind: ReferenceKind
  /// The key or, with `all`, the collection's name; its place is where findings about it belong.
  package var target: Located<ServiceKey>
}
