/// A service while overlays patch and replace it. A change costs only as much as the parts it affects.
struct PatchedService {
  private(set) var parts: ServiceParts
  private var dependencyPositions: [String: Int]?
  private var mergedSettings: MergedSettings?

  init(_ base: ComposedService) {
    parts = base.parts
  }

  /// The service with all changes so far.
  var service: ComposedService {
    var parts = parts
    if let mergedSettings { parts.settings = .merged(mergedSettings.labels, base: mergedSettings.base) }
    return ComposedService(parts)
  }

  /// Applies a patch: labels are merged one level deep, and all other values are replaced.
  mutating func apply(_ entry: ServiceEntry) {
    note("scope", parts.scope?.location, entry.scope != nil)
    note("eager", parts.eager?.location, entry.eager != nil)
    note("decorators", parts.decorators.first?.location, entry.decorators != nil)
    note("collect", parts.collect.first?.location, entry.collect != nil)
    note("deprecated", parts.deprecated?.location, entry.deprecated != nil)
    note("description", parts.description?.location, entry.description != nil)
    if case .select(let parameter, let cases) = parts.kind, let replacement = entry.cases {
      note("cases", cases?.location, true)
      parts.kind = .select(parameter, cases: replacement)
    }
    parts.scope = entry.scope ?? parts.scope
    parts.eager = entry.eager ?? parts.eager
    parts.decorators = entry.decorators?.value ?? parts.decorators
    parts.collect = entry.collect?.value ?? parts.collect
    parts.deprecated = entry.deprecated ?? parts.deprecated
    parts.description = entry.description ?? parts.description
    if let patch = entry.dependencies { merge(patch) }
    if let patch = entry.settings { merge(patch) }
  }

  /// Replaces everything and records the replacement. The key stays the same, at the new entry's location.
  mutating func replace(by entry: ServiceEntry) {
    note("", parts.location, true)
    let history = parts.history
    parts = ServiceParts(defining: entry)
    parts.history = history
    dependencyPositions = nil
    mergedSettings = nil
  }

  private mutating func note(_ part: String, _ previous: SourceLocation?, _ isReplaced: Bool) {
    if isReplaced, let previous { parts.history.append((part, previous)) }
  }

  /// Merges dependencies by label if both lists have labels; otherwise the later list replaces the earlier list.
  private mutating func merge(_ patch: DependencyList) {
    guard let known = parts.dependencies, known.isMapping, patch.isMapping else {
      note("dependencies", parts.dependencies?.location, true)
      parts.dependencies = patch
      dependencyPositions = nil
      return
    }
    parts.dependencies?.unreadLabels = known.unreadLabels.flatMap { labels in patch.unreadLabels.map(labels.union) }
    if dependencyPositions == nil {
      dependencyPositions = Dictionary(
        known.items.enumerated().map { ($1.label?.value ?? "", $0) }, uniquingKeysWith: { $1 })
    }
    for item in patch.items {
      let label = item.label?.value ?? ""
      if let position = dependencyPositions?[label] {
        note("dependencies.\(label)", parts.dependencies?.items[position].reference.target.location, true)
        parts.dependencies?.items[position] = item
      } else {
        let end = parts.dependencies?.items.count
        dependencyPositions?[label] = end
        parts.dependencies?.items.append(item)
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
    if mergedSettings == nil, patch.kind == .mapping, let settings = parts.settings, let labels = settings.labels {
      mergedSettings = MergedSettings(
        labels: labels,
        positions: Dictionary(labels.enumerated().map { ($1.name.value, $0) }, uniquingKeysWith: { $1 }),
        base: settings.location)
    }
    guard patch.kind == .mapping, mergedSettings != nil else {
      note("settings", mergedSettings?.base ?? parts.settings?.location, true)
      parts.settings = .node(patch)
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
