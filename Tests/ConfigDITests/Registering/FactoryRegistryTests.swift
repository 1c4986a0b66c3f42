import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

private let source = "ConfigDITests/FactoryRegistryTests.swift"

struct StoreSettings: ServiceSettings {
  var table: String
  var limit: Int?
}

final class Orders: Storage {
  init(settings: StoreSettings, clock: any Clocked, late: Lazy<any Storage>) {}
}

final class Wide: Storage {
  init(
    one: any Clocked, lazy: Lazy<Base>, provider: Provider<Base>, scoped: ScopedProvider<Base>,
    main: MainLazy<Base>, mainProvider: MainProvider<Base>, maybe: (any Repository<User>)?, all: [any Clocked]
  ) {}
}

struct Warmup: Initializable {
  init(clock: any Clocked) {}
  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {}
}

struct Traced: Storage {
  init(_ inner: any Storage, settings: StoreSettings, clock: any Clocked) {}
}

@MainActor final class Screen {
  init(storage: any Storage) {}
}

protocol Watcher: AnyObject, Sendable {}
final class Watch: Watcher {}
final class Draft {}
struct Tick: Clocked {}

@Suite struct FactoryRegistryTests {
  func entry(_ registry: FactoryRegistry, _ name: String) throws -> CatalogFactory {
    try #require(registry.catalog.factories.first { $0.name == name })
  }

  @Test("the parameters become the edges") func theParametersAreTheEdges() throws {
    var registry = FactoryRegistry()
    registry.register("orders", as: (any Storage).self, labels: ["clock", "late"], Orders.init)
    let orders = try entry(registry, "orders")
    #expect(orders.role == .service)
    #expect(orders.provides == "ConfigDITests.Storage")
    #expect(
      orders.dependencies == [
        CatalogDependency(key: "ConfigDITests.Clocked", form: .instance, label: "clock"),
        CatalogDependency(key: "ConfigDITests.Storage", form: .lazy, label: "late"),
      ])
    #expect(
      orders.settings
        == SettingsSchema(
          type: "StoreSettings",
          fields: [SettingsField("table", .string), SettingsField("limit", .int, isOptional: true)]))
    #expect(orders.file == source)
    #expect(orders.isShareable && !orders.isAsync && !orders.isReference && orders.isolation == .none)
    #expect(registry.findings.isEmpty)
  }

  @Test("each parameter form has its kind") func eachFormOfAParameterHasItsKind() throws {
    var registry = FactoryRegistry()
    registry.register("wide", as: Wide.self, Wide.init)
    let wide = try entry(registry, "wide")
    #expect(
      wide.dependencies.map(\.form) == [
        .instance, .lazy, .provider, .scopedProvider, .mainLazy, .mainProvider, .optional, .all,
      ])
    #expect(
      wide.dependencies.map(\.key) == [
        "ConfigDITests.Clocked", "ConfigDITests.Base", "ConfigDITests.Base", "ConfigDITests.Base",
        "ConfigDITests.Base", "ConfigDITests.Base", "ConfigDITests.Repository<ConfigDITests.User>",
        "ConfigDITests.Clocked",
      ])
    #expect(wide.isReference)
  }

  @Test("every kind of registration works") func everyKindOfRegistration() throws {
    var registry = FactoryRegistry()
    registry.registerUnshared("draft", as: Draft.self) { Draft() }
    registry.registerAsync("remote", as: (any Storage).self) { (clock: any Clocked) async throws in
      Orders(settings: StoreSettings(table: "", limit: nil), clock: clock, late: Lazy { throw CancellationError() })
    }
    registry.registerMainActor("screen", as: Screen.self, Screen.init)
    registry.registerInstance("tick", as: (any Clocked).self, Tick())
    registry.registerDecorator("traced", of: (any Storage).self, Traced.init)
    registry.registerInitializer("warmup", Warmup.init)
    registry.register("watch", as: (any Watcher).self) { Watch() }
    registry.register("old", as: (any Clocked).self, deprecated: "use tick") { Tick() }
    registry.register(
      "older", as: (any Clocked).self, reference: true, deprecated: Deprecation(since: "2.0", use: "tick")
    ) { Tick() }
    #expect(registry.findings.isEmpty)

    let draft = try entry(registry, "draft")
    #expect(!draft.isShareable && draft.isReference)
    let remote = try entry(registry, "remote")
    #expect(remote.isAsync && remote.isShareable && remote.dependencies.count == 1)
    let screen = try entry(registry, "screen")
    #expect(screen.isolation == .main && screen.isShareable)
    #expect(try entry(registry, "tick").provides == "ConfigDITests.Clocked")
    let traced = try entry(registry, "traced")
    #expect(traced.role == .decorator && traced.provides == "ConfigDITests.Storage")
    #expect(traced.dependencies.map(\.key) == ["ConfigDITests.Clocked"] && traced.settings != nil)
    let warmup = try entry(registry, "warmup")
    #expect(warmup.role == .initializer && warmup.provides == nil && warmup.dependencies.count == 1)
    #expect(try entry(registry, "watch").isReference)
    #expect(try entry(registry, "old").deprecated == Deprecation(message: "use tick"))
    #expect(try entry(registry, "older").deprecated == Deprecation(since: "2.0", use: "tick"))
    #expect(try entry(registry, "older").isReference)
  }

  @Test("a copied registry is independent") func aCopyIsAValueOfItsOwn() {
    var registry = FactoryRegistry()
    registry.registerInstance("tick", as: Tick.self, Tick())
    var copy = registry
    copy.registerInstance("tock", as: Tick.self, Tick())
    #expect(registry.catalog.factories.map(\.name) == ["tick"])
    #expect(copy.catalog.factories.map(\.name) == ["tick", "tock"])
  }

  struct First: Assembly {
    func assemble(_ registry: inout FactoryRegistry) {
      registry.registerInstance("tick", as: (any Clocked).self, Tick())
    }
  }

  struct Second: Assembly {
    func assemble(_ registry: inout FactoryRegistry) {
      registry.registerInstance("tick", as: Tick.self, Tick(), replace: true)
    }
  }

  @Test("a later assembly replaces an earlier factory") func aLaterAssemblyReplacesAnEarliersFactory() throws {
    let registry = FactoryRegistry(First(), Second())
    #expect(try entry(registry, "tick").provides == "ConfigDITests.Tick")
    #expect(registry.findings.isEmpty)
    #expect(registry.assemblies.count == 2)
    // The other way round `replace: true` replaces nothing, and the later one is not meant to.
    #expect(Set(FactoryRegistry(Second(), First()).findings.map(\.rule)) == [.duplicateFactory, .replacesNothing])
  }

  enum Module: Assembly {
    case tick, tock

    func assemble(_ registry: inout FactoryRegistry) {
      registry.registerInstance(self == .tick ? "tick" : "tock", as: Tick.self, Tick())
    }
  }

  struct Empty: Assembly {
    func assemble(_ registry: inout FactoryRegistry) {
      registry.registerInstance("tick", as: Tick.self, Tick())
    }
  }

  /// An enumeration without payloads has no properties, and still several values.
  @Test("each case of an enumeration is a separate assembly") func eachCaseOfAnEnumerationIsAnAssemblyOfItsOwn() {
    let registry = FactoryRegistry(Module.tick, Module.tock, Module.tick, Empty(), Empty())
    #expect(registry.assemblies.count == 3)
    #expect(registry.catalog.factories.map(\.name).contains("tock"))
    #expect(Set(registry.findings.map(\.rule)) == [.duplicateFactory])
  }

  struct WithSettings: Assembly {
    func assemble(_ registry: inout FactoryRegistry) {
      registry.register("tick", as: Tick.self) { (_: StoreSettings) in Tick() }
    }
  }

  struct WithItsOwn: Assembly {
    struct Settings: ServiceSettings {
      var limit: Int
      var pace: Double
    }

    func assemble(_ registry: inout FactoryRegistry) {
      registry.register("tick", as: Tick.self, replace: true) { (_: Settings) in Tick() }
    }
  }

  /// An entry may keep the settings of the replaced factory; what both read is the new one's.
  @Test("a replaced factory's settings are allowed") func aReplacedFactorysSettingsAreAllowed() throws {
    let settings = try #require(entry(FactoryRegistry(WithSettings(), WithItsOwn()), "tick").settings)
    #expect(settings.fields.map(\.name) == ["limit", "pace", "table"])
    #expect(settings.fields.map(\.isOptional) == [false, false, true])
    let kept = try #require(entry(FactoryRegistry(WithSettings(), Second()), "tick").settings)
    #expect(kept.fields.map(\.name) == ["table", "limit"])
  }
}
