@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Random changes of a running container, and the overlay file that means the same.
struct RuntimeOverlay {
  private(set) var definitions: [OverlayDefinition] = []
  private var level = LevelDefinition()
  private let stage: ComposedStage

  private init(_ stage: ComposedStage) {
    self.stage = stage
  }

  static func random(_ random: inout Seeded, in stage: ComposedStage) -> RuntimeOverlay {
    var overlay = RuntimeOverlay(stage)
    for _ in 0..<(1 + random.number(below: 2)) {
      switch random.number(below: 4) {
      case 0: overlay.set(&random)
      case 1: overlay.wrap(&random)
      default: overlay.use(&random)
      }
    }
    return overlay
  }

  var text: String {
    var writer = LevelWriter(
      services: Dictionary(stage.services.map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first }),
      secrets: [])
    return YAMLValue.text(of: [writer.overlay(level)])
  }

  /// A service that a factory makes, and its factory.
  private func service(_ random: inout Seeded) -> (key: ServiceKey, factory: AnyFactory)? {
    let made = stage.services.compactMap { service -> (ServiceKey, AnyFactory)? in
      guard case .factory(let name) = service.kind, let factory = AgreementTests.examined.factories[name.value],
        !level.uses.contains(where: { $0.key == service.key.value })
      else { return nil }
      return (service.key.value, factory)
    }
    return random.pick(made)
  }

  private mutating func use(_ random: inout Seeded) {
    guard let (key, old) = service(&random) else { return }
    let fitting = AgreementTests.examined.catalog.factories.filter { factory in
      factory.role == .service && AgreementTests.examined.factories[factory.name]?.product == old.product
    }
    guard let new = random.pick(fitting) else { return }
    let hasSizes = new.settings?.type == "Sizes" && random.chance(80)
    var used = Used(key: key.text, factory: new.name, settings: hasSizes ? ["size": 3] : [:])
    guard let definition = try? old.accept(&used) else { return }
    definitions.append(definition)
    level.use(
      .factory(new.name, settings: hasSizes ? .map([.init("size", .plain("3"))]) : .map([])), for: key)
  }

  /// A closure that gives the original.
  private mutating func wrap(_ random: inout Seeded) {
    guard let (key, factory) = service(&random) else { return }
    var wrapper = Wrapper(key: key.text)
    guard let definition = try? factory.accept(&wrapper) else { return }
    definitions.append(definition)
  }

  private mutating func set(_ random: inout Seeded) {
    guard let parameter = random.pick(stage.parameters.filter { !$0.isSecret }) else { return }
    let name = parameter.name.value
    func set(_ value: some SettingConvertible) {
      definitions.append(.set(name, to: value))
      level.values[name] = YAMLValue(value)
    }
    if random.chance(10) { return set("no such value") }
    switch parameter.type {
    case .int: set(7)
    case .float: set(1.5)
    case .bool: set(random.chance(50))
    case .duration: set(Duration.seconds(2))
    case .bytes: set("64KiB")
    case .enum: set(random.pick(parameter.cases)?.value ?? "calm")
    case .list: set(["one", "two"])
    case .string, .url, .path: set("a value")
    }
  }
}

private struct Used: FactoryVisitor {
  let key: String
  let factory: String
  let settings: [String: any SettingConvertible]

  mutating func visit<Product>(_ body: FactoryBody<Product>, of factory: AnyFactory) -> OverlayDefinition {
    .use(self.factory, for: Key<Product>(key), settings: settings)
  }
}

private struct Wrapper: FactoryVisitor {
  let key: String

  mutating func visit<Product>(_ body: FactoryBody<Product>, of factory: AnyFactory) -> OverlayDefinition {
    OverlayDefinition(for: Key<Product>(key)) { original in try original() }
  }
}
