extension FactoryRegistry {
  @inlinable
  @inline(__always)
  public mutating func register<Service: Sendable, D1>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (consuming D1) throws -> Service
  ) {
    factories.append(
      Factory<Service, D1>(
        name, [], labels: labels, replace, reference: reference, deprecated, fileID, line,
        .now { (links: consuming Links) in try make(links.take(D1.self)) }))
  }

  @inlinable
  @inline(__always)
  public mutating func register<Service: Sendable, D1, D2>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (consuming D1, consuming D2) throws -> Service
  ) {
    factories.append(
      Factory<Service, D1, D2>(
        name, [], labels: labels, replace, reference: reference, deprecated, fileID, line,
        .now { (links: consuming Links) in try make(links.take(D1.self), links.take(D2.self)) }))
  }

  @inlinable
  @inline(__always)
  public mutating func register<Service: Sendable, D1, D2, D3>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (consuming D1, consuming D2, consuming D3) throws -> Service
  ) {
    factories.append(
      Factory<Service, D1, D2, D3>(
        name, [], labels: labels, replace, reference: reference, deprecated, fileID, line,
        .now { (links: consuming Links) in try make(links.take(D1.self), links.take(D2.self), links.take(D3.self)) }))
  }

  @inlinable
  @inline(__always)
  public mutating func register<Service: Sendable, D1, D2, D3, D4>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (consuming D1, consuming D2, consuming D3, consuming D4) throws -> Service
  ) {
    factories.append(
      Factory<Service, D1, D2, D3, D4>(
        name, [], labels: labels, replace, reference: reference, deprecated, fileID, line,
        .now { (links: consuming Links) in
          try make(links.take(D1.self), links.take(D2.self), links.take(D3.self), links.take(D4.self))
        }))
  }

  @inlinable
  @inline(__always)
  public mutating func register<Service: Sendable, D1, D2, D3, D4, D5>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (consuming D1, consuming D2, consuming D3, consuming D4, consuming D5) throws -> Service
  ) {
    factories.append(
      Factory<Service, D1, D2, D3, D4, D5>(
        name, [], labels: labels, replace, reference: reference, deprecated, fileID, line,
        .now { (links: consuming Links) in
          try make(
            links.take(D1.self), links.take(D2.self), links.take(D3.self), links.take(D4.self), links.take(D5.self))
        }))
  }

  @inlinable
  @inline(__always)
  public mutating func register<Service: Sendable, D1, D2, D3, D4, D5, D6>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make:
      @escaping @Sendable (consuming D1, consuming D2, consuming D3, consuming D4, consuming D5, consuming D6) throws ->
      Service
  ) {
    factories.append(
      Factory<Service, D1, D2, D3, D4, D5, D6>(
        name, [], labels: labels, replace, reference: reference, deprecated, fileID, line,
        .now { (links: consuming Links) in
          try make(
            links.take(D1.self), links.take(D2.self), links.take(D3.self), links.take(D4.self), links.take(D5.self),
            links.take(D6.self))
        }))
  }
}
