/// The wiring of one stage, checked whole: flat, with integers for edges. Only the success of the checks makes one.
package struct Plan: Sendable {
  package let stage: String?
  /// Declared scopes, parents before children.
  package let scopes: [PlannedScope]
  /// Dependencies before what needs them, as far as `lazy` and `provider` edges allow an order.
  package let services: [PlannedService]
  package let parameters: [PlannedParameter]
  package let phases: [PlannedPhase]
  package var collections: [PlannedCollection] = []
}

package struct PlannedCollection: Sendable {
  package let name: String
  package let element: ServiceKey
  /// Indices in `Plan.services`, in the composed order.
  package let members: [Int]
}

package struct PlannedScope: Sendable {
  package let name: String
  /// Index in `Plan.scopes`; `nil` for a child of the singletons.
  package let parent: Int?
}

package struct PlannedService: Sendable {
  package let key: ServiceKey
  package let kind: Kind
  package let scope: Scope
  package let isEager: Bool
  package let origin: SourceLocation
  /// Whether the host may leave a provided instance out.
  package var mayBeAbsent = false

  package enum Kind: Sendable {
    /// Its factory, then its decorators, innermost first.
    case factory(PlannedFactory, decorators: [PlannedFactory])
    /// An alias, or a `select` whose parameter is known by now: the service that it stands for.
    case alias(Int)
    /// The host hands the instance in.
    case provided
  }

  package enum Scope: Sendable, Hashable {
    case singleton, transient, graph, weak
    /// Index in `Plan.scopes`.
    case declared(Int)
  }
}

package struct PlannedFactory: Sendable {
  package let name: String
  /// In the factory's own order, settings and a decorator's inner instance left out.
  package let arguments: [PlannedArgument]
  /// The manifest's settings after interpolation; `nil` where it has none.
  package let settings: Setting?
  package let origin: SourceLocation
}

package struct PlannedArgument: Sendable {
  package let kind: ReferenceKind
  /// Indices in `Plan.services`: one, or any number for `all`, or none for an optional that nothing serves.
  package let targets: [Int]
  package let origin: SourceLocation
}

package struct PlannedParameter: Sendable {
  package let name: String
  package let type: ParameterType
  package let value: Setting
  package let isSecret: Bool
  package let isExposed: Bool
}

package struct PlannedPhase: Sendable {
  package let name: String
  package let initializers: [PlannedInitializer]
}

package struct PlannedInitializer: Sendable {
  package let factory: PlannedFactory
  package let continuesAfterFailure: Bool
}
