import Foundation

@testable import ConfigDI
@testable import ConfigDIRuntime

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

  var plan: Plan {
    let indices = Dictionary(uniqueKeysWithValues: services.enumerated().map { ($1.key, $0) })
    func arguments(_ dependencies: [Dependency], _ origin: SourceLocation) -> [PlannedArgument] {
      dependencies.map { dependency in
        PlannedArgument(
          kind: dependency.kind, targets: dependency.keys.map { indices[$0] ?? -1 }, origin: origin)
      }
    }
    return Plan(
      stage: nil, scopes: scopes,
      services: services.enumerated().map { index, entry in
        let origin = Self.line(index + 1)
        let kind: PlannedService.Kind =
          switch entry.kind {
          case .factory(let name):
            .factory(
              PlannedFactory(
                name: name, arguments: arguments(entry.dependencies, origin), settings: entry.settings, origin: origin),
              decorators: entry.decorators.map {
                PlannedFactory(
                  name: $0.factory, arguments: arguments($0.dependencies, origin), settings: nil, origin: origin)
              })
          case .alias(let target): .alias(indices[target] ?? -1)
          case .provided: .provided
          }
        return PlannedService(
          key: ServiceKey(entry.key), kind: kind, scope: entry.scope, isEager: entry.isEager, origin: origin)
      }, parameters: parameters, phases: [])
  }

  func container(_ registry: FactoryRegistry, provided: [Provided] = []) throws -> Container {
    try Container(plan: plan, registry: registry.examined(), provided: provided)
  }
}
