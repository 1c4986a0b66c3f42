/// All facts about one stage before any instance is made, as flat data with integers for edges. The printed plan is
/// exactly the plan that is built. A container needs a plan that passed the checks; any other plan contains only the
/// facts that could be determined.
///
/// Two plans are equal if they have the same meaning, regardless of the location and order of their entries.
package struct Plan: Sendable {
  /// The entry manifest's path, for messages; `nil` if there is no manifest.
  package let manifest: String?
  package let stage: String?
  /// Declared scopes, parents before children.
  package let scopes: [PlannedScope]
  /// The services in the order of creation: dependencies first, as far as `lazy` and `provider` edges allow, in the
  /// chosen case of each `select`.
  package let services: [PlannedService]
  package let parameters: [PlannedParameter]
  package let phases: [PlannedPhase]
  package let collections: [PlannedCollection]
  /// The final target of each service: itself, or the service behind its aliases and choices.
  package let targets: [Int]
  /// The scope that owns each service, and the scopes that it needs.
  package let places: Places
  /// The isolation and asynchrony of each service, which follow from the services that it holds too.
  package let traits: [ServiceTraits]

  /// The maximum number of nested `transient`, `graph` or `weak` services: each uses a part of the thread's stack.
  package static let deepestNesting = 512

  package init(
    manifest: String? = nil, stage: String?, scopes: [PlannedScope], services: [PlannedService],
    parameters: [PlannedParameter], phases: [PlannedPhase], collections: [PlannedCollection] = []
  ) {
    self.manifest = manifest
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

  /// The final targets behind aliases and choices.
  private static func targets(_ services: [PlannedService]) -> [Int] {
    var targets = Array(services.indices)
    for index in services.indices {
      var target = index
      // A sound plan has no cycle of aliases; the bound keeps an unsound one from looping forever.
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
  /// The index in `Plan.scopes`; `nil` for a child of the singletons.
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
