import Synchronization

/// The facts that are needed to make a service. Computed when the service is first made, and reused by every open
/// scope.
final class Recipe: @unchecked Sendable {
  // Unchecked because of the pointer in the atomic, whose object is never released.
  let factory: AnyFactory
  let decorators: [PlannedFactory]
  /// The services that the factory and the decorators receive immediately.
  let needs: [Int]
  /// Whether neither the factory nor any decorator has parameters.
  let takesNothing: Bool
  /// A slot that other levels can copy for this service; `nil` if there is no such slot.
  private let prototype = Atomic<Unmanaged<AnySlot>?>(nil)
  private let links = Atomic<Unmanaged<ParameterLinks>?>(nil)
  let closing = InstanceClosing()

  fileprivate init(_ factory: AnyFactory, _ decorators: [PlannedFactory], needs: [Int]) {
    self.factory = factory
    self.decorators = decorators
    self.needs = needs
    takesNothing = decorators.isEmpty && factory.parameterTypes.isEmpty
  }

  deinit {
    prototype.load(ordering: .acquiring)?.release()
    links.load(ordering: .acquiring)?.release()
  }

  /// The sources of the parameters of the factory and the decorators. Only the first call looks them up.
  func parameters(_ find: () throws -> [ParameterLink]) rethrows -> [ParameterLink] {
    if let known = links.load(ordering: .acquiring) { return known._withUnsafeGuaranteedRef(\.all) }
    return links.keepFirst(ParameterLinks(try find()))._withUnsafeGuaranteedRef(\.all)
  }

  func slot(_ service: Int, in level: Level) throws -> AnySlot {
    if let prototype = prototype.load(ordering: .acquiring) {
      let slot = prototype._withUnsafeGuaranteedRef { $0.copy(for: level) }
      if takesNothing { _ = slot.linkToNothing() }
      return slot
    }
    var builder = SlotBuilder(level: level, service: service, decorators: decorators)
    let slot = try factory.accept(&builder)
    guard decorators.isEmpty, level.scope >= 0, slot.sharing == .shared, !slot.isMade else { return slot }
    _ = prototype.keepFirst(slot.copy(for: level.foundation))
    return slot
  }
}

/// An array in an object, so that an atomic can refer to the array.
private final class ParameterLinks: Sendable {
  let all: [ParameterLink]

  init(_ all: [ParameterLink]) { self.all = all }
}

/// The recipes for a wiring's services, which are found without a lock.
struct Recipes: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointer, which is constant and points to atomics.
  private let recipes: UnsafeMutablePointer<Atomic<Unmanaged<Recipe>?>>
  private let count: Int

  init(_ count: Int) {
    self.count = count
    recipes = .allocate(capacity: count)
    for index in 0..<count { (recipes + index).initialize(to: Atomic(nil)) }
  }

  deinit {
    for index in 0..<count { recipes[index].load(ordering: .acquiring)?.release() }
    recipes.deinitialize(count: count)
    recipes.deallocate()
  }

  func known(_ service: Int) -> Unmanaged<Recipe>? {
    service >= 0 && service < count ? recipes[service].load(ordering: .acquiring) : nil
  }

  fileprivate func keep(_ recipe: Recipe, for service: Int) -> Unmanaged<Recipe> { recipes[service].keepFirst(recipe) }
}

extension Wiring {
  /// The recipe for a service, not retained; `nil` for a service without a factory.
  func recipe(of service: Int) throws -> Unmanaged<Recipe>? {
    if let known = recipes.known(service) { return known }
    guard plan.services.indices.contains(service),
      case .factory(let planned, let decorators) = plan.services[service].kind
    else { return nil }
    let recipe = Recipe(try factory(planned), decorators, needs: needs(of: service))
    return recipes.keep(recipe, for: service)
  }
}
