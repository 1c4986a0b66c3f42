extension StageState {
  mutating func define(_ entry: ParameterEntry) {
    let type = entry.knownType
    if type == nil { untyped[entry.name.value] = entry.literal }
    rest.removedParameters[entry.name.value] = nil
    rest.unmet.remove(Absence(.parameter, entry.name.value))
    parameters.append(ComposedParameter(defining: entry, type: type ?? .string), for: entry.name.value)
  }

  mutating func apply(_ entry: ParameterEntry, _ context: inout OverlayContext) {
    let name = entry.name.value
    let isNew = entry.new?.value == true
    guard let existing = parameters[name] else {
      if isNew, entry.remove?.value != true {
        define(entry)
      } else if !entry.isMalformed {
        meetsNothing(entry, &context)
      }
      return
    }
    if isNew {
      context.findings.report(.newButThere("parameter", entry.name, entry.new?.location, first: existing.name.location))
    } else if entry.remove?.value == true {
      parameters.remove(name)
      rest.removedParameters[name] = entry.name.location
      replacedParts[name] = nil
      untyped[name] = nil
    } else if !entry.isMalformed {
      context.findings.report(contentsOf: existing.forbiddenChanges(in: entry))
      if entry.source != nil, let source = existing.source {
        replacedParts[name, default: []].append((source.field, source.location))
      }
      if entry.source != nil || entry.default != nil, let preset = existing.default {
        replacedParts[name, default: []].append(("default", preset.location))
      }
      if existing.isSecret, entry.source != nil || entry.default != nil {
        let replaced = entry.source == nil ? [existing.default].compactMap { $0 } : existing.literals
        rest.replacedSecrets += replaced.map { (existing, $0) }
      }
      parameters.set(existing.patched(by: entry), for: name)
    }
  }

  /// Applies `--set`, parsing the text as the parameter's type. Does nothing if the parameter does not exist.
  ///
  /// - Parameter literals: The literals parsed so far, shared by all stages so that one finding covers every stage.
  mutating func set(
    _ name: String, to text: String, givenBy: String, _ literals: inout [String: Literal]
  ) {
    guard let existing = parameters[name] else { return }
    let known = "\(existing.type) \(name) \(text)"
    let literal = literals[known] ?? Literal(argument: text, for: name, givenBy: givenBy, of: existing.type)
    literals[known] = literal
    parameters.set(existing.set(to: literal), for: name)
  }

  mutating func set(_ name: String, to literal: Literal) {
    if let existing = parameters[name] { parameters.set(existing.set(to: literal), for: name) }
  }

  /// Gives each parameter whose literal is only `${name}` the type of the parameter with that name.
  mutating func resolveTypes() {
    guard !untyped.isEmpty else { return }
    // Each chain is followed once: a visited parameter has its type, or none can be found.
    var visited: Set<String> = []
    for start in untyped.keys.sorted() {
      var chain: [String] = []
      var name = start
      while let literal = untyped[name], visited.insert(name).inserted {
        chain.append(name)
        name = literal.soleParameter ?? ""
      }
      guard untyped[name] == nil, let type = parameters[name]?.type else { continue }
      for link in chain {
        untyped[link] = nil
        if let parameter = parameters[link] { parameters.set(parameter.copy(type: type), for: link) }
      }
    }
  }

  private mutating func meetsNothing(_ entry: ParameterEntry, _ context: inout OverlayContext) {
    if entry.remove?.value != true { rest.unmet.insert(Absence(.parameter, entry.name.value)) }
    let taken = context.parameters
    let finding = overridesNothing(
      .changedParameter, entry.name,
      among: parameters.values.lazy.map(\.name.value).filter { !taken.contains($0) }, &context
    ) { meant in
      entry.source != nil || entry.default != nil ? [Absence(.source, meant)] : []
    }
    guard var finding else { return }
    let hasSuggestions = !finding.help.isEmpty
    if entry.remove?.value == true {
      if !hasSuggestions {
        finding.offer("delete the entry", .removing(entry: entry.name.location, value: entry.location))
      }
    } else {
      let isShort = if case .value(let node)? = entry.source { node.location == entry.location } else { false }
      let fixes: [Diagnostic.Fix] =
        isShort
        ? .bracing(entry.location, after: "{ new: true, value: ")
        : entry.new.map { [.init(replacing: $0.location, with: "true")] }
          ?? .adding([("new", "true")], toMappingAt: entry.location)
      let remedy = isShort ? "write { new: true, value: … }" : "add 'new: true' to its entry"
      finding.offer("\(remedy) if \(entry.name.value) is meant to be new", hasSuggestions ? [] : fixes)
    }
    context.findings.report(finding)
  }
}

extension ComposedParameter {
  fileprivate convenience init(defining entry: ParameterEntry, type: ParameterType) {
    self.init(
      name: entry.name, type: type, source: entry.source, default: entry.default, traits: entry.traits,
      minimum: entry.minimum, maximum: entry.maximum, cases: entry.cases?.value ?? [],
      description: entry.description?.value, history: [], isMalformed: entry.isMalformed,
      entry: entry.location.isAfter(entry.name.location) ? entry.location : nil)
  }

  /// The parameter after a change, with its history unchanged. A new source removes the old source and its default.
  fileprivate func patched(by entry: ParameterEntry) -> ComposedParameter {
    copy(
      source: entry.source, default: .some(entry.default ?? (entry.source == nil ? `default` : nil)),
      description: entry.description?.value, isMalformed: isMalformed || changesType(entry))
  }

  /// Whether an overlay changes the parameter's type, so that the new value may fit the new type alone.
  private func changesType(_ entry: ParameterEntry) -> Bool { entry.type.map { $0.value != type } ?? false }

  /// The findings for changes that an overlay must not make to a parameter, such as a change to its type.
  fileprivate func forbiddenChanges(in entry: ParameterEntry) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func refuse(_ key: ParameterKey, _ location: SourceLocation?) {
      guard let location else { return }
      let what = key == .type ? "the type" : "'\(key.rawValue)'"
      found.append(
        Diagnostic(
          .wrongShape, "an overlay cannot change \(what) of '\(name.value)'", at: location,
          related: [Diagnostic.Related("the parameter is defined here", at: name.location)],
          help: [
            "remove it, and change the definition: an overlay can set only value, env, file, default and description"
          ], fixes: .removing(key.rawValue, ofValueAt: location)))
    }
    if changesType(entry) { refuse(.type, entry.type?.location) }
    if let secret = entry.secret, secret.value != isSecret { refuse(.secret, secret.location) }
    if let exposed = entry.exposed, exposed.value != isExposed { refuse(.exposed, exposed.location) }
    if let restart = entry.restart, restart.value != traits.contains(.restart) { refuse(.restart, restart.location) }
    refuse(.min, entry.minimum?.location)
    refuse(.max, entry.maximum?.location)
    refuse(.of, entry.cases?.location)
    if entry.source == nil, let preset = entry.default, case .value? = source {
      found.append(
        Diagnostic(
          .wrongShape, "'default' cannot be combined with the value of '\(name.value)'",
          at: preset.location,
          help: ["set 'value' instead"],
          fixes: .renaming(ParameterKey.default.rawValue, to: ParameterKey.value.rawValue, before: preset.location)))
    }
    return found
  }
}
