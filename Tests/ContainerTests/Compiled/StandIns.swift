import ConfigDI
import Synchronization

@testable import ConfigDIRuntime

/// A program that has every factory of a catalog, whatever their types are, and writes down what is made in which order.
struct StandIns {
  let registry: ExaminedRegistry
  let trace = Trace()

  /// - Parameters:
  ///   - provided: The keys of which the program hands in instances.
  ///   - show: Tells a factory's settings in the trace.
  init(
    _ catalog: Catalog, provided: [ServiceKey],
    show: @escaping @Sendable (Setting, SettingsSchema) -> String = { setting, _ in setting.wordsWithPlaces }
  ) {
    var catalog = catalog
    // As a live registry has them.
    catalog.factories.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    var factories: [String: AnyFactory] = [:]
    var settings: [String: FactorySettings] = [:]
    var digit: any Digit.Type = Zero.self
    for factory in catalog.factories {
      var type: (any StandInSettings.Type)?
      if let schema = factory.settings {
        let own = Self.settings(digit)
        digit = Self.next(digit)
        type = own
        settings[factory.name] = FactorySettings(type: own, schema: schema)
      }
      factories[factory.name] = StandInFactory(factory, type, trace, show)
    }
    let names = Set(provided.map(\.nameText)).sorted()
    registry = ExaminedRegistry(
      factories: factories,
      keys: names.map { name -> DeclaredKey in (name, StandIn.self, #fileID, #line) }, catalog: catalog,
      keyNames: { [names = catalog.keyNames] in names }, findings: [], settings: settings, schemasOfReplacements: [:],
      assemblies: [], observers: [])
  }

  /// What a host would hand in for the provided services of a scope.
  static func provided(_ services: [PlannedService], in scope: PlannedService.Scope) -> [Provided] {
    services.compactMap { service in
      guard case .provided = service.kind, service.scope == scope else { return nil }
      return Provided(StandIn("provided \(service.key)"), for: Key<StandIn>(service.key.text))
    }
  }

  private static func next<Number: Digit>(_ number: Number.Type) -> any Digit.Type { Next<Number>.self }

  private static func settings<Number: Digit>(_ number: Number.Type) -> any StandInSettings.Type {
    NumberedSettings<Number>.self
  }
}

/// What happened, in order.
final class Trace: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// What was written since the last time.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

/// An instance of any service.
final class StandIn: Sendable {
  let name: String
  /// What it would call for later.
  let later: [@Sendable () throws -> Void]

  init(_ name: String, later: [@Sendable () throws -> Void] = []) {
    self.name = name
    self.later = later
  }
}

struct StandInInitializer: Initializable {
  let name: String
  let trace: Trace

  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
    trace.add("\(name) performs in \(phase)")
  }
}

/// Takes any settings; the schema beside it says what is right.
protocol StandInSettings: ServiceSettings {
  var setting: Setting? { get }
}

private protocol Digit {}
private enum Zero: Digit {}
private enum Next<Number: Digit>: Digit {}

/// A type for each factory, since a registry knows schemas by their types.
private struct NumberedSettings<Number: Digit>: StandInSettings {
  let setting: Setting?

  init(from decoder: any Decoder) throws {
    setting = (decoder as? SettingsDecoder)?.setting
  }
}

extension Setting {
  /// What it holds, with every place.
  var wordsWithPlaces: String {
    let text =
      switch content {
      case .list(let elements): "[\(elements.map(\.wordsWithPlaces).joined(separator: ", "))]"
      case .map(let entries):
        "{\(entries.map { "\($0.name.value) \($0.name.location): \($0.value.wordsWithPlaces)" }.joined(separator: ", "))}"
      default: "\(content)"
      }
    return "\(text) at \(location)\(origin.map { " of \($0)" } ?? "")\(secret.map { " secret \($0)" } ?? "")"
  }
}

private final class StandInFactory: AnyFactory, @unchecked Sendable {
  // Unchecked as its superclass is: every stored property is a constant and `Sendable`.
  private let catalog: CatalogFactory
  private let settings: (any StandInSettings.Type)?
  private let trace: Trace
  private let show: @Sendable (Setting, SettingsSchema) -> String

  init(
    _ catalog: CatalogFactory, _ settings: (any StandInSettings.Type)?, _ trace: Trace,
    _ show: @escaping @Sendable (Setting, SettingsSchema) -> String
  ) {
    self.catalog = catalog
    self.settings = settings
    self.trace = trace
    self.show = show
    var traits: FactoryTraits = []
    if catalog.role == .decorator { traits.insert(.decorator) }
    if catalog.role == .initializer { traits.insert(.initializer) }
    if catalog.isAsync { traits.insert(.async) }
    if catalog.isolation == .main { traits.insert(.mainActor) }
    super.init(catalog.name, traits, labels: [], false, reference: false, nil, #fileID, #line)
  }

  override var product: any Any.Type { catalog.role == .initializer ? StandInInitializer.self : StandIn.self }

  override var parameterTypes: [any Any.Type] {
    catalog.dependencies.map { dependency -> any Any.Type in
      switch dependency.form {
      case .instance: StandIn.self
      case .lazy: Lazy<StandIn>.self
      case .provider: Provider<StandIn>.self
      case .scopedProvider: ScopedProvider<StandIn>.self
      case .mainLazy: MainLazy<StandIn>.self
      case .mainProvider: MainProvider<StandIn>.self
      case .asyncLazy: AsyncLazy<StandIn>.self
      case .asyncProvider: AsyncProvider<StandIn>.self
      case .asyncScopedProvider: AsyncScopedProvider<StandIn>.self
      case .maker: Maker<String, StandIn>.self
      case .mainMaker: MainMaker<String, StandIn>.self
      case .asyncMaker: AsyncMaker<String, StandIn>.self
      case .optional: StandIn?.self
      case .all: [StandIn].self
      }
    } + (settings.map { [$0] } ?? []) + (catalog.argument == nil ? [] : [Argument<String>.self])
  }

  override func accept<Visitor: FactoryVisitor>(_ visitor: inout Visitor) throws -> Visitor.Result {
    let make: @Sendable (consuming Links) throws -> StandIn = { [self] links in
      var links = links
      return try made(&links)
    }
    switch catalog.role {
    case .initializer:
      let initializer: @Sendable (consuming Links) throws -> StandInInitializer = { [self] links in
        StandInInitializer(name: try make(links).name, trace: trace)
      }
      return try visitor.visit(
        catalog.isolation == .main ? .onMain { try initializer($0) } : .now(initializer), of: self)
    case .decorator:
      let decorate: @Sendable (consuming StandIn, consuming Links) throws -> StandIn = { [self] inner, links in
        let decorator = try make(links)
        trace.add("\(decorator.name) decorates \(inner.name)")
        return StandIn("\(decorator.name) around \(inner.name)", later: inner.later + decorator.later)
      }
      return try visitor.visit(
        catalog.isAsync ? .decoratingAsync { try decorate($0, $1) } : .decorating(decorate), of: self)
    case .service:
      if catalog.isAsync { return try visitor.visit(FactoryBody<StandIn>.async { try make($0) }, of: self) }
      return try visitor.visit(
        catalog.isolation == .main ? FactoryBody<StandIn>.onMain { try make($0) } : .now(make), of: self)
    }
  }

  private func made(_ links: inout Links) throws -> StandIn {
    var parts: [String] = []
    var later: [@Sendable () throws -> Void] = []
    for dependency in catalog.dependencies {
      switch dependency.form {
      case .instance: parts.append(try links.take(StandIn.self).name)
      case .optional: parts.append(try links.take(StandIn?.self)?.name ?? "nothing")
      case .all: parts.append("[\(try links.take([StandIn].self).map(\.name).joined(separator: ", "))]")
      case .lazy:
        let lazy = try links.take(Lazy<StandIn>.self)
        later.append { _ = try lazy() }
      case .provider:
        let provider = try links.take(Provider<StandIn>.self)
        later.append { _ = try provider() }
      // Who calls them must be in a scope, or on the main actor.
      case .scopedProvider: _ = try links.take(ScopedProvider<StandIn>.self)
      case .mainLazy: _ = try links.take(MainLazy<StandIn>.self)
      case .mainProvider: _ = try links.take(MainProvider<StandIn>.self)
      case .asyncLazy: _ = try links.take(AsyncLazy<StandIn>.self)
      case .asyncProvider: _ = try links.take(AsyncProvider<StandIn>.self)
      case .asyncScopedProvider: _ = try links.take(AsyncScopedProvider<StandIn>.self)
      case .mainMaker: _ = try links.take(MainMaker<String, StandIn>.self)
      case .asyncMaker: _ = try links.take(AsyncMaker<String, StandIn>.self)
      case .maker:
        let maker = try links.take(Maker<String, StandIn>.self)
        later.append { _ = try maker("given") }
      }
    }
    if let settings { parts.append(try text(settings, &links)) }
    if catalog.argument != nil { _ = try links.take(Argument<String>.self) }
    trace.add("\(name)(\(parts.joined(separator: "; ")))")
    return StandIn(name, later: later)
  }

  private func text<Settings: StandInSettings>(_ type: Settings.Type, _ links: inout Links) throws -> String {
    guard let setting = try links.take(type).setting, let schema = catalog.settings else { return "no settings" }
    return show(setting, schema)
  }
}
