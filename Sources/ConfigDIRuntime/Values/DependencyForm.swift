/// The form in which a factory receives a dependency.
package enum DependencyForm: String, Sendable, Hashable, CaseIterable {
  // New cases come last, since compiled manifests store a case by its position.
  case instance, lazy, provider, optional, all, scopedProvider, mainLazy, mainProvider
  case asyncLazy, asyncProvider, asyncScopedProvider, maker, mainMaker, asyncMaker

  /// The kind of reference in a manifest that results in this form.
  package var kind: ReferenceKind {
    switch self {
    case .instance: .instance
    case .lazy, .mainLazy, .asyncLazy: .lazy
    case .provider, .scopedProvider, .mainProvider, .asyncProvider, .asyncScopedProvider, .maker, .mainMaker,
      .asyncMaker:
      .provider
    case .optional: .optional
    case .all: .all
    }
  }

  /// Creates the form to assume for a reference if the factory is unknown.
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

  package var isDeferred: Bool { kind.isDeferred }

  /// Whether the service is resolved on the main actor.
  package var isOnMain: Bool { self == .mainLazy || self == .mainProvider || self == .mainMaker }

  /// Whether each call must be awaited because the service is made asynchronously.
  package var isAsync: Bool { [.asyncLazy, .asyncProvider, .asyncScopedProvider, .asyncMaker].contains(self) }

  /// Whether each call names an open scope, so that the holder needs no enclosing scope.
  package var namesScope: Bool { self == .scopedProvider || self == .asyncScopedProvider }

  /// Whether each call passes an argument.
  package var isMaker: Bool { catalogKind == .maker }

  /// The Swift type that wraps the service's type; `nil` for a form without a wrapper.
  package var wrapper: String? {
    switch self {
    case .instance, .optional, .all: nil
    case .lazy: "Lazy"
    case .provider: "Provider"
    case .scopedProvider: "ScopedProvider"
    case .mainLazy: "MainLazy"
    case .mainProvider: "MainProvider"
    case .asyncLazy: "AsyncLazy"
    case .asyncProvider: "AsyncProvider"
    case .asyncScopedProvider: "AsyncScopedProvider"
    case .maker: "Maker"
    case .mainMaker: "MainMaker"
    case .asyncMaker: "AsyncMaker"
    }
  }
}

extension DependencyForm {
  /// The kind of a dependency in a catalog file. Separate fields in the file say whether calls are awaited and whether
  /// the service is made on the main actor.
  package enum CatalogKind: String, Sendable, CaseIterable {
    case instance, lazy, provider, scopedProvider, maker, optional, all
  }

  package var catalogKind: CatalogKind {
    switch self {
    case .instance: .instance
    case .lazy, .mainLazy, .asyncLazy: .lazy
    case .provider, .mainProvider, .asyncProvider: .provider
    case .scopedProvider, .asyncScopedProvider: .scopedProvider
    case .maker, .mainMaker, .asyncMaker: .maker
    case .optional: .optional
    case .all: .all
    }
  }

  /// Creates the form of a dependency in a catalog file; `nil` if no Swift type combines these properties.
  package init?(_ kind: CatalogKind, isAsync: Bool = false, isOnMain: Bool = false) {
    let form = Self.allCases.first { $0.catalogKind == kind && $0.isAsync == isAsync && $0.isOnMain == isOnMain }
    guard let form else { return nil }
    self = form
  }
}

package enum ReferenceKind: String, Sendable, Hashable, CaseIterable {
  case instance, lazy, provider, optional, all

  /// Whether the service is made only when the program calls for it, which may be never.
  package var isDeferred: Bool { self == .lazy || self == .provider }
}
