import ConfigDI

/// What changes in the wiring between two manifests, stage by stage: what `diff` prints.
struct WiringDifference: Sendable {
  let changes: [Change]

  struct Change: Sendable {
    enum Kind: String, Sendable {
      case added, removed, swapped, rescoped, rewired, settings, parameter
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

  init(from old: AllStages, to new: AllStages) {
    let secrets = (old: SecretSettings(old.catalog), new: SecretSettings(new.catalog))
    let (old, new) = (old.composed, new.composed)
    var changes: [Change] = []
    let before = Dictionary(old.stages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(new.stages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for stage in new.stages {
      changes += Self.changes(from: before[stage.name], to: stage, stage: stage.name, secrets)
    }
    for stage in old.stages where after[stage.name] == nil {
      changes += Self.changes(from: stage, to: nil, stage: stage.name, secrets)
    }
    self.changes = changes
  }

  private typealias Secrets = (old: SecretSettings, new: SecretSettings)

  private static func changes(
    from old: ComposedStage?, to new: ComposedStage?, stage: String?, _ secrets: Secrets
  ) -> [Change] {
    var changes: [Change] = []
    let before = Dictionary(
      (old?.services ?? []).map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(
      (new?.services ?? []).map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first })
    for service in new?.services ?? [] {
      if let previous = before[service.key.value] {
        changes += Self.changes(from: previous, to: service, stage: stage, secrets)
      } else {
        changes.append(
          Change(
            stage: stage, key: service.key.value.text, kind: .added, from: nil, to: service.served(secrets.new),
            origin: service.key.location))
      }
    }
    for service in old?.services ?? [] where after[service.key.value] == nil {
      changes.append(
        Change(
          stage: stage, key: service.key.value.text, kind: .removed, from: service.served(secrets.old), to: nil,
          origin: service.key.location))
    }
    return changes + parameterChanges(from: old?.parameters ?? [], to: new?.parameters ?? [], stage: stage)
  }

  private static func changes(
    from old: ComposedService, to new: ComposedService, stage: String?, _ secrets: Secrets
  ) -> [Change] {
    var changes: [Change] = []
    /// Compared as they are written, told without what is secret.
    func note(
      _ kind: Change.Kind, _ words: (ComposedService, SecretSettings) -> String, at origin: SourceLocation
    ) {
      let all = SecretSettings(nil)
      guard words(old, all) != words(new, all) else { return }
      changes.append(
        Change(
          stage: stage, key: new.key.value.text, kind: kind, from: words(old, secrets.old), to: words(new, secrets.new),
          origin: origin))
    }
    note(.swapped, { $0.served($1) }, at: new.kindLocation)
    note(.rescoped, { service, _ in service.scopeText }, at: new.scope?.location ?? new.key.location)
    note(.rewired, { service, _ in service.wiringText }, at: new.dependencies?.location ?? new.key.location)
    note(.settings, { $0.settingsText($1) }, at: new.settings?.location ?? new.key.location)
    return changes
  }

  private static func parameterChanges(
    from old: [ComposedParameter], to new: [ComposedParameter], stage: String?
  ) -> [Change] {
    let before = Dictionary(old.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(new.map(\.name.value))
    return new.compactMap { parameter in
      let previous = before[parameter.name.value]
      guard previous?.stateText != parameter.stateText || previous?.hiddenText != parameter.hiddenText else {
        return nil
      }
      return Change(
        stage: stage, key: parameter.name.value, kind: .parameter, from: previous?.stateText,
        to: parameter.stateText, origin: parameter.sourceLocation)
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

  /// A table a change, for the description of a pull request.
  func markdown(stages: Int) -> String {
    guard !changes.isEmpty else { return "No change in the wiring.\n" }
    var rows: [(cells: [String], stages: [String])] = []
    var positions: [[String]: Int] = [:]
    for change in changes {
      let cells = [
        MarkdownText.code(change.key), change.kind.rawValue, change.from.map(MarkdownText.code) ?? "",
        change.to.map(MarkdownText.code) ?? "",
        "\(change.origin.file.path):\(change.origin.start.line)",
      ].map(MarkdownText.cell)
      if let position = positions[cells] {
        rows[position].stages.append(change.stage ?? "")
      } else {
        positions[cells] = rows.count
        rows.append((cells, [change.stage ?? ""]))
      }
    }
    return "### Changes in the wiring\n\n| Stage | Key | Change | Before | After | Where |\n|---|---|---|---|---|---|\n"
      + rows.map { row in
        let place =
          row.stages == [""]
          ? ""
          : row.stages.count == stages && stages > 1 ? "all" : MarkdownText.cell(row.stages.joined(separator: ", "))
        return "| \(([place] + row.cells).joined(separator: " | ")) |\n"
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
  /// What changed and where, without the stage.
  var sentence: String {
    let change = from == to ? "\(to ?? ""), another value" : "\(from ?? "none") → \(to ?? "none")"
    let place = "(\(origin.file.path):\(origin.start.line))"
    return switch kind {
    case .added: "\(key): added, \(to ?? "") \(place)"
    case .removed: "\(key): removed, was \(from ?? "") \(place)"
    case .swapped: "\(key): \(change) \(place)"
    case .rescoped: "\(key): scope \(change) \(place)"
    case .rewired: "\(key): dependencies \(change) \(place)"
    case .settings: "\(key): settings \(change) \(place)"
    case .parameter: "parameter \(key): \(change) \(place)"
    }
  }
}
