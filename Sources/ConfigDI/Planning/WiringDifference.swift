/// The changes to the wiring between two manifests, stage by stage, worded as in the manifests.
package struct WiringDifference: Sendable {
  /// The changes to services and parameters.
  package let changes: [Change]
  /// Changes to the default stage, to scopes' parents, to the roots, to the order of each phase's initializers, and to
  /// the order of each collection's members.
  package let uses: [Change]

  package var all: [Change] { changes + uses }

  @dynamicMemberLookup package struct Change: Sendable {
    package typealias Kind = LiveChange.Item.Kind

    package let stage: String?
    /// The change without its stage.
    package let item: LiveChange.Item

    package subscript<Value>(dynamicMember path: KeyPath<LiveChange.Item, Value>) -> Value { item[keyPath: path] }
  }

  package init(from old: ComposedManifest, to new: ComposedManifest) {
    var changes: [Change] = []
    var uses: [Change] = []
    let parents = Self.parents(from: old.scopes, to: new.scopes)
    let before = Dictionary(old.stages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Set(new.stages.map(\.name))
    var known: [[Int?]: (changes: [LiveChange.Item], uses: [LiveChange.Item])] = [:]
    var services: WiringTable.Known = [:]
    func add(_ old: ComposedStage?, _ new: ComposedStage?) {
      let contents = [old?.contents, new?.contents]
      // A stage without a number may have contents that no other stage has.
      let isNumbered = [old, new].allSatisfy { $0 == nil || $0?.contents != nil }
      let found =
        (isNumbered ? known[contents] : nil)
        ?? (
          (new?.table ?? WiringTable()).differences(from: old?.table ?? WiringTable(), &services),
          (old == nil || new == nil ? [] : parents) + Self.uses(from: old, to: new)
        )
      if isNumbered { known[contents] = found }
      let stage = new?.name ?? old?.name
      changes += found.changes.map { Change(stage: stage, item: $0) }
      uses += found.uses.map { Change(stage: stage, item: $0) }
    }
    for stage in new.stages { add(before[stage.name], stage) }
    for stage in old.stages where !after.contains(stage.name) { add(stage, nil) }
    self.changes = changes
    self.uses = Self.defaultStage(from: old.defaultStage, to: new.defaultStage) + uses
  }

  private static func defaultStage(from old: Located<String>?, to new: Located<String>?) -> [Change] {
    guard let place = new ?? old, old?.value != new?.value else { return [] }
    return [Change(stage: nil, item: item("defaultStage", from: old?.value, to: new?.value, at: place.location))]
  }

  private static func item(
    _ key: String, from old: String?, to new: String?, at origin: SourceLocation
  ) -> LiveChange.Item {
    LiveChange.Item(
      kind: old == nil ? .added : new == nil ? .removed : .swapped, key: key, from: old, to: new, origin: origin)
  }

  /// The scopes that are in both manifests with different parents.
  private static func parents(from old: [ScopeEntry], to new: [ScopeEntry]) -> [LiveChange.Item] {
    let before = Dictionary(old.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    func words(_ scope: ScopeEntry) -> String { "in \((scope.parent?.value ?? .singleton).text)" }
    return new.compactMap { scope in
      guard let previous = before[scope.name.value], words(previous) != words(scope) else { return nil }
      return LiveChange.Item(
        kind: .rescoped, key: "scopes.\(scope.name.value)", from: words(previous), to: words(scope),
        origin: scope.parent?.location ?? scope.name.location)
    }
  }

  private static func uses(from old: ComposedStage?, to new: ComposedStage?) -> [LiveChange.Item] {
    var changes: [LiveChange.Item] = []
    func note(_ key: String, _ before: Use?, _ after: Use?) {
      guard let origin = (after ?? before)?.origin, before?.meaning != after?.meaning else { return }
      changes.append(item(key, from: before?.words, to: after?.words, at: origin))
    }
    note("roots", old.flatMap { Use($0.roots) }, new.flatMap { Use($0.roots) })
    let before = Dictionary((old?.lifecycle ?? []).map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary((new?.lifecycle ?? []).map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    let phases = (new?.lifecycle ?? []) + (old?.lifecycle ?? []).filter { after[$0.name.value] == nil }
    for phase in phases.map(\.name.value) {
      note("lifecycle.\(phase)", before[phase].map { Use($0) }, after[phase].map { Use($0) })
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
}

extension ComposedService {
  fileprivate var row: WiringTable.Row { (key, ObjectIdentifier(self), { self.rowParts }) }

  private var rowParts: [WiringTable.Part] {
    let start = key.location
    let scopePlace = scope?.location ?? start
    return [
      (
        .swapped, decorators.first?.factory.location ?? kindLocation, { [(self.provider, self.kindLocation)] },
        { self.served(isWhole: $0) }
      ),
      (
        .rescoped, scopePlace, { [("\(self.isEager)", self.eager?.location ?? scopePlace)] },
        { _ in self.scopeText }
      ),
      (.rewired, collect.first?.location ?? start, { self.wiringPieces }, { _ in self.wiringText }),
      (.settings, settings?.location ?? start, { self.settingsPieces }, { self.settingsText(isWhole: $0) }),
    ]
  }

  private var wiringPieces: [WiringTable.Piece] {
    let items = dependencies?.isMapping == true ? dependencies?.items ?? [] : []
    return items.map { ("\($0.label?.value ?? ""): \($0.reference.words())", $0.reference.target.location) }
      + [(dependencies?.words() ?? "", dependencies?.location ?? key.location)]
  }

  private var settingsPieces: [WiringTable.Piece] {
    let labels = (settings?.labels ?? []).map { name, value in
      ("\(name.value): \(value.words(isWhole: true))", value.location)
    }
    guard case .node(let node)? = settings else { return labels }
    return [(node.words(isWhole: true), node.location)] + labels
  }
}

extension ComposedStage {
  package var table: WiringTable { WiringTable(services.map(\.row), parameters: parameters) }

  /// For each collection, the keys of its services in composed order.
  fileprivate var membersOfCollections: [String: [ServiceKey]] {
    services.reduce(into: [:]) { members, service in
      for name in Set(service.collect.lazy.map(\.value)) { members[name, default: []].append(service.key.value) }
    }
  }
}

/// Describes the roots, the initializers in a phase or the members of a collection.
private struct Use {
  /// The complete description, including secrets. It is only compared, never shown.
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
