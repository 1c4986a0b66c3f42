extension ContainerStack {
  /// A stack whose lowest level is a manifest as it is. It is read now, once; no service is made yet.
  ///
  /// - Parameters:
  ///   - manifest: A path, or any other ``ManifestSource``.
  ///   - stage: Else the variable `CONFIGDI_STAGE` chooses, else the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest and the levels may name.
  ///   - provided: The instances of services that the manifest says are `provided`.
  ///   - overlay: One more overlay, after all others and under every level.
  ///   - options: Parameters, modules, limits and what else may be given from outside.
  /// - Throws: ``ManifestError`` with every finding.
  public convenience init(
    manifest: some ManifestSource, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    overlay: (any ManifestSource)? = nil, options: ManifestOptions = ManifestOptions()
  ) throws {
    let blueprint = try Blueprint(
      manifest, stage: stage, registry: registry, provided: provided, overlay: overlay, options: options)
    try self.init(ManifestLevels(blueprint))
  }
}

/// Levels as overlays of a manifest.
private struct ManifestLevels: LevelPlanning {
  private let blueprint: Blueprint
  /// The manifest without any level.
  private let base: Blueprint.Planned
  private let services: [ServiceKey: ComposedService]
  private let secrets: Set<String>

  init(_ blueprint: Blueprint) throws {
    self.blueprint = blueprint
    base = try blueprint.plan()
    services = Dictionary(
      base.stage.services.map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first })
    secrets = Set(base.stage.parameters.lazy.filter(\.isSecret).map(\.name.value))
  }

  func container(_ levels: [LevelDefinition], sharingWith bases: [Container]) throws -> Container {
    var registry = blueprint.registry
    var texts: [SourceFile] = []
    var values: [(name: String, value: String?)] = []
    for (index, level) in levels.enumerated() where !level.isEmpty {
      for case .instance(let instance) in level.uses.map(\.source) { instance.register(in: &registry) }
      for entry in level.values.entries {
        values.removeAll { $0.name == entry.name }
        values.append((entry.name, secrets.contains(entry.name) ? entry.value.argument : nil))
      }
      texts.append(
        SourceFile(path: "<level \(index + 1) of the stack>", bytes: Array(try text(of: [overlay(level)]).utf8)))
    }
    let planned = texts.isEmpty ? base : try blueprint.plan(texts: texts, values: values, registry: registry)
    return try blueprint.container(of: planned, sharingWith: bases)
  }

  func text(of levels: [LevelDefinition], in container: Container) throws -> String {
    for level in levels {
      for (key, source) in level.uses {
        guard case .factory(let factory, let settings) = source else { continue }
        try refuseSecrets(in: settings, of: key, factory: factory, known: container.secrets)
      }
    }
    return try text(of: levels.map { overlay($0, isSaved: true) })
  }

  func levels(in text: String) throws -> [LevelDefinition] {
    try SavedLevels(text, limits: blueprint.limits).levels
  }

  private func text(of documents: [YAMLValue]) throws -> String {
    do {
      return try YAMLEmitter.text(of: documents)
    } catch {
      throw ManifestError([.unwritable(error)])
    }
  }

  /// A level as an overlay file: secrets apart and, where it is saved, without instances.
  private func overlay(_ level: LevelDefinition, isSaved: Bool = false) -> YAMLValue {
    var sections: [YAMLValue.Entry] = [.init("configdi", .plain("1")), .init("kind", .text("overlay"))]
    let values = level.values.entries.filter { !secrets.contains($0.name) }
    if !values.isEmpty { sections.append(.init("parameters", .map(values))) }
    let entries = level.uses.compactMap { key, source in
      entry(source, for: services[key], isSaved: isSaved).map { YAMLValue.Entry(key.text, $0) }
    }
    if !entries.isEmpty { sections.append(.init("services", .map(entries))) }
    return .map(sections)
  }

  /// A factory takes over all that its service is besides; an instance has no scope, and stays what it is.
  private func entry(_ source: LevelDefinition.Source, for service: ComposedService?, isSaved: Bool) -> YAMLValue? {
    var fields: [YAMLValue.Entry] = []
    switch source {
    case .factory(let name, let settings):
      fields.append(.init("factory", .text(name)))
      if settings != .map([]) { fields.append(.init("settings", settings)) }
      if let scope = service?.scope { fields.append(.init("scope", .text(scope.value))) }
      if service?.isEager == true { fields.append(.init("eager", .plain("true"))) }
      let decorators = (service?.decorators ?? []).map(\.written)
      if !decorators.isEmpty { fields.append(.init("decorators", .list(decorators))) }
    case .instance(let instance):
      guard !isSaved else { return nil }
      fields.append(.init("factory", .text(instance.name)))
    }
    let collections = (service?.collect ?? []).map { YAMLValue.text($0.value) }
    if !collections.isEmpty { fields.append(.init("collect", .list(collections))) }
    return .map(fields)
  }

  private func refuseSecrets(in settings: YAMLValue, of key: ServiceKey, factory: String, known: Secrets) throws {
    guard case .map(let entries) = settings else { return }
    let fields = base.registry.catalog.factories.first { $0.name == factory }?.settings?.fields ?? []
    for entry in entries {
      let isSecret = fields.contains { $0.name == entry.name && $0.isSecret } && !entry.value.namesParameter
      if isSecret || entry.value.texts.contains(where: { known.redacted($0) != $0 }) {
        throw SecretInLevel(key: key.text, setting: entry.name)
      }
    }
  }
}

extension LevelDefinition {
  fileprivate var isEmpty: Bool { uses.isEmpty && values.entries.isEmpty }
}

extension FactoryUse {
  /// As it was written in its manifest.
  fileprivate var written: YAMLValue {
    var fields: [YAMLValue.Entry] = [.init("factory", .text(factory.value))]
    if let dependencies, !dependencies.items.isEmpty { fields.append(.init("dependencies", dependencies.written)) }
    if let settings = settings.flatMap({ YAMLValue($0) }) { fields.append(.init("settings", settings)) }
    return fields.count == 1 ? .text(factory.value) : .map(fields)
  }
}

extension DependencyList {
  fileprivate var written: YAMLValue {
    isMapping
      ? .map(items.map { .init($0.label?.value ?? "", $0.reference.written) }) : .list(items.map(\.reference.written))
  }
}

extension Reference {
  fileprivate var written: YAMLValue {
    let target = YAMLValue.text(self.target.value.text)
    return kind == .instance ? target : .map([.init(kind.rawValue, target)])
  }
}

extension YAMLValue {
  /// As `--set` takes it: a list's elements between commas.
  fileprivate var argument: String {
    switch self {
    case .plain(let text), .text(let text): text
    case .list(let elements): elements.map(\.argument).joined(separator: ",")
    case .map: ""
    }
  }

  fileprivate var namesParameter: Bool { texts.contains { $0.contains("${") } }

  /// Every scalar in it.
  fileprivate var texts: [String] {
    switch self {
    case .plain(let text), .text(let text): [text]
    case .list(let elements): elements.flatMap(\.texts)
    case .map(let entries): entries.flatMap(\.value.texts)
    }
  }
}

extension Diagnostic {
  fileprivate static func unwritable(_ problem: YAMLEmitter.Problem) -> Diagnostic {
    Diagnostic(.wrongShape, "a level of the stack cannot be written as YAML: \(problem.message)", at: nil)
  }
}
