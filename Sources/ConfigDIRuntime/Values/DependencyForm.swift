/// The form in which a factory receives a dependency.
package enum DependencyForm: Sendable, Hashable {
  case instance, lazy, provider, scopedProvider, mainLazy, mainProvider, optional, all

  /// The name of the form in manifests and catalogs.
  package var kind: ReferenceKind {
    switch self {
    case .instance: .instance
    case .lazy, .mainLazy: .lazy
    case .provider, .scopedProvider, .mainProvider: .provider
    case .optional: .optional
    case .all: .all
    }
  }

  /// The form for a kind of reference in a catalog's file or a manifest.
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

package enum ReferenceKind: String, Sendable, Hashable, CaseIterable {
  case instance, lazy, provider, optional, all
}
