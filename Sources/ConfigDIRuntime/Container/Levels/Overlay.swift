/// The replacements of a level, and the services that they affect. An overlay is one object, however many levels it
/// counts in.
final class Overlay: Sendable {
  /// The replacements, by service.
  let replacements: [Int: Replacement]
  /// The replaced services and everything above them in the graph.
  let reach: Set<Int>
  /// The changes to the manifest: other factories, and parameters' values.
  let definition: LevelDefinition?
  /// The wiring with all such changes so far; `nil` if this overlay makes none.
  let wiring: Wiring?
  /// The indices of the phases' initializers that are different in that wiring.
  let initializers: Set<Int>

  /// The replacement of a service.
  enum Replacement: Sendable {
    /// The slot that the closure makes from the slot of the original, which is the service as the level has it without
    /// this overlay.
    case slot(@Sendable (Level, Int, () throws -> AnySlot) throws -> AnySlot)
    /// The service of the level's wiring, also if older overlays replaced it.
    case planned
    /// The same service as without this overlay, but made anew here.
    case renewed
  }

  init(
    _ replacements: [Int: Replacement], over wiring: Wiring, changedTo changed: (Wiring, LevelDefinition)? = nil
  ) {
    var replacements = replacements
    if let (changed, _) = changed {
      for service in changed.services(differingFrom: wiring) where replacements[service] == nil {
        replacements[service] = .renewed
      }
    }
    self.replacements = replacements
    self.wiring = changed?.0
    definition = changed?.1
    let reach = wiring.reach(from: replacements.keys)
    self.reach = changed.map { reach.union($0.0.reach(from: reach)) } ?? reach
    initializers = changed.map { $0.0.initializers(differingFrom: wiring) } ?? []
  }

  convenience init(_ request: OverlayRequest, over below: Level) throws {
    var replacements: [Int: Replacement] = [:]
    func put(_ replacement: Replacement, for key: ServiceKey) throws {
      guard let service = below.wiring.service(for: key) else { throw below.wiring.unknown(key) }
      replacements[service] = replacement
    }
    for (key, replacement) in request.replacements { try put(replacement, for: key) }
    guard let definition = request.definition else {
      self.init(replacements, over: below.wiring)
      return
    }
    for (key, _) in definition.uses { try put(.planned, for: key) }
    self.init(
      replacements, over: below.wiring, changedTo: (try below.wiring(with: definition), definition))
  }

  /// This overlay over another wiring, which lacks the changes of an older overlay.
  func planned(on below: Level) throws -> Overlay {
    guard let definition else { return self }
    let own = replacements.filter { if case .renewed = $0.value { false } else { true } }
    return Overlay(own, over: below.wiring, changedTo: (try below.wiring(with: definition), definition))
  }
}

extension Level {
  /// The wiring of this level with one more change.
  func wiring(with definition: LevelDefinition) throws -> Wiring {
    guard let planning = core.planning else { throw ResolutionError(OverlayUnfit(.noManifest)) }
    let older = overlays.reversed().compactMap { $0.definition?.without(definition) }
    let changed = try planning.planning.wiring(planning.definitions + older + [definition], like: core.wiring)
    guard changed.targets == core.wiring.targets else {
      let service = zip(changed.targets, core.wiring.targets).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      throw ResolutionError(OverlayUnfit(.otherTarget(core.wiring.step(service))))
    }
    for service in changed.targets.indices
    where changed.places.innermostScopes[service] != core.wiring.places.innermostScopes[service]
      || changed.places.outermostScopes[service] != core.wiring.places.outermostScopes[service]
    {
      throw ResolutionError(OverlayUnfit(.otherScope(core.wiring.step(service))))
    }
    guard changed.phases.hasShape(of: core.wiring.phases) else { throw ResolutionError(OverlayUnfit(.otherPhases)) }
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

/// An overlay as seen from a level that does not lie on it. Services affected by the overlay and owned by the level are
/// made anew; all others are the overlay's or the level's.
struct OverlayView: Sendable {
  /// The overlays that count here beside those under the level, the newest first.
  let overlays: [Overlay]
  let reach: Set<Int>
  /// The services that are made anew.
  let own: Set<Int>
  let wiring: Wiring
  /// Weak, since the overlay keeps its views.
  private(set) weak var overlay: Level?

  /// - Parameters:
  ///   - overlay: The overlay's level, or another level's view of it.
  ///   - level: The level that sees the overlay.
  init(of overlay: Level, from level: Level) {
    var overlays: [Overlay] = []
    var seen: Level? = overlay
    while let current = seen, !level.lies(on: current) {
      for overlay in current.ownOverlays where !overlays.contains(where: { $0 === overlay }) {
        if !level.overlays.contains(where: { $0 === overlay }) { overlays.append(overlay) }
      }
      seen = current.below
    }
    let reach = overlays.reduce(into: Set<Int>()) { $0.formUnion($1.reach) }
    var own: Set<Int> = []
    var between: Level? = level
    while let current = between, current !== seen {
      own.formUnion(reach.filter { current.owns($0) })
      between = current.below
    }
    self.overlays = overlays
    self.reach = reach
    self.own = own
    wiring = overlays.contains { $0.wiring != nil } ? overlay.wiring : level.wiring
    self.overlay = overlay
  }
}
