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
      let changes = Self.changes(from: Self.words(of: was), to: Self.words(of: now))
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

  /// A description to show, without secrets, and a description to compare, which includes the manifest's secrets.
  fileprivate typealias Words = (shown: String, whole: String)

  /// A signature does not show nested settings and default values.
  private var signatures: [String: Words] {
    Dictionary(
      factories.map { factory in
        let signature = factory.signature()
        let settings = factory.settings.map { "\($0)" } ?? ""
        return ("factory '\(factory.name)'", (signature, "\(signature) \(settings)"))
      }, uniquingKeysWith: { $1 })
  }

  private var customKeys: [String: Words] {
    Dictionary(keys.map { ("key '\($0.name)'", ($0.type, $0.type)) }, uniquingKeysWith: { $1 })
  }

  /// A description of each service, parameter, scope, phase and collection in a plan.
  private static func words(of plan: OpenPlan?) -> [String: Words] {
    guard let plan else { return [:] }
    let whole = plan.words(isWhole: true)
    return Dictionary(
      plan.words(isWhole: false).map { ($0, (shown: $1, whole: whole[$0] ?? "")) }, uniquingKeysWith: { $1 })
  }

  private static func changes(from old: [String: Words], to new: [String: Words]) -> [String] {
    Set(old.keys).union(new.keys).sorted().compactMap { name in
      switch (old[name], new[name]) {
      case (nil, _?): "\(name) is new"
      case (_?, nil): "\(name) was removed"
      case (let before?, let now?) where before.whole == now.whole: nil
      case (let before?, let now?):
        before.shown == now.shown
          ? "\(name) is still \(now.shown), but with a different value"
          : "\(name) is now \(now.shown) (was \(before.shown))"
      case (nil, nil): nil
      }
    }
  }
}

extension OpenPlan {
  fileprivate func words(isWhole: Bool) -> [String: String] {
    func text(of factory: PlannedFactory) -> String {
      let settings = factory.settingsText(isWhole: isWhole).map { " \($0)" } ?? ""
      return "\(factory.name)(\(arguments(of: factory)))\(settings)"
    }
    var words: [String: String] = [:]
    for service in services {
      let scope = scopeText(of: service)
      words["\(service.key)"] =
        switch service.kind {
        case .factory: "\(service.factories.map(text).joined(separator: " + ")) (\(scope))"
        case .alias, .select: service.served()
        case .provided: "\(service.served()) (\(scope))"
        }
    }
    for parameter in parameters {
      words["parameter \(parameter.name.value)"] =
        parameter.typedText + parameter.limitsText(isWhole: isWhole) + (isWhole ? " \(parameter.hiddenText)" : "")
    }
    for scope in scopes {
      words["scope \(scope.name)"] = "inside \(scope.parent.map { scopes[$0].name } ?? ScopeName.singleton.text)"
    }
    for phase in phases {
      words["lifecycle \(phase.name)"] = phase.initializers.map { initializer in
        text(of: initializer.factory) + (initializer.continuesAfterFailure ? " (onError: continue)" : "")
      }.joined(separator: ", ")
    }
    for collection in collections {
      words["collection \(collection.name)"] = "[\(keys(collection.members))] of \(collection.element)"
    }
    return words
  }
}
