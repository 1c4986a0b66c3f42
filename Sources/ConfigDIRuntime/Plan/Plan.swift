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

  /// How many services without a lifetime of their own may hold one another: each takes its share of the stack.
  package static let deepestNesting = 512

  package init(
    stage: String?, scopes: [PlannedScope], services: [PlannedService], parameters: [PlannedParameter],
    phases: [PlannedPhase], collections: [PlannedCollection] = []
  ) {
    self.stage = stage
    self.scopes = scopes
    self.services = services
    self.parameters = parameters
    self.phases = phases
    self.collections = collections
  }
}

package struct PlannedCollection: Sendable {
  package let name: String
  package let element: ServiceKey
  /// Indices in `Plan.services`, in the composed order.
  package let members: [Int]

  package init(name: String, element: ServiceKey, members: [Int]) {
    self.name = name
    self.element = element
    self.members = members
  }
}

package struct PlannedScope: Sendable {
  package let name: String
  /// Index in `Plan.scopes`; `nil` for a child of the singletons.
  package let parent: Int?

  package init(name: String, parent: Int?) {
    self.name = name
    self.parent = parent
  }
}

package struct PlannedService: Sendable {
  package let key: ServiceKey
  package let kind: Kind
  package let scope: Scope
  package let isEager: Bool
  package let origin: SourceLocation

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

  package init(key: ServiceKey, kind: Kind, scope: Scope, isEager: Bool, origin: SourceLocation) {
    self.key = key
    self.kind = kind
    self.scope = scope
    self.isEager = isEager
    self.origin = origin
  }
}

package struct PlannedFactory: Sendable {
  package let name: String
  /// In the factory's own order, settings and a decorator's inner instance left out.
  package let arguments: [PlannedArgument]
  /// The manifest's settings after interpolation; `nil` where it has none.
  package let settings: Setting?
  package let origin: SourceLocation

  package init(name: String, arguments: [PlannedArgument], settings: Setting?, origin: SourceLocation) {
    self.name = name
    self.arguments = arguments
    self.settings = settings
    self.origin = origin
  }
}

package struct PlannedArgument: Sendable {
  package let kind: ReferenceKind
  /// Indices in `Plan.services`: one, or any number for `all`, or none for an optional that nothing serves.
  package let targets: [Int]
  package let origin: SourceLocation

  package init(kind: ReferenceKind, targets: [Int], origin: SourceLocation) {
    self.kind = kind
    self.targets = targets
    self.origin = origin
  }
}

package struct PlannedParameter: Sendable {
  package let name: String
  package let type: ParameterType
  package let value: Setting
  package let isSecret: Bool
  package let isExposed: Bool

  package init(name: String, type: ParameterType, value: Setting, isSecret: Bool, isExposed: Bool) {
    self.name = name
    self.type = type
    self.value = value
    self.isSecret = isSecret
    self.isExposed = isExposed
  }
}

package struct PlannedPhase: Sendable {
  package let name: String
  package let initializers: [PlannedInitializer]

  package init(name: String, initializers: [PlannedInitializer]) {
    self.name = name
    self.initializers = initializers
  }
}

package struct PlannedInitializer: Sendable {
  package let factory: PlannedFactory
  package let continuesAfterFailure: Bool

  package init(factory: PlannedFactory, continuesAfterFailure: Bool) {
    self.factory = factory
    self.continuesAfterFailure = continuesAfterFailure
  }
}
