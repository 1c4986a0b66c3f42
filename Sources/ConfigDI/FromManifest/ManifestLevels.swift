/// Plans levels as overlays of a manifest.
final class ManifestLevels: LevelPlanning {
  private let blueprint: Blueprint
  /// The base, computed on first use because most containers have no levels.
  private let lazyBase = Memo<Base>()

  /// The manifest without any level.
  private struct Base: Sendable {
    let planned: PlannedWiring
    let services: [ServiceKey: ComposedService]
    let parameters: [String]
    let secrets: Set<String>
  }

  var provided: [Provided] { blueprint.inputs.provided }
  var forgetting: any LevelPlanning { ManifestLevels(blueprint.forgetting) }

  init(_ blueprint: Blueprint) {
    self.blueprint = blueprint
  }

  private func keptBase() throws -> Base {
    try lazyBase.answer {
      let (planned, stage) = try blueprint.plan()
      return Base(
        planned: planned,
        services: Dictionary(stage.services.map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first }),
        parameters: stage.parameters.map(\.name.value),
        secrets: Set(stage.parameters.lazy.filter(\.isSecret).map(\.name.value)))
    }
  }

  func base() throws -> (planned: PlannedWiring, table: @Sendable () -> WiringTable) {
    let (planned, stage) = try blueprint.plan()
    return (planned, { stage.table })
  }

  func planned(_ levels: [LevelDefinition], inOrderOf order: [ServiceKey]?) throws -> PlannedWiring {
    let base = try keptBase()
    let provided = base.services.filter { if case .provided = $0.value.kind { true } else { false } }
    try levels.check(against: base.parameters, provided: Set(provided.keys), areOverlays: order != nil)
    var registry = blueprint.inputs.registry
    var texts: [SourceFile] = []
    var values: [(name: String, value: String?)] = []
    var writer = LevelWriter(services: base.services, secrets: base.secrets)
    for (index, level) in levels.enumerated() where !level.isEmpty {
      for source in level.uses.map(\.source) {
        switch source {
        case .instance(let part), .closure(let part): part.register(in: &registry)
        case .factory: break
        }
      }
      for entry in level.values.entries {
        values.removeAll { $0.name == entry.name }
        values.append((entry.name, base.secrets.contains(entry.name) ? entry.value.argument : nil))
      }
      let name = [LevelDefinition].name(ofLevel: index, isOverlay: order != nil)
      texts.append(SourceFile(path: name, bytes: Array(YAMLValue.text(of: [writer.overlay(level)]).utf8)))
    }
    guard !texts.isEmpty || order != nil else { return base.planned }
    return try blueprint.plan(texts: texts, values: values, registry: registry, inOrderOf: order).planned
  }

  func text(of levels: [LevelDefinition], in container: Container) throws -> SavedText {
    let base = try keptBase()
    for level in levels {
      for (key, source) in level.uses {
        guard case .factory(let factory, let settings) = source else { continue }
        try refuseSecrets(in: settings, of: key, factory: factory, known: container.secrets)
      }
    }
    var writer = LevelWriter(services: base.services, secrets: base.secrets)
    var leftOut: [StackOmission] = []
    var documents: [YAMLValue] = []
    for (index, level) in levels.enumerated() {
      let lost = writer.leftOut(of: level, number: index + 1)
      leftOut += lost
      documents.append(writer.saved(level, without: lost))
    }
    let text = YAMLValue.text(of: documents)
    let secrets = YAMLValue.text(of: levels.map { writer.secrets(of: $0, beside: text) })
    return (text, secrets, leftOut)
  }

  func levels(
    in text: String, secrets: String?
  ) throws -> (levels: [LevelDefinition], leftOut: [StackOmission]) {
    let saved = try SavedLevels(text, limits: blueprint.inputs.options.limits)
    var levels = saved.levels
    var leftOut = saved.leftOut
    if let secrets {
      let kept = try SavedLevels(secrets, limits: blueprint.inputs.options.limits)
      if kept.levels.count == levels.count, kept.mark == SavedLevels.mark(of: text) {
        for index in levels.indices {
          for entry in kept.levels[index].values.entries {
            levels[index].values[entry.name] = entry.value
            leftOut.removeAll { $0.level == index + 1 && $0.kind == .secret && $0.name == entry.name }
          }
        }
      }
    }
    return (levels, leftOut)
  }

  private func refuseSecrets(in settings: YAMLValue, of key: ServiceKey, factory: String, known: Secrets) throws {
    guard case .map(let entries) = settings else { return }
    let fields = try keptBase().planned.registry.catalog.factories.first { $0.name == factory }?.settings?.fields ?? []
    for entry in entries {
      let isSecret = fields.contains { $0.name == entry.name && $0.isSecret } && !entry.value.namesParameter
      if isSecret || entry.value.texts.contains(where: { known.redacted($0) != $0 }) {
        throw ContainerError(.secret(setting: entry.name, key: key.text))
      }
    }
  }
}

extension YAMLValue {
  fileprivate var namesParameter: Bool { texts.contains { $0.contains("${") } }

  /// The text of every scalar in the value.
  fileprivate var texts: [String] {
    switch self {
    case .plain(let text), .text(let text): [text]
    case .list(let elements): elements.flatMap(\.texts)
    case .map(let entries): entries.flatMap(\.value.texts)
    }
  }
}
