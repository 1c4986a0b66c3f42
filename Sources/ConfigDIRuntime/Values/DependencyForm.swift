/// How a factory receives a dependency.
package enum DependencyForm: String, Sendable, Hashable, CaseIterable {
  // New cases come last, since compiled manifests store a case by its position.
  case instance, lazy, provider, optional, all, scopedProvider, mainLazy, mainProvider
  case asyncLazy, asyncProvider, asyncScopedProvider, maker, mainMaker, asyncMaker

  /// The kind of reference that a manifest uses for this form.
  package var kind: ReferenceKind {
    switch catalogKind {
    case .instance: .instance
    case .lazy: .lazy
    case .provider, .scopedProvider, .maker: .provider
    case .optional: .optional
    case .all: .all
    }
  }

  /// The form to assume for a reference if the factory is unknown.
  package init(_ kind: ReferenceKind) { self = Self(rawValue: kind.rawValue) ?? .instance }

  package var isDeferred: Bool { kind.isDeferred }

  /// Whether the service is resolved on the main actor.
  package var isOnMain: Bool { self == .mainLazy || self == .mainProvider || self == .mainMaker }

  /// Whether each call must be awaited because the service is made asynchronously.
  package var isAsync: Bool { [.asyncLazy, .asyncProvider, .asyncScopedProvider, .asyncMaker].contains(self) }

  /// Whether each request passes an open scope, so that the requesting service itself needs no scope.
  package var namesScope: Bool { self == .scopedProvider || self == .asyncScopedProvider }

  package var isMaker: Bool { catalogKind == .maker }

  /// The Swift type that wraps the service's type, if any.
  package var wrapper: String? {
    isDeferred ? rawValue.prefix(1).uppercased() + rawValue.dropFirst() : nil
  }

  /// The kind of dependency in a catalog file, which has separate fields for asynchronous calls and for the main actor.
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

  /// Creates a form from the fields of a catalog file; `nil` if no Swift type has this combination.
  package init?(_ kind: CatalogKind, isAsync: Bool = false, isOnMain: Bool = false) {
    let form = Self.allCases.first { $0.catalogKind == kind && $0.isAsync == isAsync && $0.isOnMain == isOnMain }
    guard let form else { return nil }
    self = form
  }
}

package enum ReferenceKind: String, Sendable, Hashable, CaseIterable {
  case instance, lazy, provider, optional, all

  /// Whether the service is made only when the program asks for it.
  package var isDeferred: Bool { self == .lazy || self == .provider }

  /// A reference of this kind as a manifest spells it.
  package func reference(to target: String) -> String {
    self == .instance ? target : FlowText.mapping([(key: rawValue, value: target)])
  }
}
