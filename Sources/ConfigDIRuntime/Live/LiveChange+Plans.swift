extension LiveChange.Item {
  /// The differences between two stages that were compiled.
  static func wiring(from old: OpenPlan, to new: OpenPlan) -> [LiveChange.Item] {
    let before = old.positions
    let after = new.positions
    let collections = (old: old.collectionsOfMembers, new: new.collectionsOfMembers)
    var items: [LiveChange.Item] = []
    for (position, service) in new.services.enumerated() {
      guard let place = before[service.key] else {
        items.append(
          Self(kind: .added, key: service.key.text, from: nil, to: new.served(service), origin: service.keyOrigin))
        continue
      }
      let previous = old.services[place]
      func note(_ kind: Kind, _ from: String, _ to: String, at origin: SourceLocation) {
        guard from != to else { return }
        items.append(Self(kind: kind, key: service.key.text, from: from, to: to, origin: origin))
      }
      note(.swapped, old.served(previous), new.served(service), at: service.origin)
      note(.rescoped, old.scopeText(of: previous), new.scopeText(of: service), at: service.keyOrigin)
      note(
        .rewired, old.wiringText(of: previous, in: collections.old[place] ?? []),
        new.wiringText(of: service, in: collections.new[position] ?? []), at: service.keyOrigin)
      note(.settings, old.settingsText(of: previous), new.settingsText(of: service), at: service.keyOrigin)
    }
    for service in old.services where after[service.key] == nil {
      items.append(
        Self(kind: .removed, key: service.key.text, from: old.served(service), to: nil, origin: service.keyOrigin))
    }
    return items + parameters(from: old.parameters, to: new.parameters)
  }

  /// The parameters that are written differently. Secrets are compared, and not shown.
  package static func parameters(
    from old: [ComposedParameter], to new: [ComposedParameter]
  ) -> [LiveChange.Item] {
    let before = Dictionary(old.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(new.map(\.name.value))
    let changed = new.compactMap { parameter -> LiveChange.Item? in
      let previous = before[parameter.name.value]
      guard previous?.stateText != parameter.stateText || previous?.hiddenText != parameter.hiddenText else {
        return nil
      }
      return Self(
        kind: .parameter, key: parameter.name.value, from: previous?.stateText, to: parameter.stateText,
        origin: parameter.sourceLocation)
    }
    let removed = old.filter { !names.contains($0.name.value) }.map { parameter in
      Self(
        kind: .parameter, key: parameter.name.value, from: parameter.stateText, to: nil,
        origin: parameter.name.location)
    }
    return changed + removed
  }
}

extension [LiveChange.Item] {
  /// These differences, and the parameters whose values differ though they are written the same: a file's content may
  /// be another.
  package func withValues(from old: Plan, to new: Plan) -> [LiveChange.Item] {
    let told = Set(filter { $0.kind == .parameter }.map(\.key))
    let before = Dictionary(old.parameters.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return self
      + new.parameters.compactMap { parameter in
        guard !told.contains(parameter.name), let previous = before[parameter.name],
          previous.value.fingerprint != parameter.value.fingerprint
        else { return nil }
        return LiveChange.Item(
          kind: .parameter, key: parameter.name, from: previous.words, to: parameter.words, origin: parameter.origin)
      }
  }
}

extension OpenPlan {
  fileprivate var positions: [ServiceKey: Int] {
    Dictionary(services.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
