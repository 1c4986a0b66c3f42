/// A service while overlays patch and replace it. A change costs only as much as the parts it affects.
struct PatchedService {
  /// The key, located where the entry defines the service.
  private var key: Located<ServiceKey>
  /// The location of the whole entry that defines the service.
  private(set) var location: SourceLocation
  private(set) var kind: ServiceEntry.Kind
  private(set) var scope: Located<ScopeName>?
  private var dependencies: DependencyList?
  private var dependencyPositions: [String: Int]?
  private var settings: ComposedSettings?
  private var mergedSettings: MergedSettings?
  private(set) var decorators: [FactoryUse]
  private(set) var collect: [Located<String>]
  private(set) var eager: Located<Bool>?
  private var deprecated: Located<Deprecation>?
  private var description: Located<String>?
  private var history: [Replacement]

  init(_ base: ComposedService) {
    key = base.key
    location = base.location
    kind = base.kind
    scope = base.scope
    dependencies = base.dependencies
    settings = base.settings
    decorators = base.decorators
    collect = base.collect
    eager = base.eager
    deprecated = base.deprecated
    description = base.description
    history = base.history
  }

  /// The service with all changes so far.
  var service: ComposedService {
    ComposedService(
      key: key, kind: kind, scope: scope, dependencies: dependencies,
      settings: mergedSettings.map { .merged($0.labels, base: $0.base) } ?? settings, decorators: decorators,
      collect: collect, eager: eager, deprecated: deprecated, description: description, location: location,
      history: history)
  }

  /// Applies a patch: labels are merged one level deep, and all other values are replaced.
  mutating func apply(_ entry: ServiceEntry) {
    note("scope", scope?.location, entry.scope != nil)
    note("eager", eager?.location, entry.eager != nil)
    note("decorators", decorators.first?.location, entry.decorators != nil)
    note("collect", collect.first?.location, entry.collect != nil)
    note("deprecated", deprecated?.location, entry.deprecated != nil)
    note("description", description?.location, entry.description != nil)
    if case .select(let parameter, let cases) = kind, let replacement = entry.cases {
      note("cases", cases?.location, true)
      kind = .select(parameter, cases: replacement)
    }
    scope = entry.scope ?? scope
    eager = entry.eager ?? eager
    decorators = entry.decorators?.value ?? decorators
    collect = entry.collect?.value ?? collect
    deprecated = entry.deprecated ?? deprecated
    description = entry.description ?? description
    if let patch = entry.dependencies { merge(patch) }
    if let patch = entry.settings { merge(patch) }
  }

  /// Replaces everything and records the replacement. The key stays the same, at the new entry's location.
  mutating func replace(by entry: ServiceEntry) {
    note("", location, true)
    key = entry.key
    location = entry.location
    kind = entry.kind ?? kind
    scope = entry.scope
    dependencies = entry.dependencies
    dependencyPositions = nil
    settings = entry.settings.map { .node($0) }
    mergedSettings = nil
    decorators = entry.decorators?.value ?? []
    collect = entry.collect?.value ?? []
    eager = entry.eager
    deprecated = entry.deprecated
    description = entry.description
  }

  private mutating func note(_ part: String, _ previous: SourceLocation?, _ isReplaced: Bool) {
    if isReplaced, let previous { history.append(Replacement(part: part, previous: previous)) }
  }

  /// Merges dependencies by label if both lists have labels; otherwise the later list replaces the earlier list.
  private mutating func merge(_ patch: DependencyList) {
    guard let known = dependencies, known.isMapping, patch.isMapping else {
      note("dependencies", dependencies?.location, true)
      dependencies = patch
      dependencyPositions = nil
      return
    }
    dependencies?.unreadLabels = known.unreadLabels.flatMap { labels in patch.unreadLabels.map(labels.union) }
    if dependencyPositions == nil {
      dependencyPositions = Dictionary(
        known.items.enumerated().map { ($1.label?.value ?? "", $0) }, uniquingKeysWith: { $1 })
    }
    for item in patch.items {
      let label = item.label?.value ?? ""
      if let position = dependencyPositions?[label] {
        note("dependencies.\(label)", dependencies?.items[position].reference.target.location, true)
        dependencies?.items[position] = item
      } else {
        let end = dependencies?.items.count
        dependencyPositions?[label] = end
        dependencies?.items.append(item)
      }
    }
  }

  private struct MergedSettings {
    var labels: [(name: Located<String>, value: Node)]
    var positions: [String: Int]
    let base: SourceLocation

    /// Sets a label's value, and returns the location of the old value.
    mutating func set(_ name: Located<String>, _ value: Node) -> SourceLocation? {
      guard let position = positions[name.value] else {
        positions[name.value] = labels.count
        labels.append((name, value))
        return nil
      }
      let previous = labels[position].value.location
      labels[position] = (name, value)
      return previous
    }
  }

  /// Merges settings by name if both are mappings; otherwise the later value replaces the earlier value.
  private mutating func merge(_ patch: Node) {
    if mergedSettings == nil, patch.kind == .mapping, let settings, let labels = settings.labels {
      mergedSettings = MergedSettings(
        labels: labels,
        positions: Dictionary(labels.enumerated().map { ($1.name.value, $0) }, uniquingKeysWith: { $1 }),
        base: settings.location)
    }
    guard patch.kind == .mapping, mergedSettings != nil else {
      note("settings", mergedSettings?.base ?? settings?.location, true)
      settings = .node(patch)
      mergedSettings = nil
      return
    }
    for (key, value) in patch.pairs {
      let name = Located(key.text, at: key.location)
      let previous = mergedSettings?.set(name, value)
      note("settings.\(name.value)", previous, previous != nil)
    }
  }
}
