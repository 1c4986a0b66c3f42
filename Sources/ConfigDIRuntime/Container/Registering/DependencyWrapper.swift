/// A parameter type that says how it wants a service, and not only which: `Lazy<P>`, `P?`, `[P]` and the like.
protocol DependencyWrapper {
  static var form: DependencyForm { get }
  static var wrapped: any Any.Type { get }
}

extension Optional: DependencyWrapper {
  static var form: DependencyForm { .optional }
  static var wrapped: any Any.Type { Wrapped.self }
}

extension Array: DependencyWrapper {
  static var form: DependencyForm { .all }
  static var wrapped: any Any.Type { Element.self }
}
