/// All that is known of one stage before anything is made: flat, with integers for edges. What is printed is what is
/// built: a container is made of one that the checks found sound; of any other as much is there as could be made out.
///
/// Two plans are equal where they mean the same: wherever and in whatever order it is written.
package struct Plan: Sendable {
  package let stage: String?
  /// Declared scopes, parents before children.
  package let scopes: [PlannedScope]
  /// In the order in which they are made: dependencies first, as far as `lazy` and `provider` edges allow an order, in
  /// the chosen case of each `select`.
  package let services: [PlannedService]
  package let parameters: [PlannedParameter]
  package let phases: [PlannedPhase]
  package let collections: [PlannedCollection]
  /// For each service what it stands for: itself, or what an alias or a choice leads to in the end.
  package let targets: [Int]
  /// The scope that owns each service, and those that it needs.
  package let places: Places
  /// Isolation and asynchrony of each service, with what it holds.
  package let traits: [ServiceTraits]

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
    targets = Self.targets(services)
    let edges = PlannedEdges(services, targets)
    places = Places(services, scopes, edges)
    traits = ServiceTraits.all(of: services, edges)
  }

  /// What aliases and choices stand for in the end.
  private static func targets(_ services: [PlannedService]) -> [Int] {
    var targets = Array(services.indices)
    for index in services.indices {
      var target = index
      // A ring of aliases cannot be in a plan; the bound keeps a wrong one from hanging.
      for _ in services.indices {
        guard let next = services[target].next, services.indices.contains(next) else { break }
        target = next
      }
      targets[index] = target
    }
    return targets
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
