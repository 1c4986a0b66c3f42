/// The changes to the wiring between two manifests, stage by stage, worded as in the manifests.
package struct WiringDifference: Sendable {
  /// The changes to services and parameters.
  package let changes: [Change]
  /// Changes to the roots, to the order of each phase's initializers, and to the order of each collection's members.
  /// Empty for two wirings of one running program.
  package let uses: [Change]

  package var all: [Change] { changes + uses }

  package struct Change: Sendable {
    package typealias Kind = LiveChange.Item.Kind

    package fileprivate(set) var stage: String?
    package let key: String
    package let kind: Kind
    /// A few words for the state before the change; `nil` if nothing existed.
    package let from: String?
    package let to: String?
    /// The location in the new manifest or, for a removal, in the old manifest.
    package let origin: SourceLocation

    fileprivate func of(_ stage: String?) -> Change {
      var change = self
      change.stage = stage
      return change
    }

    /// The change without its stage.
    package var item: LiveChange.Item {
      LiveChange.Item(kind: kind, key: key, from: from, to: to, origin: origin)
    }
  }

  package init(from old: ComposedManifest, to new: ComposedManifest) {
    var changes: [Change] = []
    var uses: [Change] = []
    let before = Dictionary(old.stages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(new.stages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var known = Known()
    func add(_ stage: String?, _ before: ComposedStage?, _ after: ComposedStage?) {
      let pair = Known.Stages(before, after)
      let same = pair.flatMap { known.stages[$0] }
      let found =
        same
        ?? (
          Self.changes(from: before, to: after, stage: stage, &known),
          Self.uses(from: before, to: after, stage: stage)
        )
      if let pair { known.stages[pair] = found }
      changes += same == nil ? found.0 : found.0.map { $0.of(stage) }
      uses += same == nil ? found.1 : found.1.map { $0.of(stage) }
    }
    for stage in new.stages { add(stage.name, before[stage.name], stage) }
    for stage in old.stages where after[stage.name] == nil { add(stage.name, stage, nil) }
    self.changes = changes
    self.uses = uses
  }

  /// Compares a single stage of two manifests.
  package init(from old: ComposedStage, to new: ComposedStage) {
    var known = Known()
    changes = Self.changes(from: old, to: new, stage: new.name, &known)
    uses = []
  }

  /// Remembers earlier comparisons, because stages share most of their services.
  private struct Known {
    struct Stages: Hashable {
      let old: Int?
      let new: Int?

      /// Identifies a comparison; `nil` if either stage may have contents that no other stage has.
      init?(_ old: ComposedStage?, _ new: ComposedStage?) {
        if let old, old.contents == nil { return nil }
        if let new, new.contents == nil { return nil }
        self.old = old?.contents
        self.new = new?.contents
      }
    }

    struct Services: Hashable {
      let old: ObjectIdentifier
      let new: ObjectIdentifier
    }

    var stages: [Stages: ([Change], [Change])] = [:]
    var services: [Services: [Change]] = [:]
  }

  private static func changes(
    from old: ComposedStage?, to new: ComposedStage?, stage: String?, _ known: inout Known
  ) -> [Change] {
    var changes: [Change] = []
    let before = Dictionary(
      (old?.services ?? []).map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(
      (new?.services ?? []).map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first })
    for service in new?.services ?? [] {
      if let previous = before[service.key.value] {
        let pair = Known.Services(old: ObjectIdentifier(previous), new: ObjectIdentifier(service))
        if let same = known.services[pair] {
          changes += same.map { $0.of(stage) }
        } else {
          let found = Self.changes(from: previous, to: service, stage: stage)
          known.services[pair] = found
          changes += found
        }
      } else {
        changes.append(
          Change(
            stage: stage, key: service.key.value.text, kind: .added, from: nil, to: service.served(),
            origin: service.key.location))
      }
    }
    for service in old?.services ?? [] where after[service.key.value] == nil {
      changes.append(
        Change(
          stage: stage, key: service.key.value.text, kind: .removed, from: service.served(), to: nil,
          origin: service.key.location))
    }
    return changes
      + LiveChange.Item.parameters(from: old?.parameters ?? [], to: new?.parameters ?? []).map { item in
        Change(stage: stage, key: item.key, kind: item.kind, from: item.from, to: item.to, origin: item.origin)
      }
  }

  private static func uses(
    from old: ComposedStage?, to new: ComposedStage?, stage: String?
  ) -> [Change] {
    var changes: [Change] = []
    func note(_ key: String, _ before: Use?, _ after: Use?) {
      guard let origin = (after ?? before)?.origin, before?.meaning != after?.meaning else { return }
      let kind: Change.Kind = before == nil ? .added : after == nil ? .removed : .swapped
      changes.append(
        Change(stage: stage, key: key, kind: kind, from: before?.words, to: after?.words, origin: origin))
    }
    note("roots", old.flatMap { Use($0.roots) }, new.flatMap { Use($0.roots) })
    let before = Dictionary((old?.lifecycle ?? []).map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary((new?.lifecycle ?? []).map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    let phases = (new?.lifecycle ?? []) + (old?.lifecycle ?? []).filter { after[$0.name.value] == nil }
    for phase in phases.map(\.name.value) {
      note(
        "lifecycle.\(phase)", before[phase].map { Use($0) }, after[phase].map { Use($0) })
    }
    let members = (before: old?.membersOfCollections ?? [:], after: new?.membersOfCollections ?? [:])
    for collection in new?.collections ?? [] {
      let name = collection.name.value
      let (before, after) = (members.before[name] ?? [], members.after[name] ?? [])
      // Added and removed members are reported at the service.
      let staying = Set(before).intersection(after)
      note(
        "collections.\(name)", Use(before, staying: staying, at: collection.name.location),
        Use(after, staying: staying, at: collection.name.location))
    }
    return changes
  }

  private static func changes(
    from old: ComposedService, to new: ComposedService, stage: String?
  ) -> [Change] {
    var changes: [Change] = []
    /// Records a change if the whole texts differ. The recorded texts contain no secrets.
    func note(
      _ kind: Change.Kind, _ words: (ComposedService, _ isWhole: Bool) -> String, at origin: SourceLocation
    ) {
      guard words(old, true) != words(new, true) else { return }
      changes.append(
        Change(
          stage: stage, key: new.key.value.text, kind: kind, from: words(old, false), to: words(new, false),
          origin: origin))
    }
    note(.swapped, { $0.served(isWhole: $1) }, at: new.servedPlace(unlike: old))
    note(.rescoped, { service, _ in service.scopeText }, at: new.scopePlace(unlike: old) ?? new.key.location)
    note(.rewired, { service, _ in service.wiringText }, at: new.wiringPlace(unlike: old) ?? new.key.location)
    note(.settings, { $0.settingsText(isWhole: $1) }, at: new.settingsPlace(unlike: old) ?? new.key.location)
    return changes
  }
}

/// Finds where two definitions of a key differ. The location may be in an overlay that changes only that part.
extension ComposedService {
  fileprivate func servedPlace(unlike old: ComposedService) -> SourceLocation {
    guard case .factory(let name) = kind, case .factory(let before) = old.kind, name.value == before.value else {
      return kindLocation
    }
    return decorators.first?.factory.location ?? kindLocation
  }

  fileprivate func scopePlace(unlike old: ComposedService) -> SourceLocation? {
    isEager == old.isEager ? scope?.location : eager?.location ?? scope?.location
  }

  fileprivate func wiringPlace(unlike old: ComposedService) -> SourceLocation? {
    if collect.map(\.value) != old.collect.map(\.value), dependencies?.words == old.dependencies?.words {
      return collect.first?.location
    }
    guard let dependencies, dependencies.isMapping else { return dependencies?.location }
    func labelled(_ item: Dependency) -> String { "\(item.label?.value ?? ""): \(item.reference.words)" }
    let before = Set((old.dependencies?.items ?? []).map(labelled))
    return dependencies.items.first { !before.contains(labelled($0)) }?.reference.target.location
      ?? dependencies.location
  }

  fileprivate func settingsPlace(unlike old: ComposedService) -> SourceLocation? {
    guard case .merged(let labels, let base)? = settings else { return settings?.location }
    let before = Dictionary(
      (old.settings?.labels ?? []).map { ($0.name.value, $0.value.words(isWhole: true)) },
      uniquingKeysWith: { first, _ in first })
    return labels.first { before[$0.name.value] != $0.value.words(isWhole: true) }?.value.location ?? base
  }
}

extension ComposedStage {
  /// For each collection, the keys of its services in composed order.
  fileprivate var membersOfCollections: [String: [ServiceKey]] {
    services.reduce(into: [:]) { members, service in
      for name in Set(service.collect.lazy.map(\.value)) { members[name, default: []].append(service.key.value) }
    }
  }
}

/// Describes the roots, the initializers in a phase or the members of a collection.
private struct Use {
  /// The whole text, including secrets, which is only compared.
  let meaning: String
  let words: String
  let origin: SourceLocation

  /// Describes the roots; `nil` if there are none.
  init?(_ roots: [RootEntry]) {
    guard let first = roots.first else { return nil }
    words = roots.map { root in
      root.scope.map { "{ key: \(root.key.value), scope: \($0.value.text) }" } ?? root.key.value.text
    }.joined(separator: ", ")
    // The order of roots has no meaning.
    meaning = roots.map { "\($0.key.value) \($0.scope?.value.text ?? "")" }.sorted().joined(separator: ", ")
    origin = first.key.location
  }

  init(_ phase: PhaseEntry) {
    func words(isWhole: Bool) -> String {
      let words = phase.initializers.map { use in
        use.words(isWhole: isWhole) + (use.onError?.value == .continue ? ", onError: continue" : "")
      }
      return words.isEmpty ? "none" : words.joined(separator: ", ")
    }
    meaning = words(isWhole: true)
    self.words = words(isWhole: false)
    origin = phase.name.location
  }

  /// The members of a collection; only the order of remaining members is compared.
  init(_ members: [ServiceKey], staying: Set<ServiceKey>, at origin: SourceLocation) {
    meaning = members.lazy.filter(staying.contains).map(\.text).joined(separator: ", ")
    words = members.lazy.map(\.text).joined(separator: ", ")
    self.origin = origin
  }
}
