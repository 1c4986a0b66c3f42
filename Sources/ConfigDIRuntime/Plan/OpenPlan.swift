/// A stage whose parameters have no values yet. With values, it becomes a ``Plan``.
package struct OpenPlan: Sendable {
  package let manifest: String
  package var stage: String?
  package let scopes: [PlannedScope]
  /// The services in manifest order. They refer to each other by index in this list. No `select` has chosen its service
  /// yet, and settings with parameters are templates.
  package var services: [PlannedService]
  package var parameters: [ComposedParameter]
  package let phases: [PlannedPhase]
  package let collections: [PlannedCollection]

  package init(
    manifest: String, stage: String?, scopes: [PlannedScope], services: [PlannedService],
    parameters: [ComposedParameter], phases: [PlannedPhase], collections: [PlannedCollection]
  ) {
    self.manifest = manifest
    self.stage = stage
    self.scopes = scopes
    self.services = services
    self.parameters = parameters
    self.phases = phases
    self.collections = collections
  }

  /// Fills in the parameters' values. The plan is not sound if services depend on each other in a cycle, which the checks
  /// reject.
  ///
  /// - Parameter order: The service keys in the order that the new plan should have; if `nil`, dependencies come first.
  package func plan(
    _ values: ParameterValues, inOrderOf order: [ServiceKey]? = nil
  ) -> (plan: Plan, isSound: Bool) {
    let services = chosen(values)
    let found = constructionOrder(of: services)
    let order = order.map(positions) ?? completed(found)
    let isInOrder = order.count == services.count && order.indices.allSatisfy { order[$0] == $0 }
    var places = [Int](repeating: -1, count: isInOrder ? 0 : services.count)
    if !isInOrder { for (place, position) in order.enumerated() { places[position] = place } }
    let change = PlanChange(places: isInOrder ? nil : places, values: values)
    let plan = Plan(
      manifest: manifest, stage: stage, scopes: scopes,
      services: isInOrder
        ? services.indices.contains(where: { services[$0].kind.hasOpenSettings })
          ? services.map(change.service) : services
        : order.map { change.service(services[$0]) },
      parameters: parameters.compactMap { parameter in
        values.values[parameter.name.value].map { PlannedParameter(entry: parameter, given: $0) }
      },
      phases: phases.map { phase in
        (phase.name, phase.initializers.map { (change.factory($0.factory), $0.continuesAfterFailure) })
      },
      collections: collections.map { ($0.name, $0.element, change.moved($0.members)) })
    return (plan, found.count == services.count)
  }

  /// The parameters to which settings and `select` entries refer.
  package var parametersRead: Set<String> { services.parametersRead(with: phases) }

  private func positions(of keys: [ServiceKey]) -> [Int] {
    let known = Dictionary(services.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    return keys.compactMap { known[$0] }
  }

  /// The services, after each `select` has chosen its target by its parameter's value.
  private func chosen(_ values: ParameterValues) -> [PlannedService] {
    var services = services
    for index in services.indices {
      guard case .select(var choice) = services[index].kind else { continue }
      choice.value = values.text(of: choice.parameter)
      services[index].kind = .select(choice)
    }
    return services
  }

  /// The services in dependency order, without any that are in a cycle or depend on one.
  private func constructionOrder(of services: [PlannedService]) -> [Int] {
    var isInOrder = true
    for index in services.indices { services[index].kind.forEachNeed { if $0 >= index { isInOrder = false } } }
    if isInOrder { return Array(services.indices) }
    var edges: [DirectedGraph.Edge] = []
    for index in services.indices {
      services[index].kind.forEachNeed { target in
        if services.indices.contains(target) { edges.append(.init(from: index, to: target)) }
      }
    }
    return DirectedGraph(nodeCount: services.count, edges: edges).topologicalOrder()
  }

  /// Appends the services that the order omits because of a cycle, since a stage with a cycle can still be shown.
  private func completed(_ order: [Int]) -> [Int] {
    guard order.count < services.count else { return order }
    let known = Set(order)
    return order + services.indices.filter { !known.contains($0) }
  }
}

// Asked of the kind, so that a loop over many services need not copy them.
extension PlannedService.Kind {
  /// Calls a closure with each service that must be made before this one.
  fileprivate func forEachNeed(_ body: (Int) -> Void) {
    switch self {
    case .factory(let factory, let decorators):
      factory.forEachNeed(body)
      for decorator in decorators { decorator.forEachNeed(body) }
    case .alias(_, let target): if let target { body(target) }
    case .select(let choice):
      if choice.isMade {
        if let target = choice.target { body(target) }
      } else {
        for option in choice.cases { if let target = option.target { body(target) } }
      }
    case .provided: break
    }
  }

  fileprivate var hasOpenSettings: Bool {
    guard case .factory(let factory, let decorators) = self else { return false }
    return factory.template != nil || decorators.contains { $0.template != nil }
  }
}

extension Plan {
  /// The parameters whose values can affect the program in a different way than another plan's values: those that are
  /// exposed or to which an entry refers that the other plan does not have, and all parameters that these refer to.
  ///
  /// - Parameter settings: Returns a factory's settings in canonical form.
  func parametersRead(differingFrom other: Plan, reading settings: (PlannedFactory) -> Setting?) -> Set<String> {
    let (own, others) = (ownMeaning(reading: settings), other.ownMeaning(reading: settings))
    let services = services.filter { own.services[$0.key] != others.services[$0.key] }
    let phases = phases.filter { own.phases[$0.name] != others.phases[$0.name] }
    return parameters.map(\.entry).read(by: services.parametersRead(with: phases))
  }
}

extension [PlannedService] {
  fileprivate func parametersRead(with phases: [PlannedPhase]) -> Set<String> {
    var read = Set(phases.lazy.flatMap(\.initializers).flatMap(\.factory.parametersRead))
    for index in indices {
      switch self[index].kind {
      case .factory(let factory, let decorators):
        read.formUnion(factory.parametersRead)
        for decorator in decorators { read.formUnion(decorator.parametersRead) }
      case .select(let choice): read.insert(choice.parameter)
      case .alias, .provided: break
      }
    }
    return read
  }
}

extension PlannedFactory {
  fileprivate var parametersRead: [String] { template?.uses.map(\.value) ?? [] }

  fileprivate func forEachNeed(_ body: (Int) -> Void) {
    for index in arguments.indices where !arguments[index].form.kind.isDeferred {
      for target in arguments[index].targets { body(target) }
    }
  }
}

/// Updates services when the plan is sorted and parameters get their values.
private struct PlanChange {
  /// The new index of each service by its old index; `nil` if the order stays the same.
  let places: [Int]?
  let values: ParameterValues

  func service(_ service: PlannedService) -> PlannedService {
    guard places != nil || service.kind.hasOpenSettings else { return service }
    var changed = service
    switch service.kind {
    case .factory(let factory, let decorators):
      changed.kind = .factory(self.factory(factory), decorators: decorators.map(self.factory))
    case .alias(let key, let target): changed.kind = .alias(key, target.flatMap(moved))
    case .select(var choice):
      choice.cases = choice.cases.map { ($0.value, $0.key, $0.target.flatMap(moved)) }
      changed.kind = .select(choice)
    case .provided: break
    }
    return changed
  }

  func factory(_ factory: PlannedFactory) -> PlannedFactory {
    var arguments = factory.arguments
    if places != nil {
      for index in arguments.indices { arguments[index].targets = moved(arguments[index].targets) }
    }
    var interpolation = Interpolation(values)
    return PlannedFactory(
      name: factory.name, arguments: arguments,
      settings: factory.template.map { interpolation.setting(from: $0) } ?? factory.settings,
      template: factory.template, origin: factory.origin, isAsync: factory.isAsync, isOnMain: factory.isOnMain,
      argument: factory.argument, secretFields: factory.secretFields)
  }

  func moved(_ positions: [Int]) -> [Int] {
    places == nil ? positions : positions.compactMap(moved)
  }

  private func moved(_ targets: Few<Int>) -> Few<Int> {
    switch targets {
    case .one(let position): moved(position).map { .one($0) } ?? .none
    case .list(let positions): .list(moved(positions))
    }
  }

  private func moved(_ position: Int) -> Int? {
    guard let places else { return position }
    return places.indices.contains(position) && places[position] >= 0 ? places[position] : nil
  }
}
