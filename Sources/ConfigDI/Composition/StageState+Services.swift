extension StageState {
  mutating func apply(_ entry: ServiceEntry, _ context: inout OverlayContext) {
    let key = entry.key.value
    let isNew = entry.new?.value == true
    guard let existing = services[key] else {
      if isNew, entry.remove?.value != true {
        add(ComposedService(defining: entry))
      } else if !entry.isMalformed {
        meetsNothing(entry, &context)
      }
      return
    }
    if isNew {
      context.findings.report(.newButThere("service", entry.key.map(\.text), first: existing.key.location))
    } else if entry.remove?.value == true {
      remove(key, at: entry.key.location)
    } else if entry.isMalformed {
      return
    } else if entry.kind != nil {
      context.findings.report(contentsOf: dropped(by: entry, from: existing))
      replace(with: ComposedService(entry, replacing: existing))
    } else {
      let foreign = entry.fields.intersection(existing.kind.foreignFields)
      if foreign.isEmpty {
        replace(with: existing.patched(by: entry))
      } else {
        var entry = entry
        context.findings.report(
          contentsOf: DecodingContext.misplaced(
            foreign, in: entry.node, because: "beside '\(existing.kind.field.rawValue)'",
            related: [Diagnostic.Related("\(key) is defined here", at: existing.location)]))
        entry.clear(foreign)
        replace(with: existing.patched(by: entry))
      }
    }
  }

  private func meetsNothing(_ entry: ServiceEntry, _ context: inout OverlayContext) {
    guard !context.isIncomplete else {
      context.findings.suppressedConsequences += 1
      return
    }
    let name = entry.key.value.text
    let suggestions = context.spelling.suggestions(
      for: name, among: services.values.lazy.map(\.key.value.text), count: services.count)
    var help = Spelling.help(for: suggestions)
    if entry.kind != nil {
      help.append("if \(name) is meant to be new, say 'new: true' in its entry")
    }
    context.findings.report(
      .overridesNothing("service", entry.key.map(\.text), suggestions: suggestions, help: help))
  }
}

extension ComposedService {
  /// A definition, or a new entry of an overlay.
  ///
  /// One that could not be read is there all the same, so that those who need it are not reported too.
  convenience init(defining entry: ServiceEntry) {
    let isTaken = entry.scope.map { ScopeEntry.takenNames.contains($0.value) } ?? false
    self.init(
      key: entry.key, kind: entry.kind ?? .provided(entry.location),
      scope: entry.kind == nil && isTaken ? nil : entry.scope,
      dependencies: entry.dependencies, settings: entry.settings.map { .node($0) },
      decorators: entry.decorators?.value ?? [], collect: entry.collect?.value ?? [], eager: entry.eager,
      deprecated: entry.deprecated, description: entry.description, location: entry.location, history: [])
  }

  fileprivate convenience init(_ entry: ServiceEntry, replacing existing: ComposedService) {
    self.init(
      key: existing.key, kind: entry.kind ?? existing.kind, scope: entry.scope, dependencies: entry.dependencies,
      settings: entry.settings.map { .node($0) }, decorators: entry.decorators?.value ?? [],
      collect: entry.collect?.value ?? [], eager: entry.eager, deprecated: entry.deprecated,
      description: entry.description, location: entry.location,
      history: existing.history + [Replacement(part: "", previous: existing.location)])
  }

  fileprivate func patched(by entry: ServiceEntry) -> ComposedService {
    var history = history
    func note(_ part: String, _ previous: SourceLocation?, _ isReplaced: Bool) {
      if isReplaced, let previous { history.append(Replacement(part: part, previous: previous)) }
    }
    note("scope", scope?.location, entry.scope != nil)
    note("eager", eager?.location, entry.eager != nil)
    note("decorators", decorators.first?.location, entry.decorators != nil)
    note("collect", collect.first?.location, entry.collect != nil)
    note("deprecated", deprecated?.location, entry.deprecated != nil)
    note("description", description?.location, entry.description != nil)
    var kind = kind
    if case .select(let parameter, let cases) = kind, let replacement = entry.cases {
      note("cases", cases?.location, true)
      kind = .select(parameter, cases: replacement)
    }
    return ComposedService(
      key: key, kind: kind, scope: entry.scope ?? scope,
      dependencies: entry.dependencies.map { DependencyList.merge(dependencies, $0, &history) } ?? dependencies,
      settings: entry.settings.map { ComposedSettings.merge(settings, $0, &history) } ?? settings,
      decorators: entry.decorators?.value ?? decorators, collect: entry.collect?.value ?? collect,
      eager: entry.eager ?? eager, deprecated: entry.deprecated ?? deprecated,
      description: entry.description ?? description, location: location, history: history)
  }
}

extension DependencyList {
  /// By label where both have labels; else the later one alone.
  fileprivate static func merge(
    _ base: DependencyList?, _ patch: DependencyList, _ history: inout [Replacement]
  ) -> DependencyList {
    guard let base else { return patch }
    guard base.isMapping, patch.isMapping else {
      history.append(Replacement(part: "dependencies", previous: base.location))
      return patch
    }
    var merged = base
    var positions: [String: Int] = [:]
    for (position, item) in base.items.enumerated() { positions[item.label?.value ?? ""] = position }
    for item in patch.items {
      let label = item.label?.value ?? ""
      if let position = positions[label] {
        history.append(
          Replacement(part: "dependencies.\(label)", previous: merged.items[position].reference.target.location))
        merged.items[position] = item
      } else {
        positions[label] = merged.items.count
        merged.items.append(item)
      }
    }
    return merged
  }
}

extension ComposedSettings {
  /// The labels of a mapping; `nil` for any other value.
  package var labels: [(name: Located<String>, value: Node)]? {
    switch self {
    case .node(let node) where node.kind == .mapping:
      node.pairs.map { (Located($0.key.text, at: $0.key.location), $0.value) }
    case .node: nil
    case .merged(let labels, _): labels
    }
  }

  /// By label where both are mappings; else the later one alone.
  fileprivate static func merge(
    _ base: ComposedSettings?, _ patch: Node, _ history: inout [Replacement]
  ) -> ComposedSettings {
    guard let base else { return .node(patch) }
    guard var merged = base.labels, patch.kind == .mapping else {
      history.append(Replacement(part: "settings", previous: base.location))
      return .node(patch)
    }
    var positions: [String: Int] = [:]
    for (position, label) in merged.enumerated() { positions[label.name.value] = position }
    for (key, value) in patch.pairs {
      let name = Located(key.text, at: key.location)
      if let position = positions[name.value] {
        history.append(Replacement(part: "settings.\(name.value)", previous: merged[position].value.location))
        merged[position] = (name, value)
      } else {
        positions[name.value] = merged.count
        merged.append((name, value))
      }
    }
    return .merged(merged, base: base.location)
  }
}

extension Rule {
  package static let overridesNothing = Rule(
    "DI108", "overrides-nothing", .error, summary: "an entry of an overlay whose key is not there to be changed")
}

extension Diagnostic {
  static func overridesNothing(
    _ what: String, _ name: Located<String>, suggestions: [String], help: [String]
  ) -> Diagnostic {
    Diagnostic(
      .overridesNothing, "there is no \(what) '\(name.value)' to change", at: name.location, help: help,
      fixes: suggestions.count == 1
        ? [Fix(replacing: name.location, with: FlowText.scalar(suggestions[0]), safe: true)] : [])
  }
}
