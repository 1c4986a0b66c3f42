/// A stage's wiring while layers are applied. A value type, so that stages with a common beginning share all unchanged
/// parts.
struct StageState {
  private(set) var services = OrderedEntries<String, ComposedService>()
  var parameters = OrderedEntries<String, ComposedParameter>()
  private(set) var collections = OrderedEntries<String, CollectionEntry>()
  private(set) var lifecycle = OrderedEntries<String, PhaseEntry>()
  /// All other parts of the stage.
  var rest = ComposedStage()
  /// A number that stages with the same entries share.
  var contents = 0
  /// The services that layers have changed, until `finishChanges` is called.
  private var changed: [ServiceKey: PatchedService] = [:]
  /// The parameter parts that overlays replaced and that are not yet in the parameters' history.
  var replacedParts: [String: [Replacement]] = [:]
  /// The parameters that take their type from another parameter whose own type is not known yet.
  var untyped: [String: Literal] = [:]

  /// Adds a manifest's definitions. If two definitions conflict, the first is used.
  mutating func define(_ layer: Layer, reporting findings: inout Diagnostics) {
    rest.unread.formUnion(layer.unread)
    services.reserve(layer.services.count)
    for index in layer.services.indices {
      let key = layer.services[index].key
      if let first = services[key.value.text] {
        findings.report(
          .definedTwice("service", key.map(\.text), layer.services[index].location, first: first.key.location))
        rest.refused.append(layer.services[index].node)
      } else {
        services.append(ComposedService(ServiceParts(defining: layer.services[index])), for: key.value.text)
      }
    }
    for entry in layer.parameters {
      if let first = parameters[entry.name.value] {
        findings.report(.definedTwice("parameter", entry.name, entry.location, first: first.name.location))
      } else {
        define(entry)
      }
    }
    define(layer.collections, reporting: &findings)
    unite(layer.roots ?? [])
    for phase in layer.lifecycle {
      var known = lifecycle[phase.name.value] ?? PhaseEntry(name: phase.name, initializers: [])
      known.initializers += phase.initializers
      lifecycle.set(known, for: phase.name.value)
    }
  }

  mutating func apply(_ layer: Layer, _ context: inout OverlayContext) {
    rest.unread.formUnion(layer.unread)
    for entry in layer.parameters { apply(entry, &context) }
    // Two spellings of one key are two keys in YAML.
    var places: [ServiceKey: SourceLocation] = [:]
    for entry in layer.services {
      if let first = places.updateValue(entry.key.location, forKey: entry.key.value) {
        places[entry.key.value] = first
        context.findings.report(.definedTwice("service", entry.key.map(\.text), entry.location, first: first))
        rest.refused.append(entry.node)
      } else {
        apply(entry, &context)
      }
    }
    define(layer.collections, reporting: &context.findings)
    if let replacement = layer.roots {
      rest.roots = []
      unite(replacement)
    }
    for phase in layer.lifecycle { lifecycle.set(phase, for: phase.name.value) }
  }

  /// A number that stages share if the checks need not tell them apart.
  var identity: Int { 2 * contents + (rest.isIncomplete ? 1 : 0) }

  var composed: ComposedStage {
    var stage = rest
    stage.services = services.values
    stage.parameters = parameters.values
    stage.collections = collections.values
    stage.lifecycle = lifecycle.values
    stage.contents = identity
    return stage
  }

  private mutating func define(_ entries: [CollectionEntry], reporting findings: inout Diagnostics) {
    for entry in entries {
      if let first = collections[entry.name.value] {
        // A missing element type was already reported.
        if !entry.element.value.text.isEmpty {
          findings.report(
            .definedTwice("collection", entry.name, entry.location, first: first.name.location, isPatchable: false))
        }
      } else {
        collections.append(entry, for: entry.name.value)
      }
    }
  }

  /// Adds the roots that are not in the list yet.
  private mutating func unite(_ others: [RootEntry]) {
    guard !others.isEmpty else { return }
    var scopes: [String: [ScopeName?]] = [:]
    for root in rest.roots { scopes[root.key.value.text, default: []].append(root.scope?.value) }
    for root in others where scopes[root.key.value.text]?.contains(root.scope?.value) != true {
      scopes[root.key.value.text, default: []].append(root.scope?.value)
      rest.roots.append(root)
    }
  }
}

extension StageState {
  mutating func add(_ service: ComposedService) {
    rest.removed[service.key.value.text] = nil
    rest.unmet.remove(Absence(.service, service.key.value.text))
    services.append(service, for: service.key.value.text)
  }

  /// Records a change to a service, to be finished after all overlays are applied.
  mutating func change(_ service: ComposedService, _ change: (inout PatchedService) -> Void) {
    // Changed in place, so that the service's record of earlier changes is not copied.
    change(&changed[service.key.value, default: PatchedService(service)])
  }

  /// Finishes every changed service and parameter, once per stage rather than once per overlay.
  mutating func finishChanges() {
    for (key, patch) in changed { services.set(patch.service, for: key.text) }
    changed = [:]
    for (name, parts) in replacedParts where !parts.isEmpty {
      guard let parameter = parameters[name] else { continue }
      parameters.set(parameter.copy(history: parameter.history + parts), for: name)
    }
    replacedParts = [:]
  }

  mutating func remove(_ key: ServiceKey, at location: SourceLocation) {
    changed[key] = nil
    services.remove(key.text)
    rest.removed[key.text] = location
  }
}

/// The context for applying one layer, and the findings collected so far.
struct OverlayContext {
  let layer: Layer
  /// The declared scopes, if all are known.
  let scopes: OrderedEntries<String, ScopeEntry>?
  var findings = Diagnostics()
  /// The keys that the layer already changes. They are not suggested for misspelled keys.
  private(set) lazy var services = Set(layer.services.lazy.map(\.key.value))
  private(set) lazy var parameters = Set(layer.parameters.lazy.map(\.name.value))
}
