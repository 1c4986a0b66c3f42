/// The initializers of each phase. Equal entries, in one phase or several, share one initializer.
struct PhaseTable: Sendable {
  private(set) var initializers: [PlannedFactory] = []
  private(set) var entries: [String: [Entry]] = [:]
  /// The phases' names, in the manifest's order.
  let names: [String]

  typealias Entry = (initializer: Int, location: SourceLocation, continuesAfterFailure: Bool)

  init(_ plan: Plan) {
    names = plan.phases.map(\.name)
    var known: [Fingerprint: Int] = [:]
    for phase in plan.phases {
      for planned in phase.initializers {
        let factory = planned.factory
        let meaning = plan.fingerprint(of: factory)
        let index = known[meaning] ?? initializers.count
        known[meaning] = index
        if index == initializers.count { initializers.append(factory) }
        entries[phase.name, default: []].append((index, factory.origin, planned.continuesAfterFailure))
      }
    }
  }

  /// Whether both tables have the same phases, and the entries of these phases share initializers in the same way.
  func hasShape(of other: PhaseTable) -> Bool {
    initializers.count == other.initializers.count && names == other.names
      && names.allSatisfy { name in
        (entries[name] ?? []).map(\.initializer) == (other.entries[name] ?? []).map(\.initializer)
      }
  }
}
