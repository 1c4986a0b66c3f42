extension StageState {
  mutating func apply(_ entry: ServiceEntry, _ context: inout OverlayContext) {
    let key = entry.key.value
    let isNew = entry.new?.value == true
    guard let existing = services[key.text] else {
      if isNew, entry.remove?.value != true {
        add(ComposedService(ServiceParts(defining: entry)))
      } else if !entry.isMalformed {
        meetsNothing(entry, &context)
      } else {
        // An unreadable entry may be meant as a new service.
        rest.unmet.insert(Absence(.service, key.text))
      }
      return
    }
    if isNew {
      context.findings.report(
        .newButThere("service", entry.key.map(\.text), entry.new?.location, first: existing.key.location))
      rest.refused.append(entry.node)
    } else if entry.remove?.value == true {
      remove(key, at: entry.key.location)
    } else if entry.isMalformed {
      return
    } else {
      var dropped: [String] = []
      change(existing) { patched in
        guard entry.kind == nil else {
          context.findings.report(contentsOf: patched.dropped(by: entry, scopes: context.scopes))
          if patched.drops(.collect, by: entry) { dropped = patched.parts.collect.map(\.value) }
          return patched.replace(by: entry)
        }
        var entry = entry
        let foreign = entry.fields.intersection(patched.parts.kind.foreignFields)
        // An unreadable service may be of any kind.
        if !foreign.isEmpty, !existing.isMalformed {
          context.findings.report(
            contentsOf: DecodingContext.misplaced(
              foreign, in: entry.node, because: "with '\(patched.parts.kind.field.rawValue)'",
              related: [Diagnostic.Related("\(key) is defined here", at: patched.parts.location)]))
          entry.clear(foreign)
        }
        patched.apply(entry)
      }
      rest.droppedCollections.formUnion(dropped)
    }
  }

  private mutating func meetsNothing(_ entry: ServiceEntry, _ context: inout OverlayContext) {
    if entry.kind != nil, entry.remove?.value != true {
      rest.unmet.insert(Absence(.service, entry.key.value.text))
    }
    let taken = context.services
    let finding = overridesNothing(
      .changedService, entry.key.map(\.text),
      among: services.values.lazy.map(\.key.value).filter { !taken.contains($0) }.map(\.text), &context
    ) { meant in
      let settings = entry.settings.flatMap { ComposedSettings.node($0).labels } ?? []
      return settings.map { Absence.setting($0.name.value, of: meant) }
    }
    guard var finding else { return }
    let hasSuggestions = !finding.help.isEmpty
    if let kind = entry.kind, entry.remove?.value != true {
      var remedy = "add 'new: true' to its entry"
      if case .factory(let factory) = kind, factory.location == entry.location {
        remedy = "write { factory: \(FlowText.scalar(factory.value)), new: true }"
      }
      finding.offer(
        "\(remedy) if \(entry.key.value) is meant to be new",
        // A variant resembles its own key.
        !hasSuggestions || entry.key.value.variant != nil
          ? entry.new.map { [.init(replacing: $0.location, with: "true")] }
            ?? .adding([("new", "true")], to: entry.kind, at: entry.location) : [])
    } else if !hasSuggestions {
      finding.offer(
        entry.remove?.value == true
          ? "delete the entry" : "define it in full, as in { new: true, factory: … }, or delete the entry")
      finding.addRemedy("delete the entry", .removing(entry: entry.key.location, value: entry.location))
    }
    context.findings.report(finding)
  }
}

extension ServiceParts {
  /// The parts of a definition, or of a new entry in an overlay. An unreadable entry counts as provided, so that its
  /// dependents are not reported.
  init(defining entry: borrowing ServiceEntry) {
    let isTaken = entry.scope?.value.isBuiltIn ?? false
    self.init(
      key: entry.key, kind: entry.kind ?? .provided(entry.location, isOptional: false),
      scope: entry.kind == nil && isTaken ? nil : entry.scope,
      dependencies: entry.dependencies, settings: entry.settings.map { .node($0) },
      decorators: entry.decorators?.value ?? [], collect: entry.collect?.value ?? [], eager: entry.eager,
      deprecated: entry.deprecated, description: entry.description, location: entry.location)
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
}

extension StageState {
  /// The finding for an entry whose name is not defined; `nil` if a file that could not be read may define it.
  func overridesNothing<Names: Sequence<String>>(
    _ what: Absence.Kind, _ name: Located<String>, among names: @autoclosure () -> Names,
    _ context: inout OverlayContext, hides: (_ meant: String) -> [Absence]
  ) -> Diagnostic? {
    guard !rest.isIncomplete else {
      context.findings.suppressedConsequences += 1
      return nil
    }
    let suggestions = Spelling.suggestions(for: name.value, among: names())
    return Diagnostic(
      .overridesNothing, "there is no \(what == .changedService ? "service" : "parameter") '\(name.value)' to change",
      at: name.location, meaning: suggestions, absent: Absence(what, name.value),
      hides: Spelling.meaning(of: name.value, among: suggestions).map(hides) ?? [])
  }
}
