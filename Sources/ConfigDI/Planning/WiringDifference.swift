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
    // The scopes that are in both manifests with different parents.
    let parents = Self.items(from: old.scopes.map(\.row), to: new.scopes.map(\.row)).filter { $0.kind == .rescoped }
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
    let defaultStage = Self.items(from: [old.defaultStageRow], to: [new.defaultStageRow])
    self.uses = defaultStage.map { Change(stage: nil, item: $0) } + uses
  }

  private static func uses(from old: ComposedStage?, to new: ComposedStage?) -> [LiveChange.Item] {
    let members = (before: old?.membersOfCollections ?? [:], after: new?.membersOfCollections ?? [:])
    // Added and removed members are reported at the service.
    func rows(_ members: [String: [ServiceKey]], staying others: [String: [ServiceKey]]) -> [WiringTable.Row] {
      (new?.collections ?? []).map(\.name).map { name in
        WiringTable.row("collections.\(name.value)", at: name.location) { isWhole in
          let own = members[name.value] ?? []
          let words = isWhole ? own.filter(Set(others[name.value] ?? []).contains) : own
          return words.lazy.map(\.text).joined(separator: ", ")
        }
      }
    }
    return items(from: [old?.rootsRow], to: [new?.rootsRow])
      + items(from: old?.lifecycle.map(\.row) ?? [], to: new?.lifecycle.map(\.row) ?? [])
      + items(from: rows(members.before, staying: members.after), to: rows(members.after, staying: members.before))
  }

  private static func items(from old: [WiringTable.Row?], to new: [WiringTable.Row?]) -> [LiveChange.Item] {
    var known: WiringTable.Known = [:]
    return WiringTable(new.compactMap { $0 }).differences(from: WiringTable(old.compactMap { $0 }), &known)
  }
}

extension ComposedService {
  fileprivate var row: WiringTable.Row {
    (Located(key.value.text, at: key.location), ObjectIdentifier(self), { self.rowParts })
  }

  private var rowParts: [WiringTable.Part] {
    let start = key.location
    let scopePlace = scope?.location ?? start
    return [
      (
        .swapped, decorators.first?.factory.location ?? kindLocation,
        { [(self.provider(isWhole: true), self.kindLocation)] }, { self.served(isWhole: $0) }
      ),
      (
        .rescoped, scopePlace, { [("\(self.isEager)", self.eager?.location ?? scopePlace)] },
        { _ in self.scopeText }
      ),
      (.rewired, collect.first?.location ?? start, { self.wiringPieces }, { self.wiringText(isWhole: $0) }),
      (.settings, settings?.location ?? start, { self.settingsPieces }, { self.settingsText(isWhole: $0) }),
    ]
  }

  private var wiringPieces: [WiringTable.Piece] {
    let items = dependencies?.isMapping == true ? dependencies?.items ?? [] : []
    return items.map { ("\($0.label?.value ?? ""): \($0.reference.words())", $0.reference.target.location) }
      + [(dependencies?.words(sorted: true) ?? "", dependencies?.location ?? key.location)]
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

  fileprivate var rootsRow: WiringTable.Row? {
    guard let first = roots.first else { return nil }
    return WiringTable.row("roots", at: first.key.location) { isWhole in
      let words = self.roots.map { root in
        root.scope.map { "{ key: \(root.key.value), scope: \($0.value.text) }" } ?? root.key.value.text
      }
      // The order of roots has no meaning.
      return (isWhole ? words.sorted() : words).joined(separator: ", ")
    }
  }

  /// For each collection, the keys of its services in composed order.
  fileprivate var membersOfCollections: [String: [ServiceKey]] {
    services.reduce(into: [:]) { members, service in
      for name in Set(service.collect.lazy.map(\.value)) { members[name, default: []].append(service.key.value) }
    }
  }
}

extension ComposedManifest {
  fileprivate var defaultStageRow: WiringTable.Row? {
    defaultStage.map { stage in WiringTable.row("defaultStage", at: stage.location) { _ in stage.value } }
  }
}

extension ScopeEntry {
  fileprivate var row: WiringTable.Row {
    WiringTable.row("scopes.\(name.value)", .rescoped, at: parent?.location ?? name.location) { _ in
      "in \((self.parent?.value ?? .singleton).text)"
    }
  }
}

extension PhaseEntry {
  fileprivate var row: WiringTable.Row {
    WiringTable.row("lifecycle.\(name.value)", at: name.location) { isWhole in
      let words = self.initializers.map { use in
        use.words(isWhole: isWhole) + (use.onError?.value == .continue ? ", onError: continue" : "")
      }
      return words.isEmpty ? "none" : words.joined(separator: ", ")
    }
  }
}
