extension CompiledContents {
  /// The differences from an older file, one sentence each. Changed locations do not count as differences.
  package func differences(from old: CompiledContents) -> [String] {
    var differences = Self.changes(from: old.signatures, to: signatures)
    for (position, stage) in stages.enumerated() {
      let name = stage.map { "stage \($0): " } ?? ""
      guard let before = old.stages.firstIndex(of: stage) else {
        differences.append("\(name)is new")
        continue
      }
      let changes = Self.changes(from: old.words(of: before), to: words(of: position))
      differences += changes.map { name + $0 }
    }
    for stage in old.stages where !stages.contains(stage) {
      differences.append("\(stage.map { "stage \($0)" } ?? "the wiring without a stage") was removed")
    }
    if defaultStage != old.defaultStage { differences.append("the default stage changed") }
    return differences
  }

  /// A description to show, without secrets, and a description to compare, which includes the manifest's secrets.
  fileprivate typealias Words = (shown: String, whole: String)

  private var signatures: [String: Words] {
    Dictionary(
      factories.map { ("factory '\($0.name)'", ($0.signature(), $0.signature())) }, uniquingKeysWith: { $1 })
  }

  /// A description of each service, parameter and phase of a stage.
  private func words(of stage: Int) -> [String: Words] {
    guard let plan = plan(of: stage) else { return [:] }
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
        parameter.typedText + (isWhole ? " \(parameter.hiddenText)" : "")
    }
    for phase in phases {
      words["lifecycle \(phase.name)"] = phase.initializers.map { text(of: $0.factory) }.joined(separator: ", ")
    }
    for collection in collections {
      words["collection \(collection.name)"] = "[\(keys(collection.members))]"
    }
    return words
  }
}
