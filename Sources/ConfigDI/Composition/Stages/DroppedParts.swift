extension PatchedService {
  /// Whether a replacing entry silently loses a field. A malformed field is not lost, but reported.
  func drops(_ field: ServiceField, by entry: ServiceEntry) -> Bool { !entry.fields.contains(field) }

  /// The findings for parts that a replacing entry silently loses.
  ///
  /// - Parameter scopes: The declared scopes, if all are known. DI303 would refuse the copy of any other.
  func dropped(by entry: ServiceEntry, scopes: OrderedEntries<String, ScopeEntry>?) -> [Diagnostic] {
    let (decorators, collect) = (parts.decorators, parts.collect)
    var lost: [(field: ServiceField, location: SourceLocation, text: String?)] = []
    if let scope = parts.scope, scope.value != .singleton, !scope.value.text.isEmpty, drops(.scope, by: entry) {
      let isProvided = if case .provided? = entry.kind { true } else { false }
      let isKnown = scope.value.isBuiltIn || scopes.map { $0[scope.value.text] != nil } ?? true
      let fits = isKnown && (!scope.value.isMadeAnew || !isProvided && entry.eager?.value != true)
      lost.append((.scope, scope.location, fits ? FlowText.scalar(scope.value.text) : nil))
    }
    if let first = decorators.first, drops(.decorators, by: entry) {
      let uses = decorators.compactMap(\.flow)
      lost.append((.decorators, first.location, uses.count == decorators.count ? FlowText.list(uses) : nil))
    }
    if let first = collect.first, drops(.collect, by: entry) {
      let names = collect.map { FlowText.scalar($0.value) }
      lost.append((.collect, first.location, names.count == 1 ? names[0] : FlowText.list(names)))
    }
    if let eager = parts.eager, eager.value, drops(.eager, by: entry) {
      lost.append((.eager, eager.location, entry.scope?.value.isMadeAnew == true ? nil : "true"))
    }
    guard !lost.isEmpty, let kind = entry.kind else { return [] }
    let names = lost.map { "'\($0.field.rawValue)'" }
    let foreign = kind.foreignFields
    let belongs = lost.allSatisfy { !foreign.contains($0.field) }
    let copy = lost.compactMap { part in part.text.map { (key: part.field.rawValue, value: $0) } }
    let them = lost.count == 1 ? "it" : "them"
    let resets = lost.map { (key: $0.field.rawValue, value: resetValue($0.field)) }
    let canCopy = copy.count == lost.count
    let advice = canCopy ? "copy \(them), or reset \(them)" : "reset \(them)"
    var finding = Diagnostic(
      .overrideDrops, "the replacement for \(entry.key.value) drops \(names.joined(separator: ", "))",
      at: entry.key.location,
      related: lost.map { Diagnostic.Related("'\($0.field.rawValue)' is dropped", at: $0.location) },
      help: [
        belongs
          ? "\(advice) explicitly: \(resets.map { "\($0.key): \($0.value)" }.joined(separator: ", "))"
          : "name a factory, which can keep \(them), or suppress the finding if the change is intended"
      ], fixes: belongs ? .adding(canCopy ? copy : resets, to: kind, at: entry.location, safe: canCopy) : [])
    finding.quotedPlaces = decorators.compactMap(\.settings?.location)
    for part in lost {
      switch part.field {
      case .collect: finding.hides += collect.map { Absence(.member, $0.value) }
      case .decorators:
        let uses = ParameterUse.collect(from: decorators.settingsNodes)
        finding.hides += uses.map { Absence(.useOfParameter, $0.value) }
      default: break
      }
    }
    return [finding]
  }
}

/// The value of a field that an entry without the field has.
private func resetValue(_ field: ServiceField) -> String {
  switch field {
  case .scope: ScopeName.singleton.text
  case .eager: "false"
  default: "[]"
  }
}
