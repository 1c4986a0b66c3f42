/// Writes what a plan consists of. A location is written as its distance from the previous one in the same record.
extension ByteWriter {
  mutating func place(_ location: SourceLocation) {
    let file = tables.number(of: location.file)
    let isOther = file != lastPlace.file
    let range = location.range
    let distance = range.lowerBound - (isOther ? 0 : lastPlace.start)
    let sign = distance < 0 ? (-(distance + 1)) << 1 | 1 : distance << 1
    number(sign << 1 | (isOther ? 1 : 0))
    if isOther { number(file) }
    number(range.count)
    lastPlace = (file, range.lowerBound)
  }

  private mutating func located(_ text: Located<String>) {
    self.text(text.value)
    place(text.location)
  }

  private mutating func replacements(_ replaced: [Replacement]) {
    list(replaced) { writer, replacement in
      writer.text(replacement.part)
      writer.place(replacement.previous)
    }
  }

  /// - Parameter services: All services in the plan; dependencies are written as positions in this list.
  mutating func service(_ service: PlannedService, among services: [PlannedService]) {
    text(service.key.text)
    let scope = CompiledFormat.scopes.firstIndex(of: service.scope) ?? CompiledFormat.scopes.count
    let kind: CompiledFormat.ServiceKind =
      switch service.kind {
      case .factory: .factory
      case .alias: .alias
      case .select: .select
      case .provided: .provided
      }
    let isEager: UInt8 = service.isEager ? 4 : 0
    let isReplaced: UInt8 = service.replaced.isEmpty ? 0 : 64
    let mayBeAbsent: UInt8 = service.mayBeAbsent ? 128 : 0
    byte(kind.rawValue | isEager | UInt8(scope) << 3 | isReplaced | mayBeAbsent)
    place(service.origin)
    place(service.keyOrigin)
    switch service.kind {
    case .factory(let factory, let decorators):
      self.factory(factory, among: services)
      list(decorators) { $0.factory($1, among: services) }
    case .alias(let key, let target): self.key(key, target, among: services)
    case .select(let choice):
      text(choice.parameter)
      list(choice.cases) { writer, option in
        writer.text(option.value)
        writer.key(option.key, option.target, among: services)
      }
    case .provided: break
    }
    if case .declared(let scope) = service.scope { number(scope) }
    if !service.replaced.isEmpty { replacements(service.replaced) }
  }

  /// Writes a key exactly as its service spells the key, so that the reader finds the service.
  private mutating func key(_ key: ServiceKey, _ target: Int?, among services: [PlannedService]) {
    text(target.map { services[$0].key.text } ?? key.text)
  }

  mutating func factory(_ factory: PlannedFactory, among services: [PlannedService]) {
    let position = tables.number(ofFactory: factory.name)
    number(position)
    place(factory.origin)
    let state: CompiledFormat.SettingsState =
      factory.template != nil ? .open : factory.settings != nil ? .fixed : .none
    byte(state.rawValue)
    if let settings = factory.template ?? factory.settings { literal(settings) }
    for (argument, slot) in zip(factory.arguments, tables.factories[position].dependencies) {
      self.argument(argument, slot, among: services)
    }
  }

  private mutating func argument(
    _ argument: PlannedArgument, _ slot: CatalogDependency, among services: [PlannedService]
  ) {
    let targets = argument.targets.map { services[$0].key.text }
    let isOne = slot.kind != .all && !targets.isEmpty
    let usual = isOne ? targets[0] : slot.key
    let label = argument.label == slot.label ? nil : argument.label
    flags(argument.isWritten, label != nil, isOne, argument.asked != usual)
    if argument.isWritten { place(argument.origin) }
    if let label { text(label) }
    if slot.kind == .all { list(targets) { $0.text($1) } } else if isOne { text(targets[0]) }
    if argument.asked != usual { text(argument.asked) }
  }

  private mutating func literal(_ literal: Literal) {
    switch literal.content {
    case .template(let text):
      kind(.template)
      place(literal.location)
      byte(text.isWhole ? 1 : 0)
      list(text.pieces) { writer, piece in
        switch piece {
        case .text(let part):
          writer.byte(0)
          writer.text(part)
        case .parameter(let use):
          writer.byte(1)
          writer.located(use)
        }
      }
    case .list(let elements):
      kind(.list)
      place(literal.location)
      list(elements) { $0.literal($1) }
    case .map(let entries):
      kind(.map)
      place(literal.location)
      list(entries) { writer, entry in
        writer.located(entry.name)
        writer.literal(entry.value)
      }
    default:
      let scalar = literal.content.scalar ?? .null
      if literal.text != scalar.plainText {
        kind(.written)
        text(literal.text)
      }
      self.scalar(scalar)
      place(literal.location)
    }
  }

  mutating func parameter(_ parameter: ComposedParameter) {
    located(parameter.name)
    byte(UInt8(ParameterType.allCases.firstIndex(of: parameter.type) ?? 0))
    flags(
      parameter.isSecret, parameter.isExposed, parameter.default != nil, parameter.minimum != nil,
      parameter.maximum != nil, parameter.traits.contains(.restart))
    switch parameter.source {
    case nil: byte(CompiledFormat.SourceKind.none.rawValue)
    case .value(let value)?:
      byte(CompiledFormat.SourceKind.value.rawValue)
      literal(value)
    case .env(let name)?:
      byte(CompiledFormat.SourceKind.env.rawValue)
      located(name)
    case .file(let path)?:
      byte(CompiledFormat.SourceKind.file.rawValue)
      located(path)
    }
    for value in [parameter.default, parameter.minimum, parameter.maximum] {
      if let value { literal(value) }
    }
    list(parameter.cases) { $0.located($1) }
    replacements(parameter.history)
  }
}
