extension FactoryRegistry {
  /// A description of the factories for the checker. Commit its ``Catalog/json`` as `configdi.catalog.json`.
  ///
  /// The catalog does not list mistakes in registrations; see ``findings``.
  public var catalog: Catalog { examined().catalog }

  /// The mistakes in the registrations, such as duplicate names, wrong labels, and types that cannot be keys.
  ///
  /// While there are findings, no container can be made.
  public var findings: [Diagnostic] { examined().findings }

  /// Prints the catalog and ends the program, if the environment variable `CONFIGDI_PRINT_CATALOG` is set; otherwise
  /// does nothing.
  ///
  /// Call this function at the beginning of a program, before anything else, so that the checker can request the
  /// catalog:
  ///
  /// ```swift
  /// let registry = FactoryRegistry(AppAssembly())
  /// registry.printCatalogIfAsked()
  /// ```
  ///
  /// `configdi-check --catalog-from 'swift run App'` sets the variable and reads the catalog from standard output. To
  /// write the file by hand, run `CONFIGDI_PRINT_CATALOG=1 swift run App > configdi.catalog.json`. Mistakes in
  /// registrations go to standard error, with exit code 1.
  public func printCatalogIfAsked() {
    guard let asked = ProgramProcess.variable(Catalog.requestVariable), !asked.isEmpty, asked != "0" else { return }
    let examined = examined()
    guard examined.findings.isEmpty else {
      for finding in examined.findings { ProgramProcess.writeToError(finding.text()) }
      ProgramProcess.end(1)
    }
    ProgramProcess.writeToOutput(examined.catalog.json)
    ProgramProcess.end(0)
  }
}

extension Catalog {
  /// The environment variable that `configdi-check --catalog-from` sets to request a program's catalog.
  package static let requestVariable = "CONFIGDI_PRINT_CATALOG"
}

/// Overloads that match wrong registrations, so that the compiler rejects them or warns with a helpful message.
extension FactoryRegistry {
  @available(*, unavailable, message: "register an asynchronous factory with registerAsync")
  public mutating func register<Service: Sendable, each Dependency>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (repeat consuming each Dependency) async throws -> Service
  ) {}

  @available(*, unavailable, message: "the factory's product does not have the registered type")
  @_disfavoredOverload
  public mutating func register<Service: Sendable, Other, each Dependency>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (repeat consuming each Dependency) throws -> Other
  ) {}

  @available(
    *, unavailable, message: "a factory is a closure or an initializer: register an instance with registerInstance"
  )
  @_disfavoredOverload
  public mutating func register<Service: Sendable>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line, _ instance: Service
  ) {}

  @available(*, unavailable, message: "a decorator's first parameter is the instance that it wraps")
  public mutating func registerDecorator<Service, each Dependency>(
    _ name: String, of type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (repeat consuming each Dependency) throws -> Service
  ) {}

  /// Matches the registration of a factory that takes a container. Such a factory compiles, but no manifest can provide
  /// a container.
  @available(
    *, deprecated, message: "a factory cannot take the container: take the services that it needs as parameters"
  )
  public mutating func register<Service: Sendable>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (Container) throws -> Service
  ) {
    factories.append(
      Factory<Service, Container>(
        name, [], labels: labels, replace, reference: reference, deprecated, fileID, line,
        .now { (links: consuming Links) in try make(links.take(Container.self)) }))
  }
}
