import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

@MainActor private final class ViewModel {
  let store: any Store
  init(store: any Store) { self.store = store }
}

@MainActor private final class Screen {
  let model: ViewModel
  let next: MainProvider<ViewModel>
  init(model: ViewModel, next: MainProvider<ViewModel>) {
    self.model = model
    self.next = next
  }
}

private final class Coordinator: Sendable {
  let model: MainLazy<ViewModel>
  init(model: MainLazy<ViewModel>) { self.model = model }
}

@Suite struct MainActorTests {
  private func container(_ model: PlannedService.Scope) throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<ViewModel>("ViewModel"))
    registry.declare(Key<Screen>("Screen"))
    registry.declare(Key<Coordinator>("Coordinator"))
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    registry.registerMainActor("model", as: ViewModel.self, ViewModel.init)
    registry.registerMainActor("screen", as: Screen.self, Screen.init)
    registry.register("coordinator", as: Coordinator.self, Coordinator.init)
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    plan.add("Store", "store", .singleton, ["Clock"])
    plan.add("ViewModel", "model", model, ["Store"])
    plan.add("Screen", "screen", .transient, ["ViewModel", .provider("ViewModel")])
    plan.add("Coordinator", "coordinator", .singleton, [.lazy("ViewModel")])
    return try plan.container(registry)
  }

  @Test("view models use shared services") @MainActor func viewModelsStandOnSharedServices() throws {
    let container = try container(.transient)
    let screen = try container.main.resolve(Screen.self)
    #expect(try screen.model.store === container.resolve((any Store).self))
    #expect(try screen.next() !== screen.model)
    #expect(try container.main.resolve(Screen.self) !== screen)
  }

  @Test("a shared main-actor service is made once") @MainActor func aSharedOneIsMadeOnce() throws {
    let container = try container(.singleton)
    let model = try container.main.resolve(Key<ViewModel>("ViewModel"))
    #expect(try container.main.resolve(Screen.self).model === model)
    #expect(try container.resolve(Coordinator.self).model() === model)
  }

  @Test("a lazy dependency is kept by its holder") @MainActor func aLazyOneIsKeptByWhoHoldsIt() throws {
    let coordinator = try container(.transient)
    let held = try coordinator.resolve(Coordinator.self)
    #expect(try held.model() === held.model())
  }

  @Test("an overlay's closure gets the original", arguments: [PlannedService.Scope.singleton, .transient])
  @MainActor
  func aClosureOfAnOverlayIsGivenTheOriginal(_ scope: PlannedService.Scope) throws {
    let container = try container(scope)
    let original = try scope == .singleton ? container.main.resolve(ViewModel.self) : nil
    let token = try container.overlay(ViewModel.self) { try $0() }
    let model = try container.main.resolve(Screen.self).model
    #expect(try model.store === container.resolve((any Store).self))
    if let original { #expect(model === original) }
    #expect(try container.resolve(Coordinator.self).model().store === model.store)
    token.remove()
  }

  @Test("main.make fills main-actor services") @MainActor func makeFillsWithThemToo() throws {
    let container = try container(.singleton)
    let (model, store) = try container.main.make { (model: ViewModel, store: any Store) in (model, store) }
    #expect(try model === container.main.resolve(ViewModel.self))
    #expect(model.store === store)
    refusal(.notOnMainActor) { try container.make { (screen: Screen) in screen } }
  }

  private final class Unshared { var count = 0 }

  @Test(
    "resolving off the main actor throws, even for an existing instance",
    arguments: [PlannedService.Scope.singleton, .weak])
  func elsewhereItIsAnErrorAlsoOnceItIsMade(_ scope: PlannedService.Scope) async throws {
    var registry = FactoryRegistry()
    let key = Key<Unshared>("Unshared")
    registry.declare(key)
    registry.registerMainActor("unshared", as: Unshared.self) { Unshared() }
    var plan = HandMadePlan()
    plan.add("Unshared", "unshared", scope)
    let container = try plan.container(registry)
    refusal(.notOnMainActor) { try container.handle(for: key) }
    try await MainActor.run {
      let first = try container.main.resolve(key)
      first.count += 1
      let token = try container.overlay(key) { try $0() }
      #expect(try container.main.resolve(key) === first)
      token.remove()
      #expect(try container.main.resolve(key) === first && container.main.resolve(Unshared.self) === first)
      #expect(try container.main.make { (part: Unshared, other: Unshared?) in part === other })
      refusal(.notOnMainActor) { try container.resolve(key).count }
      refusal(.notOnMainActor) { try container.resolve(Unshared.self).count }
      refusal(.notOnMainActor) { try container.resolveIfPresent(key)?.count }
      let error = refusal(.notOnMainActor) { try container.handle(for: key) }
      #expect(error?.chain == ["Unshared"])
      refusal(.notOnMainActor) { try container.make { (part: Unshared) in part.count } }
    }
  }

  @Test("resolving off the main actor throws") func elsewhereItIsAnError() throws {
    for scope in [PlannedService.Scope.singleton, .transient] {
      let container = try container(scope)
      let error = refusal(.notOnMainActor) { try container.resolve(Screen.self) }
      #expect(error?.chain == ["Screen", "ViewModel"] || error?.chain == ["Screen"])
    }
  }
}
