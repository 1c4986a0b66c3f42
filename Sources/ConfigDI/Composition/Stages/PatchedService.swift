/// A service while overlays patch and replace it. A change costs only as much as the parts it affects.
struct PatchedService {
  /// The parts, without merged dependencies and settings.
  private(set) var parts: ServiceParts
  private var dependencies: OrderedEntries<String, Dependency>?
  private var settings: OrderedEntries<String, (name: Located<String>, value: Node)>?

  init(_ base: ComposedService) {
    parts = base.parts
  }

  /// The service with all changes so far.
  var service: ComposedService {
    var parts = parts
    if let dependencies { parts.dependencies?.items = dependencies.values }
    if let settings, let base = parts.settings?.location { parts.settings = .merged(settings.values, base: base) }
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
    dependencies = nil
    settings = nil
  }

  private mutating func note(_ part: String, _ previous: SourceLocation?, _ isReplaced: Bool) {
    if isReplaced, let previous { parts.history.append((part, previous)) }
  }

  /// Merges dependencies by label if both lists have labels; otherwise the later list replaces the earlier list.
  private mutating func merge(_ patch: DependencyList) {
    guard let known = parts.dependencies, known.isMapping, patch.isMapping else {
      note("dependencies", parts.dependencies?.location, true)
      parts.dependencies = patch
      dependencies = nil
      return
    }
    parts.dependencies?.unreadLabels = known.unreadLabels.flatMap { labels in patch.unreadLabels.map(labels.union) }
    if dependencies == nil { dependencies = OrderedEntries(known.items) { $0.label?.value ?? "" } }
    for item in patch.items {
      let label = item.label?.value ?? ""
      note("dependencies.\(label)", dependencies?[label]?.reference.target.location, true)
      dependencies?.set(item, for: label)
    }
  }

  /// Merges settings by name if both are mappings; otherwise the later value replaces the earlier value.
  private mutating func merge(_ patch: Node) {
    if settings == nil, patch.kind == .mapping, let labels = parts.settings?.labels {
      settings = OrderedEntries(labels) { $0.name.value }
    }
    guard patch.kind == .mapping, settings != nil else {
      note("settings", parts.settings?.location, true)
      parts.settings = .node(patch)
      settings = nil
      return
    }
    for (key, value) in patch.pairs {
      note("settings.\(key.text)", settings?[key.text]?.value.location, true)
      settings?.set((Located(key.text, at: key.location), value), for: key.text)
    }
  }
}
