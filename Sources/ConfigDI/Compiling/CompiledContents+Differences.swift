extension CompiledContents {
  /// The differences from an older file, one sentence each. Changed locations do not count as differences.
  package func differences(from old: CompiledContents) -> [String] {
    var differences = Self.changes(from: old.signatures, to: signatures)
    differences += Self.changes(from: old.customKeys, to: customKeys)
    for (position, stage) in stages.enumerated() {
      let name = stage.map { "stage \($0): " } ?? ""
      guard let before = old.stages.firstIndex(of: stage) else {
        differences.append("\(name)is new")
        continue
      }
      let (was, now) = (old.plan(of: before), plan(of: position))
      let changes = Self.changes(from: was?.rows ?? [], to: now?.rows ?? [])
      differences += changes.map { name + $0 }
      if changes.isEmpty, was?.services.map(\.key) != now?.services.map(\.key) {
        differences.append("\(name)the services are in a different order")
      }
    }
    for stage in old.stages where !stages.contains(stage) {
      differences.append("\(stage.map { "stage \($0)" } ?? "the wiring without a stage") was removed")
    }
    if defaultStage != old.defaultStage { differences.append("the default stage changed") }
    if declaredStages != old.declaredStages { differences.append("the manifest declares other stages") }
    return differences
  }

  /// A signature does not show nested settings and default values.
  private var signatures: [WiringTable.Row] {
    factories.map { factory in
      row("factory '\(factory.name)'") { isWhole in
        factory.signature() + (isWhole ? " \(factory.settings.map { "\($0)" } ?? "")" : "")
      }
    }
  }

  private var customKeys: [WiringTable.Row] { keys.map { key in row("key '\(key.name)'") { _ in key.type } } }

  private static func changes(from old: [WiringTable.Row], to new: [WiringTable.Row]) -> [String] {
    var known: WiringTable.Known = [:]
    let items = WiringTable(new).differences(from: WiringTable(old), &known)
    return items.sorted { $0.key < $1.key }.map { item in
      guard let before = item.from else { return "\(item.key) is new" }
      guard let now = item.to else { return "\(item.key) was removed" }
      return before == now
        ? "\(item.key) is still \(now), but with a different value" : "\(item.key) is now \(now) (was \(before))"
    }
  }
}

/// A row whose location is not shown.
private func row(_ name: String, _ words: @escaping (_ isWhole: Bool) -> String) -> WiringTable.Row {
  WiringTable.row(name, at: SourceFile(path: "", bytes: []).beginning, words)
}

extension OpenPlan {
  /// A row for each service, parameter, scope, phase and collection.
  fileprivate var rows: [WiringTable.Row] {
    func text(of factory: PlannedFactory, _ isWhole: Bool) -> String {
      let settings = factory.settingsText(isWhole: isWhole).map { " \($0)" } ?? ""
      return "\(factory.name)(\(arguments(of: factory)))\(settings)"
    }
    var rows = services.map { service in
      row("\(service.key)") { isWhole in
        let scope = scopeText(of: service)
        return switch service.kind {
        case .factory: "\(service.factories.map { text(of: $0, isWhole) }.joined(separator: " + ")) (\(scope))"
        case .alias, .select: service.served()
        case .provided: "\(service.served()) (\(scope))"
        }
      }
    }
    rows += parameters.map { parameter in
      row("parameter \(parameter.name.value)") { isWhole in
        parameter.typedText + parameter.limitsText(isWhole: isWhole) + (isWhole ? " \(parameter.hiddenText)" : "")
      }
    }
    rows += scopes.map { scope in
      row("scope \(scope.name)") { _ in "inside \(scope.parent.map { scopes[$0].name } ?? ScopeName.singleton.text)" }
    }
    rows += phases.map { phase in
      row("lifecycle \(phase.name)") { isWhole in
        phase.initializers.map { initializer in
          text(of: initializer.factory, isWhole)
            + (initializer.continuesAfterFailure ? " (onError: continue)" : "")
        }.joined(separator: ", ")
      }
    }
    rows += collections.map { collection in
      row("collection \(collection.name)") { _ in "[\(keys(collection.members))] of \(collection.element)" }
    }
    return rows
  }
}
