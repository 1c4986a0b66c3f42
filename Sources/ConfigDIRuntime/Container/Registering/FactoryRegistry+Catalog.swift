extension FactoryRegistry {
  /// The description of the factories, for the checker: commit its ``Catalog/json`` as `configdi.catalog.json`.
  ///
  /// Mistakes in registrations are not in it; ``findings`` has them.
  public var catalog: Catalog { examined().catalog }

  /// The mistakes in the registrations: names that are taken, labels that do not fit, types that cannot be keys.
  ///
  /// A container is not built while there are any.
  public var findings: [Diagnostic] { examined().findings }

  /// Prints the catalog and ends the program, if the environment variable `CONFIGDI_PRINT_CATALOG` is set; otherwise
  /// does nothing.
  ///
  /// Write this line at the beginning of a program, before it does anything else, to let the checker ask for the
  /// catalog:
  ///
  /// ```swift
  /// var registry = FactoryRegistry(AppAssembly())
  /// registry.printCatalogIfAsked()
  /// ```
  ///
  /// `configdi-check --catalog-from 'swift run App'` sets the variable and reads the catalog from standard output. To
  /// write the file to commit by hand, run `CONFIGDI_PRINT_CATALOG=1 swift run App > configdi.catalog.json`. If
  /// registrations have mistakes, they go to standard error and the exit code is 1.
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
  /// The environment variable by which `configdi-check --catalog-from` asks a program for its catalog.
  package static let requestVariable = "CONFIGDI_PRINT_CATALOG"
}

/// Overloads that the compiler refuses or warns about, with a message, for a factory that is registered wrongly.
extension FactoryRegistry {
  @available(*, unavailable, message: "register an asynchronous factory with registerAsync")
  public mutating func register<Service: Sendable, each Dependency>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (repeat consuming each Dependency) async throws -> Service
  ) {}

  @available(*, unavailable, message: "the factory's product does not have the registered type")
  public mutating func register<Service: Sendable, Other>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable () throws -> Other
  ) {}

  /// A factory that takes a container. It compiles, and no manifest can give it one.
  @available(
    *, deprecated, message: "a factory cannot take the container: take the services that it needs as parameters"
  )
  public mutating func register<Service: Sendable>(
    _ name: String, as type: Service.Type, labels: [String] = [], replace: Bool = false, reference: Bool = false,
    deprecated: Deprecation? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (Container) throws -> Service
  ) {
    let registration = FactoryRegistration(
      traits: [], labels: labels, replace: replace, reference: reference, deprecated: deprecated, fileID: fileID,
      line: line)
    factories.append(
      Factory<Service, Container>(
        name, registration,
        .now { links in
          var links = links
          return try make(links.take(Container.self))
        }))
  }
}
