/// Everything known about a stage before any instance is made. Services refer to each other by index.
///
/// The plan that is printed is exactly the plan that a container builds. A container needs a plan that has passed the
/// checks. Any other plan contains only the facts that could be determined. Two plans are equal if their entries are
/// equal, regardless of location and order.
package struct Plan: Sendable {
  /// The entry manifest's path, for messages; `nil` if there is no manifest.
  package let manifest: String?
  package let stage: String?
  /// Declared scopes, parents before children.
  package let scopes: [PlannedScope]
  /// The services in the order of creation: each follows its dependencies, except for `lazy` and `provider`
  /// dependencies. A `select` follows the service that it chooses.
  package let services: [PlannedService]
  package let parameters: [PlannedParameter]
  package let phases: [PlannedPhase]
  package let collections: [PlannedCollection]
  /// For each service, the index of the service that aliases and choices lead to; usually the service's own index.
  package let targets: [Int]
  /// The scope that each service belongs to, and the scopes that it needs.
  package let places: Places
  /// Properties of each service, such as whether it is asynchronous or belongs to the main actor. They also depend on
  /// the services that the service holds.
  package let traits: [ServiceTraits]

  /// The maximum number of nested `transient`, `graph` or `weak` services, since each level of nesting uses some of the
  /// thread's stack.
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

  /// Follows aliases and choices to each service's final target.
  private static func targets(_ services: [PlannedService]) -> [Int] {
    var targets = [Int](repeating: -1, count: services.count)
    for index in services.indices where targets[index] < 0 {
      guard services[index].next != nil else {
        targets[index] = index
        continue
      }
      var path: [Int] = []
      var target = index
      while targets[target] < 0 {
        // A sound plan has no cycle of aliases. In an unsound plan, the second visit to a service ends the path.
        targets[target] = target
        path.append(target)
        guard let next = services[target].next, services.indices.contains(next) else { break }
        target = next
      }
      for step in path { targets[step] = targets[target] }
    }
    return targets
  }
}

/// A collection, with the indices of its members in `Plan.services`, in the order of the composed manifest.
package typealias PlannedCollection = (name: String, element: ServiceKey, members: [Int])

/// A declared scope, with its parent's index in `Plan.scopes`; `nil` if the parent is the container itself.
package typealias PlannedScope = (name: String, parent: Int?)

package typealias PlannedPhase = (name: String, initializers: [PlannedInitializer])

package typealias PlannedInitializer = (factory: PlannedFactory, continuesAfterFailure: Bool)
