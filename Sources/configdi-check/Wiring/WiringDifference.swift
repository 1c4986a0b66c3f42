import ConfigDI

/// What changes in the wiring between two manifests, stage by stage: what `diff` prints.
struct WiringDifference: Sendable {
  let changes: [Change]

  struct Change: Sendable {
    enum Kind: String, Sendable {
      case added, removed, swapped, rescoped, rewired, resettled, parameter
    }

    let stage: String?
    let key: String
    let kind: Kind
    /// The state before and after, in a few words; `nil` where there is none.
    let from: String?
    let to: String?
    /// In the new manifest, or in the old one for what was removed.
    let origin: SourceLocation
  }

  init(from old: ComposedManifest, to new: ComposedManifest) {
    var changes: [Change] = []
    let before = Dictionary(old.stages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(new.stages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for stage in new.stages {
      changes += Self.changes(from: before[stage.name], to: stage, stage: stage.name)
    }
    for stage in old.stages where after[stage.name] == nil {
      changes += Self.changes(from: stage, to: nil, stage: stage.name)
    }
    self.changes = changes
  }

  private static func changes(from old: ComposedStage?, to new: ComposedStage?, stage: String?) -> [Change] {
    var changes: [Change] = []
    let before = Dictionary(
      (old?.services ?? []).map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(
      (new?.services ?? []).map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first })
    for service in new?.services ?? [] {
      if let previous = before[service.key.value] {
        changes += Self.changes(from: previous, to: service, stage: stage)
      } else {
        changes.append(
          Change(
            stage: stage, key: service.key.value.text, kind: .added, from: nil, to: service.served,
            origin: service.key.location))
      }
    }
    for service in old?.services ?? [] where after[service.key.value] == nil {
      changes.append(
        Change(
          stage: stage, key: service.key.value.text, kind: .removed, from: service.served, to: nil,
          origin: service.key.location))
    }
    return changes + parameterChanges(from: old?.parameters ?? [], to: new?.parameters ?? [], stage: stage)
  }

  private static func changes(from old: ComposedService, to new: ComposedService, stage: String?) -> [Change] {
    var changes: [Change] = []
    func note(_ kind: Change.Kind, _ from: String, _ to: String, at origin: SourceLocation) {
      guard from != to else { return }
      changes.append(
        Change(stage: stage, key: new.key.value.text, kind: kind, from: from, to: to, origin: origin))
    }
    note(.swapped, old.served, new.served, at: new.kindLocation)
    note(.rescoped, old.scopeText, new.scopeText, at: new.scope?.location ?? new.key.location)
    note(.rewired, old.wiringText, new.wiringText, at: new.dependencies?.location ?? new.key.location)
    note(.resettled, old.settingsText, new.settingsText, at: new.settings?.location ?? new.key.location)
    return changes
  }

  private static func parameterChanges(
    from old: [ComposedParameter], to new: [ComposedParameter], stage: String?
  ) -> [Change] {
    let before = Dictionary(old.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(new.map(\.name.value))
    return new.compactMap { parameter in
      let previous = before[parameter.name.value]?.stateText
      guard previous != parameter.stateText else { return nil }
      return Change(
        stage: stage, key: parameter.name.value, kind: .parameter, from: previous, to: parameter.stateText,
        origin: parameter.sourceLocation)
    }
      + old.filter { !names.contains($0.name.value) }.map { parameter in
        Change(
          stage: stage, key: parameter.name.value, kind: .parameter, from: parameter.stateText, to: nil,
          origin: parameter.name.location)
      }
  }
}

extension WiringDifference {
  /// A line a change; one that is the same in every stage is said once.
  func text(stages: Int) -> String {
    var lines: [(text: String, stages: [String])] = []
    var positions: [String: Int] = [:]
    for change in changes {
      if let position = positions[change.sentence] {
        lines[position].stages.append(change.stage ?? "")
      } else {
        positions[change.sentence] = lines.count
        lines.append((change.sentence, [change.stage ?? ""]))
      }
    }
    guard !lines.isEmpty else { return "no change in the wiring\n" }
    return lines.map { line in
      let place =
        line.stages == [""]
        ? "" : line.stages.count == stages && stages > 1 ? "all stages: " : line.stages.joined(separator: ", ") + ": "
      return place + line.text + "\n"
    }.joined()
  }

  var json: JSON {
    .object([
      ("version", 1),
      (
        "changes",
        .array(
          changes.map { change in
            .object([
              ("stage", change.stage.map { .string($0) } ?? .null),
              ("key", .string(change.key)),
              ("kind", .string(change.kind.rawValue)),
              ("from", change.from.map { .string($0) } ?? .null),
              ("to", change.to.map { .string($0) } ?? .null),
              ("origin", JSON(origin: change.origin)),
            ])
          })
      ),
    ])
  }
}

extension WiringDifference.Change {
  fileprivate var sentence: String {
    let place = "(\(origin.file.path):\(origin.start.line))"
    return switch kind {
    case .added: "\(key): added, \(to ?? "") \(place)"
    case .removed: "\(key): removed, was \(from ?? "") \(place)"
    case .swapped: "\(key): \(from ?? "") → \(to ?? "") \(place)"
    case .rescoped: "\(key): scope \(from ?? "") → \(to ?? "") \(place)"
    case .rewired: "\(key): dependencies \(from ?? "") → \(to ?? "") \(place)"
    case .resettled: "\(key): settings \(from ?? "") → \(to ?? "") \(place)"
    case .parameter: "parameter \(key): \(from ?? "none") → \(to ?? "none") \(place)"
    }
  }
}
