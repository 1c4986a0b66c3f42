final class CompiledLevels: LevelPlanning {
  private let blueprint: CompiledBlueprint
  /// The stage, read again on first use, since most containers never need it.
  private let lazyStage: Memo<CompiledBlueprint.Stage>

  var provided: [Provided] { blueprint.inputs.provided }
  var forgetting: any LevelPlanning { CompiledLevels(blueprint) }

  init(_ blueprint: CompiledBlueprint, _ stage: CompiledBlueprint.Stage? = nil) {
    self.blueprint = blueprint
    lazyStage = Memo(stage)
  }

  private func stage() throws -> CompiledBlueprint.Stage {
    try lazyStage.answer { try blueprint.readAgain() }
  }

  func base() throws -> (planned: PlannedWiring, table: @Sendable () -> WiringTable) {
    let stage = try stage()
    return (try blueprint.plan(stage, stage.open), { stage.open.table })
  }

  func text(of levels: [LevelDefinition], in container: Container) throws -> SavedText {
    throw ManifestError.needsText("saving a stack's levels")
  }

  func levels(in text: String, secrets: String?) throws -> (levels: [LevelDefinition], leftOut: [StackOmission]) {
    throw ManifestError.needsText("restoring a stack's levels")
  }

  func planned(_ levels: [LevelDefinition], inOrderOf order: [ServiceKey]?) throws -> PlannedWiring {
    let stage = try stage()
    var registry = blueprint.inputs.registry
    var open = stage.open
    let provided = open.services.filter { if case .provided = $0.kind { true } else { false } }
    try levels.check(
      against: open.parameters.map(\.name.value), provided: Set(provided.map(\.key)), areOverlays: order != nil)
    for (index, level) in levels.enumerated() where !level.isEmpty {
      let name = [LevelDefinition].name(ofLevel: index, isOverlay: order != nil)
      let place = SourceFile(path: name, lines: 1).beginning
      for entry in level.values.entries {
        for (index, parameter) in open.parameters.enumerated() where parameter.name.value == entry.name {
          open.parameters[index] = parameter.set(to: Literal(entry.value, at: place))
        }
      }
      for (key, source) in level.uses {
        guard let index = open.services.firstIndex(where: { $0.key == key }) else { continue }
        switch source {
        case .factory(let factory, _):
          throw ManifestError.needsText("replacing the factory of \(key) with '\(factory)'")
        case .instance(let part):
          part.register(in: &registry)
          open.services[index] = open.services[index].served(by: part, at: place)
        case .closure(let part):
          part.register(in: &registry)
          open.services[index].decorate(by: part, at: place)
        }
      }
    }
    return try blueprint.plan(stage, open, registry, inOrderOf: order)
  }
}

extension PlannedService {
  /// A copy of this service that provides a level's instance, without the service's factory, dependencies and
  /// decorators.
  fileprivate func served(by part: LevelPart, at place: SourceLocation) -> PlannedService {
    let factory = PlannedFactory(name: part.name, arguments: [], settings: nil, origin: place)
    return PlannedService(
      key: key, kind: .factory(factory, decorators: []), scope: .singleton, isEager: false, origin: place,
      keyOrigin: keyOrigin, replaced: replaced)
  }

  fileprivate mutating func decorate(by part: LevelPart, at place: SourceLocation) {
    guard case .factory(let factory, let decorators) = kind else { return }
    let closure = PlannedFactory(name: part.name, arguments: [], settings: nil, origin: place)
    kind = .factory(factory, decorators: decorators + [closure])
  }
}

extension Literal {
  fileprivate init(_ value: YAMLValue, at location: SourceLocation) {
    switch value {
    case .plain(let text):
      var text = text
      let scalar = text.withUTF8 { Scalar(plain: $0) }
      self.init(.written(scalar, text: text), at: location)
    case .text(let text) where text.contains("${"):
      var text = text
      self.init(.template(text.withUTF8 { OpenText($0, at: location) }), at: location)
    case .text(let text): self.init(.written(.string(text), text: text), at: location)
    case .list(let elements): self.init(.list(elements.map { Literal($0, at: location) }), at: location)
    case .map(let entries):
      self.init(
        .map(entries.map { (Located($0.name, at: location), Literal($0.value, at: location)) }), at: location)
    }
  }
}
