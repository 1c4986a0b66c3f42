/// A parameter type that says how it wants a service, not merely which: `Lazy<P>`, `P?`, `[P]` and their like.
protocol DependencyWrapper {
  static var form: DependencyForm { get }
  static var wrapped: any Any.Type { get }
}

/// How a factory receives what it depends on.
enum DependencyForm: Sendable, Hashable {
  case instance, lazy, provider, scopedProvider, mainLazy, mainProvider, optional, all

  /// As manifests and catalogs know it.
  var kind: ReferenceKind {
    switch self {
    case .instance: .instance
    case .lazy, .mainLazy: .lazy
    case .provider, .scopedProvider, .mainProvider: .provider
    case .optional: .optional
    case .all: .all
    }
  }
}

extension Optional: DependencyWrapper {
  static var form: DependencyForm { .optional }
  static var wrapped: any Any.Type { Wrapped.self }
}

extension Array: DependencyWrapper {
  static var form: DependencyForm { .all }
  static var wrapped: any Any.Type { Element.self }
}
