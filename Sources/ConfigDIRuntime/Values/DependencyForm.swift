/// How a factory receives what it depends on.
package enum DependencyForm: Sendable, Hashable {
  case instance, lazy, provider, scopedProvider, mainLazy, mainProvider, optional, all

  /// As manifests and catalogs know it.
  package var kind: ReferenceKind {
    switch self {
    case .instance: .instance
    case .lazy, .mainLazy: .lazy
    case .provider, .scopedProvider, .mainProvider: .provider
    case .optional: .optional
    case .all: .all
    }
  }

  /// What a catalog's file and a manifest tell of it.
  package init(_ kind: ReferenceKind) {
    self =
      switch kind {
      case .instance: .instance
      case .lazy: .lazy
      case .provider: .provider
      case .optional: .optional
      case .all: .all
      }
  }
}
