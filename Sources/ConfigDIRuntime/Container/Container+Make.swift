extension Container {
  /// Calls an initializer, or any other function, with services from the container. The function's parameters are
  /// filled like those of a factory.
  ///
  /// ```swift
  /// let environment = try container.make(Environment.init)
  /// ```
  ///
  /// An array is filled from the collection with its element type, which must be the only such collection. The function
  /// runs once, after all parameters have been resolved. An error that it throws is passed on unchanged.
  ///
  /// - Parameters:
  ///   - labels: The key for each parameter in order, as in a manifest, such as `Database/replica`. A parameter whose
  ///     key is `nil`, or that has no entry in the list, is resolved by its type. Use keys to distinguish parameters of
  ///     the same type.
  ///   - make: The initializer.
  public func make<Product, each Dependency>(
    labels: [String?] = [], _ make: (repeat each Dependency) throws -> Product
  ) throws -> Product {
    try fill(make, labels, isMain: false)
  }

  fileprivate func fill<Product, each Dependency>(
    _ make: (repeat each Dependency) throws -> Product, _ labels: [String?], isMain: Bool
  ) throws -> Product {
    let references = labels.map { $0.map { ServiceKey($0) } }
    guard !level.hasEnded else { throw ContainerClosed() }
    // Resolved before the call: if an overlay ends meanwhile, they are resolved again, and `make` still runs only once.
    let dependencies = try level.underOverlays { level in
      var references = references.makeIterator()
      return try Resolution.begin(isMain: isMain) { resolution in
        try withExtendedLifetime(level) {
          (repeat try argument((each Dependency).self, references.next() ?? nil, in: level, resolution))
        }
      }
    }
    return try make(repeat each dependencies)
  }

  private func argument<Dependency>(
    _ type: Dependency.Type, _ key: ServiceKey?, in level: Level, _ resolution: Unmanaged<Resolution>
  ) throws -> Dependency {
    guard let shape = type as? any DependencyWrapper.Type else {
      return try level.slot(key.map { try service($0) } ?? service(type, nil), as: type).take(in: resolution)
    }
    var kept: [AnySlot]?
    let slot = try shape.slot(of: key.map { [try service($0)] } ?? services(of: shape), in: level, keeping: &kept)
    guard let typed = slot.typed(as: type) else {
      throw ResolutionError(.wrongType(expected: "\(type)", found: "\(shape)"))
    }
    return try withExtendedLifetime(slot) { try typed.take(in: resolution) }
  }

  private func services(of shape: any DependencyWrapper.Type) throws -> [Int] {
    guard shape.form != .all else { return try wiring.members(ofCollectionOf: shape.wrapped) }
    do {
      return [try service(shape.wrapped, nil)]
    } catch let error as ResolutionError where error.reason == .unknownKey {
      guard shape.form == .optional else { throw error }
      return []
    }
  }

  /// A new instance of a service that takes an argument.
  ///
  /// ```swift
  /// let page = try container.make(Page.self, with: id)
  /// ```
  ///
  /// - Parameter argument: A value of the factory's ``Argument`` type, or one that Swift can convert to that type.
  public func make<Service, Value>(
    _ type: Service.Type, named variant: String? = nil, with argument: Value
  ) throws -> Service {
    try make(service(type, variant), as: type, with: argument, isMain: false)
  }

  /// A new instance of the service with a custom key, made with an argument.
  public func make<Service, Value>(_ key: Key<Service>, with argument: Value) throws -> Service {
    try make(service(key), as: Service.self, with: argument, isMain: false)
  }

  func make<Service, Value>(
    _ service: Int, as type: Service.Type, with argument: Value, isMain: Bool
  ) throws -> Service {
    guard !level.hasEnded else { throw ContainerClosed(steps: [wiring.step(service)]) }
    return try level.underOverlays { level in
      try level.checkTaking(service, Value.self)
      return try level.slot(service, as: type).take(with: argument, isMain: isMain)
    }
  }

  /// A new instance of a service that takes an argument, made after its asynchronous dependencies have been made.
  ///
  /// - Parameter argument: A value of the factory's ``Argument`` type, or one that Swift can convert to that type.
  public func makeAsync<Service: Sendable, Value: Sendable>(
    _ type: Service.Type, named variant: String? = nil, with argument: Value
  ) async throws -> Service {
    try await makeAsync(Key(type, named: variant), with: argument)
  }

  /// A new instance of the service with a custom key, made with an argument after its asynchronous dependencies have
  /// been made.
  public func makeAsync<Service: Sendable, Value: Sendable>(
    _ key: Key<Service>, with argument: Value
  ) async throws -> Service {
    let service = try service(key)
    guard !level.hasEnded else { throw ContainerClosed(steps: [wiring.step(service)]) }
    return try await inCurrentLevel { level in
      try level.checkTaking(service, Value.self)
      let call = AwaitedCall(Value.self)
      call.begin(argument, Argument<Value>.self)
      defer { call.end(Value.self) }
      return try await level.value(of: level.slot(service, as: Service.self), in: call.resolution)
    }
  }

  /// The members of the only collection with this element type; empty if the manifest has no such collection.
  package func members<Element>(of type: Element.Type) throws -> [Element] {
    let key = wiring.key(of: type)
    guard wiring.plan.collections.contains(where: { $0.element == key }) else { return [] }
    return try make { (members: [Element]) in members }
  }
}

extension Level {
  fileprivate func checkTaking(_ service: Int, _ type: any Any.Type) throws {
    guard wiring.traits[service].contains(.takesArgument) || isInstanceOfLevel(service) else {
      let given = TypeName.short(type)
      throw ResolutionError(
        .wrongArgument, service: "takes no argument, but got one of type \(given)",
        help: "ask for it with resolve, or change its factory to take an Argument<\(given)>",
        at: [wiring.step(service)])
    }
  }

  private func isInstanceOfLevel(_ service: Int) -> Bool {
    wiring.plan.services[wiring.plan.targets[service]].factories.contains { LevelPart.isInstance($0.name) }
  }
}

extension MainContainer {
  /// A new instance of a main-actor service that takes an argument: see ``Container/make(_:named:with:)``.
  public func make<Service, Value>(
    _ type: Service.Type, named variant: String? = nil, with argument: Value
  ) throws -> Service {
    try container.make(container.service(type, variant), as: type, with: argument, isMain: true)
  }

  /// A new instance of the main-actor service with a custom key, made with an argument.
  public func make<Service, Value>(_ key: Key<Service>, with argument: Value) throws -> Service {
    try container.make(container.service(key), as: Service.self, with: argument, isMain: true)
  }

  /// Calls an initializer, or any other function, with services from the container, including main-actor services: see
  /// ``Container/make(labels:_:)``.
  public func make<Product, each Dependency>(
    labels: [String?] = [], _ make: (repeat each Dependency) throws -> Product
  ) throws -> Product {
    try container.fill(make, labels, isMain: true)
  }
}

extension Wiring {
  fileprivate func members(ofCollectionOf type: any Any.Type) throws -> [Int] {
    let key = key(of: type)
    let found = plan.collections.filter { $0.element == key }
    guard found.count == 1, let collection = found.first else {
      let element = key?.text ?? TypeName.short(type)
      guard let first = found.first else {
        throw ResolutionError(
          .noCollection, "the manifest has no collection of \(element)",
          help: "declare one: collections: { name: { of: \(element) } }, and add 'collect: name' to its members")
      }
      throw ResolutionError(
        .noCollection,
        "the manifest has several collections of \(element): \(found.map(\.name).joined(separator: ", "))",
        help: "register a factory for it that depends on one of them: { all: \(first.name) }")
    }
    return collection.members.map { targets[$0] }
  }
}
