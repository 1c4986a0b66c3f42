import ConfigDI

@testable import ConfigDIRuntime

/// Makes all that a container of stand-ins has, and tells what happened, errors too.
@MainActor struct StandInRun {
  private let trace: Trace
  private let plan: Plan
  private(set) var lines: [String] = []

  /// - Parameter startsFirst: Else the order in which things are made is the order in which they are asked for here.
  init(_ container: Container, _ trace: Trace, startsFirst: Bool) async {
    self.trace = trace
    plan = container.wiring.plan
    if startsFirst { await start(container) }
    resolveAll(in: container)
    await openScopes(in: container, below: nil)
    if !startsFirst { await start(container) }
    for phase in plan.phases where phase.name != Phase.launch.name {
      await attempt("phase \(phase.name)") { try await container.run(Phase(phase.name)) }
    }
    await attempt("shutdown") { try await container.shutdown() }
  }

  /// What starts at once has no order. Nothing holds a stand-in, so how often a weak one is made, with all that it needs,
  /// depends on how the tasks follow each other.
  private mutating func start(_ container: Container) async {
    takeLines()
    await attempt("start") { try await container.start() }
    let performed = lines.last.map { [$0] } ?? []
    var made = trace.take()
    if plan.services.contains(where: { $0.scope == .weak }) { made = Array(Set(made)) }
    lines = lines.dropLast() + made.sorted() + performed
  }

  private mutating func attempt<Result>(_ what: String, _ body: () async throws -> Result) async {
    do {
      let result = try await body()
      lines.append("\(what): \(result)")
    } catch {
      lines.append("\(what): \(error)")
    }
    if what != "start" { takeLines() }
  }

  private mutating func takeLines() { lines += trace.take() }

  private mutating func resolveAll(in container: Container) {
    for service in plan.services {
      let key = service.key.text
      do {
        let instance = try container.main.resolve(Key<StandIn>(key))
        trace.add("\(key) is \(instance.name)")
        for (number, call) in instance.later.enumerated() {
          do { try call() } catch { trace.add("\(key) calling for its \(number): \(error)") }
        }
      } catch {
        trace.add("\(key): \(error)")
      }
    }
    takeLines()
  }

  private mutating func openScopes(in container: Container, below parent: Int?) async {
    for (index, scope) in plan.scopes.enumerated() where scope.parent == parent {
      do {
        let inner = try container.openScope(
          scope.name, providing: StandIns.provided(plan.services, in: .declared(index)))
        resolveAll(in: inner)
        await openScopes(in: inner, below: index)
        try await inner.close()
      } catch {
        trace.add("scope \(scope.name): \(error)")
      }
      takeLines()
    }
  }
}
