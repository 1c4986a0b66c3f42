/// The decorators of a service, which wrap each of its instances. In the slot's links, each decorator's parameters
/// follow those of the instance that it wraps.
struct Decoration<Product>: @unchecked Sendable {
  // Unchecked because of the reference. It stays valid, since the level owns the slots whose closures hold this value.
  private unowned(unsafe) let level: Level
  private let service: Int
  private let steps: [Step]
  private let notes: Bool
  private let isOurs: Bool
  private let isOnMain: Bool

  private struct Step {
    let planned: PlannedFactory
    let offset: Int
    let body: FactoryBody<Product>
  }

  /// - Parameters:
  ///   - notes: Whether to record the wrapped instances, so that the level closes them too. The level itself records
  ///     only the outermost instance.
  ///   - isOurs: Whether the container closes the innermost instance; if not, the program does.
  ///   - isOnMain: Whether the instances are made, and therefore closed, on the main actor.
  init(
    _ decorators: [PlannedFactory], of service: Int, after count: Int, in level: Level, notes: Bool, isOurs: Bool,
    isOnMain: Bool = false
  ) throws {
    self.level = level
    self.service = service
    self.notes = notes
    self.isOurs = isOurs
    self.isOnMain = isOnMain
    var steps: [Step] = []
    var offset = count
    for planned in decorators {
      let decorator = try level.wiring.factory(planned)
      var finder = BodyFinder<Product>()
      steps.append(Step(planned: planned, offset: offset, body: try decorator.accept(&finder)))
      offset += decorator.parameterTypes.count
    }
    self.steps = steps
  }

  func wrap(_ product: Product, _ links: Links) throws -> Product {
    var value = product
    var noted: [Int] = []
    for (index, step) in steps.enumerated() {
      note(value, index, &noted)
      do {
        guard case .decorating(let decorate) = step.body else { throw PlanMismatch.role(of: step.planned.name) }
        value = try decorate(value, links.dropping(step.offset))
      } catch {
        throw failure(of: step, error, discarding: noted)
      }
    }
    return value
  }

  nonisolated(nonsending) func wrapAwaiting(_ product: Product, _ links: Links) async throws -> Product {
    var value = product
    var noted: [Int] = []
    for (index, step) in steps.enumerated() {
      note(value, index, &noted)
      do {
        // Unchecked: nothing else uses them while the decorator runs.
        nonisolated(unsafe) let (inner, links) = (value, links.dropping(step.offset))
        switch step.body {
        case .decoratingAsync(let decorate): value = try await decorate(inner, links)
        case .decorating(let decorate): value = try decorate(inner, links)
        default: throw PlanMismatch.role(of: step.planned.name)
        }
      } catch {
        throw failure(of: step, error, discarding: noted)
      }
    }
    return value
  }

  private func note(_ value: Product, _ index: Int, _ noted: inout [Int]) {
    guard notes else { return }
    guard isOurs || index > 0 else { return level.leaveOpen(value, of: service) }
    if let number = level.note(value, of: .service(service), isOnMain: isOnMain) { noted.append(number) }
  }

  private func failure(of step: Step, _ error: any Error, discarding noted: [Int]) -> any Error {
    level.discard(noted, of: service, after: error)
    return level.wiring.failure(ofDecorator: step.planned, error)
  }
}

/// Finds the closure of a factory or decorator.
struct BodyFinder<Product>: FactoryVisitor {
  mutating func visit<Other>(_ body: FactoryBody<Other>, of factory: AnyFactory) throws -> FactoryBody<Product> {
    guard let body = body as? FactoryBody<Product> else { throw PlanMismatch.role(of: factory.name) }
    return body
  }
}
