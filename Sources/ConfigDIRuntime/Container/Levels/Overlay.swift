/// An overlay as planned for one wiring: its replacements, and the services that they affect.
final class Overlay: Sendable {
  let request: OverlayRequest
  let replacements: [Int: Replacement]
  /// The replaced services and all services that depend on them.
  let reach: Set<Int>
  /// The wiring with the changes that this overlay and the older overlays make; `nil` if this overlay changes no
  /// factories or parameters.
  let wiring: Wiring?
  /// The services whose factories from older overlays no longer apply.
  let takenBack: [ServiceKey]
  /// The services whose entries differ in `wiring`, among them the originals of services that this overlay replaces.
  let rewired: Set<Int>
  /// The indices of the initializers that differ in `wiring`.
  let initializers: Set<Int>
  /// The request's definition, with the keys of the wiring; `nil` if nothing in the manifest changes.
  let definition: LevelDefinition?

  enum Replacement: Sendable {
    /// A closure makes the slot, and may use the original slot, which serves the service without this overlay.
    case slot(@Sendable (Level, Int, () throws -> AnySlot) throws -> AnySlot)
    /// The service is the container's own, even if older overlays replaced it.
    case original
    /// The service is made as the level's wiring says, even if older overlays replaced it.
    case planned
    /// The service is the same as without this overlay, but gets a new instance in this level.
    case renewed
  }

  init(_ request: OverlayRequest, over level: Level) throws {
    var replacements: [Int: Replacement] = [:]
    // Another generation of a live container may lack some of the services.
    for (key, replacement) in request.replacements + (request.definition?.uses ?? []).map({ ($0.key, .planned) }) {
      if let service = level.wiring.service(for: key) { replacements[service] = replacement }
    }
    let takenBack = replacements.compactMap { service, replacement -> ServiceKey? in
      switch replacement {
      case .original, .planned: level.differsFromOrigin(service) ? level.wiring.plan.services[service].key : nil
      case .slot, .renewed: nil
      }
    }
    self.definition = request.definition?.defined(in: level.wiring)
    let definition = definition ?? (takenBack.isEmpty ? nil : LevelDefinition())
    let changed = try definition.map { try level.wiring(with: $0, takingBack: takenBack) }
    // Only the changes of older overlays are taken back: this overlay's other changes still apply.
    let originals = replacements.filter { if case .original = $0.value { true } else { false } }.keys
    if !originals.isEmpty {
      var affected = Set(replacements.keys).subtracting(originals)
      if let changed, var others = definition, !others.values.isEmpty {
        others.values = []
        affected.formUnion(changed.services(differingFrom: try level.wiring(with: others, takingBack: takenBack)))
      }
      affected = (changed ?? level.wiring).reach(from: affected)
      for service in originals where affected.contains(service) { replacements[service] = .planned }
    }
    rewired = Set(changed?.services(differingFrom: level.wiring) ?? [])
    for service in rewired where replacements[service] == nil { replacements[service] = .renewed }
    self.takenBack = takenBack
    self.request = request
    self.replacements = replacements
    wiring = changed
    let reach = level.wiring.reach(from: replacements.keys)
    self.reach = changed.map { reach.union($0.reach(from: reach)) } ?? reach
    initializers = changed?.initializers(differingFrom: level.wiring) ?? []
  }
}

extension Level {
  /// Whether this level's overlays change the entry of a service in the manifest.
  fileprivate func differsFromOrigin(_ service: Int) -> Bool {
    wiring !== core.wiring
      && wiring.plan.entryFingerprint(of: service) != core.wiring.plan.entryFingerprint(of: service)
  }

  /// This level's wiring with one more definition applied.
  ///
  /// - Parameter takenBack: The services whose factories from older overlays no longer apply.
  fileprivate func wiring(with definition: LevelDefinition, takingBack takenBack: [ServiceKey]) throws -> Wiring {
    guard let planning = core.planning else {
      throw ResolutionError(
        .overlayUnfit("the overlay changes factories or parameters, but this container was not built from a manifest"))
    }
    let layers = overlays.reversed().map { ($0.definition, $0.takenBack) } + [(definition, takenBack)]
    var all: [LevelDefinition] = []
    for (newer, keys) in layers {
      for index in all.indices {
        if let newer { all[index] = all[index].without(newer) }
        for key in keys { all[index].takeBack(key) }
      }
      if let newer { all.append(newer) }
    }
    let definitions = planning.definitions + all
    let planned = try planning.planning.planned(definitions, inOrderOf: core.wiring.plan.services.map(\.key))
    let changed = try Wiring(
      planned.plan, planned.registry, renewals: definitions.renewals, hiding: wiring.secrets)
    guard changed.targets == core.wiring.targets else {
      let service = zip(changed.targets, core.wiring.targets).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      throw ResolutionError(.overlayUnfit("the overlay changes which service \(core.wiring.step(service)) refers to"))
    }
    for service in changed.targets.indices
    where changed.places.innermostScopes[service] != core.wiring.places.innermostScopes[service]
      || changed.places.outermostScopes[service] != core.wiring.places.outermostScopes[service]
    {
      throw ResolutionError(
        .overlayUnfit("the overlay's factory needs other scopes than the factory of \(core.wiring.step(service))"))
    }
    guard changed.phases.hasShape(of: core.wiring.phases) else {
      throw ResolutionError(.overlayUnfit("the overlay changes which initializers of a phase share an instance"))
    }
    return changed
  }
}

extension Wiring {
  fileprivate func services(differingFrom other: Wiring) -> [Int] {
    plan.services.indices.filter { service in
      targets[service] == service
        && plan.entryFingerprint(of: service, renewals) != other.plan.entryFingerprint(of: service, other.renewals)
    }
  }

  fileprivate func initializers(differingFrom other: Wiring) -> Set<Int> {
    Set(
      phases.initializers.indices.filter { index in
        plan.fingerprint(of: phases.initializers[index])
          != other.plan.fingerprint(of: other.phases.initializers[index])
      })
  }
}

/// An overlay as the program requested it, common to all containers in which it is open.
final class OverlayRequest: Sendable {
  /// The replaced services, by the keys that the program requested.
  let replacements: [(key: ServiceKey, Overlay.Replacement)]
  /// Changed factories, by the keys that the program requested, and parameter values; `nil` if nothing in the manifest
  /// changes.
  let definition: LevelDefinition?
  /// Identifies this overlay to its task; `nil` if the overlay applies to the whole process.
  let own: TaskOverlay?
  /// The innermost overlay of the task that opened this overlay.
  let outer: TaskOverlay?
  /// The location of the call that opened a process-wide overlay; `nil` for a task's overlay.
  let place: String?

  /// - Parameter container: The container that resolves the service names in the definitions.
  init(_ definitions: [OverlayDefinition], in container: Container, place: String?) throws {
    self.place = place
    outer = TaskOverlay.innermost
    own = place == nil ? TaskOverlay(outer: outer) : nil
    let wiring = container.wiring
    var replacements: [(key: ServiceKey, Overlay.Replacement)] = []
    var definition: LevelDefinition?
    func isSame(_ key: ServiceKey, as other: ServiceKey) -> Bool {
      wiring.service(for: key) == wiring.service(for: other)
    }
    func forget(_ key: ServiceKey) {
      for (used, _) in definition?.uses ?? [] where isSame(used, as: key) { definition?.takeBack(used) }
      replacements.removeAll { isSame($0.key, as: key) }
    }
    // The last change to a service wins, as in a level of a stack.
    for change in definitions {
      switch change.content {
      case .replacement(var replacement, let service):
        let key = try service.defined(in: container)
        if case .renewed = replacement {
          // Any other service that is replaced in this overlay is new anyway.
          if definition?.uses.contains(where: { isSame($0.key, as: key) }) == true { continue }
          switch replacements.last(where: { isSame($0.key, as: key) })?.1 {
          case nil: break
          case .original: replacement = .planned
          case .slot, .planned, .renewed: continue
          }
        }
        forget(key)
        replacements.append((try service.asked(in: container), replacement))
      case .wiring(let change, let service):
        if let service { forget(try service.defined(in: container)) }
        var changed = definition ?? LevelDefinition()
        try change.apply(container, &changed)
        definition = changed
      }
    }
    self.replacements = replacements
    self.definition = definition
  }

  /// Throws if a new container lacks a service that this overlay replaces in the container before it.
  func check(_ new: Wiring, replacing old: Wiring) throws {
    let keys = replacements.map(\.key) + (definition?.uses ?? []).map(\.key)
    guard let key = keys.first(where: { old.service(for: $0) != nil && new.service(for: $0) == nil }) else { return }
    throw ResolutionError(
      .overlayUnfit,
      "the overlay\(place.map { " opened at \($0)" } ?? "") replaces \(key), which the manifest no longer has\(question(new.similar(to: key)))",
      help: "end the overlay first: call remove() on its token, or return from withOverlays")
  }
}

/// Identifies a task's overlay and the overlays around it. Outlives the overlay, but does not keep the overlay's
/// instances or levels alive.
final class TaskOverlay: Sendable {
  @TaskLocal static var innermost: TaskOverlay?

  let outer: TaskOverlay?

  init(outer: TaskOverlay?) {
    self.outer = outer
  }
}
