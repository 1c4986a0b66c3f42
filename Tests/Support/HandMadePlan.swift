import ConfigDI
import ConfigDIRuntime
import Foundation

/// A plan written by hand: services by key, dependencies by the keys that they lead to.
struct HandMadePlan {
  var scopes: [PlannedScope] = []
  var parameters: [PlannedParameter] = []
  private var services: [Entry] = []

  struct Entry {
    var key: String
    var kind: Kind
    var scope = PlannedService.Scope.singleton
    var dependencies: [Dependency] = []
    var settings: Setting?
    var decorators: [Decorator] = []
    var isEager = false

    enum Kind {
      case factory(String)
      case alias(String)
      case provided
    }
  }

  struct Decorator {
    var factory: String
    var dependencies: [Dependency] = []
  }

  enum Dependency: ExpressibleByStringLiteral {
    case instance(String)
    case lazy(String)
    case provider(String)
    case optional(String?)
    case all([String])

    init(stringLiteral key: String) { self = .instance(key) }

    var kind: ReferenceKind {
      switch self {
      case .instance: .instance
      case .lazy: .lazy
      case .provider: .provider
      case .optional: .optional
      case .all: .all
      }
    }

    var keys: [String] {
      switch self {
      case .instance(let key), .lazy(let key), .provider(let key): [key]
      case .optional(let key): key.map { [$0] } ?? []
      case .all(let keys): keys
      }
    }
  }

  mutating func add(
    _ key: String, _ factory: String, _ scope: PlannedService.Scope = .singleton, _ dependencies: [Dependency] = [],
    settings: Setting? = nil, decorators: [Decorator] = [], eager: Bool = false
  ) {
    services.append(
      Entry(
        key: key, kind: .factory(factory), scope: scope, dependencies: dependencies, settings: settings,
        decorators: decorators, isEager: eager))
  }

  mutating func alias(_ key: String, _ target: String) {
    services.append(Entry(key: key, kind: .alias(target)))
  }

  mutating func provided(_ key: String, _ scope: PlannedService.Scope = .singleton) {
    services.append(Entry(key: key, kind: .provided, scope: scope))
  }

  /// Line n of `plan.yaml` is the n-th service.
  static let file = SourceFile(path: "plan.yaml", lines: 100_000)

  static func line(_ line: Int) -> SourceLocation { file.location((line - 1)..<(line - 1)) }

  var plan: Plan { plan(of: Catalog()) }

  /// - Parameter catalog: What is known of the factories.
  private func plan(of catalog: Catalog) -> Plan {
    let known = Dictionary(catalog.factories.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let indices = Dictionary(uniqueKeysWithValues: services.enumerated().map { ($1.key, $0) })
    func factory(
      _ name: String, _ dependencies: [Dependency], _ settings: Setting?, _ origin: SourceLocation
    ) -> PlannedFactory {
      let slots = known[name]?.dependencies ?? []
      return PlannedFactory(
        name: name,
        arguments: dependencies.enumerated().map { index, dependency in
          PlannedArgument(
            form: slots.indices.contains(index) ? slots[index].form : DependencyForm(dependency.kind),
            asked: dependency.keys.first ?? "", targets: .list(dependency.keys.map { indices[$0] ?? -1 }),
            origin: origin)
        }, settings: settings, origin: origin, isAsync: known[name]?.isAsync ?? false,
        isOnMain: known[name]?.isolation == .main, argument: known[name]?.argument)
    }
    return Plan(
      stage: nil, scopes: scopes,
      services: services.enumerated().map { index, entry in
        let origin = Self.line(index + 1)
        let kind: PlannedService.Kind =
          switch entry.kind {
          case .factory(let name):
            .factory(
              factory(name, entry.dependencies, entry.settings, origin),
              decorators: entry.decorators.map { factory($0.factory, $0.dependencies, nil, origin) })
          case .alias(let target): .alias(ServiceKey(target), indices[target])
          case .provided: .provided
          }
        return PlannedService(
          key: ServiceKey(entry.key), kind: kind, scope: entry.scope, isEager: entry.isEager, origin: origin)
      }, parameters: parameters, phases: [])
  }

  func container(_ registry: FactoryRegistry, provided: [Provided] = []) throws -> Container {
    let examined = registry.examined()
    return try Container(plan: plan(of: examined.catalog), registry: examined, provided: provided)
  }
}
