/// Writes one parameter, service or stage. A location is written as its distance from the previous one.
struct RecordWriter {
  var bytes: ByteWriter
  private let tables: CompiledTables
  private var file = -1
  private var start = 0

  init(_ tables: CompiledTables) {
    self.tables = tables
    bytes = ByteWriter(tables.texts)
  }

  mutating func place(_ location: SourceLocation) {
    let number = tables.number(of: location.file)
    let isOther = number != file
    if isOther {
      file = number
      start = 0
    }
    let range = location.range
    let distance = range.lowerBound - start
    let sign = distance < 0 ? (-(distance + 1)) << 1 | 1 : distance << 1
    bytes.number(sign << 1 | (isOther ? 1 : 0))
    if isOther { bytes.number(number) }
    bytes.number(range.count)
    start = range.lowerBound
  }

  /// Forgets the previous location.
  mutating func beginPlaces() {
    file = -1
    start = 0
  }

  private mutating func located(_ text: Located<String>) {
    bytes.text(text.value)
    place(text.location)
  }

  private mutating func replacements(_ replaced: [Replacement]) {
    bytes.number(replaced.count)
    for replacement in replaced {
      bytes.text(replacement.part)
      place(replacement.previous)
    }
  }

  /// - Parameter services: All services in the plan; dependencies are written as positions in this list.
  mutating func service(_ service: PlannedService, among services: [PlannedService]) {
    bytes.text(service.key.text)
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
    bytes.byte(kind.rawValue | isEager | UInt8(scope) << 3 | isReplaced | mayBeAbsent)
    place(service.origin)
    place(service.keyOrigin)
    switch service.kind {
    case .factory(let factory, let decorators):
      self.factory(factory, among: services)
      bytes.number(decorators.count)
      for decorator in decorators { self.factory(decorator, among: services) }
    case .alias(let key, let target): self.key(key, target, among: services)
    case .select(let choice):
      bytes.text(choice.parameter)
      bytes.number(choice.cases.count)
      for option in choice.cases {
        bytes.text(option.value)
        key(option.key, option.target, among: services)
      }
    case .provided: break
    }
    if case .declared(let scope) = service.scope { bytes.number(scope) }
    if !service.replaced.isEmpty { replacements(service.replaced) }
  }

  /// Writes a key exactly as its service spells the key, so that the reader finds the service.
  private mutating func key(_ key: ServiceKey, _ target: Int?, among services: [PlannedService]) {
    bytes.text(target.map { services[$0].key.text } ?? key.text)
  }

  mutating func factory(_ factory: PlannedFactory, among services: [PlannedService]) {
    let number = tables.number(ofFactory: factory.name)
    bytes.number(number)
    place(factory.origin)
    if let template = factory.template {
      bytes.byte(CompiledFormat.SettingsState.open.rawValue)
      literal(template)
    } else if let settings = factory.settings {
      bytes.byte(CompiledFormat.SettingsState.fixed.rawValue)
      literal(settings)
    } else {
      bytes.byte(CompiledFormat.SettingsState.none.rawValue)
    }
    for (argument, slot) in zip(factory.arguments, tables.factories[number].dependencies) {
      self.argument(argument, slot, among: services)
    }
  }

  private mutating func argument(
    _ argument: PlannedArgument, _ slot: CatalogDependency, among services: [PlannedService]
  ) {
    typealias Flag = CompiledFormat.ArgumentFlag
    let targets = argument.targets.map { services[$0].key.text }
    let isOne = slot.kind != .all && !targets.isEmpty
    let usual = isOne ? targets[0] : slot.key
    let label = argument.label == slot.label ? nil : argument.label
    var flags: UInt8 = 0
    if argument.isWritten { flags |= Flag.isWritten }
    if label != nil { flags |= Flag.hasLabel }
    if isOne { flags |= Flag.hasTarget }
    if argument.asked != usual { flags |= Flag.hasOwnName }
    bytes.byte(flags)
    if argument.isWritten { place(argument.origin) }
    if let label { bytes.text(label) }
    if slot.kind == .all { bytes.list(targets) { $0.text($1) } } else if isOne { bytes.text(targets[0]) }
    if argument.asked != usual { bytes.text(argument.asked) }
  }

  private mutating func literal(_ literal: Literal) {
    switch literal.content {
    case .template(let text):
      bytes.kind(.template)
      place(literal.location)
      bytes.byte(text.isWhole ? 1 : 0)
      bytes.number(text.pieces.count)
      for piece in text.pieces {
        switch piece {
        case .text(let part):
          bytes.byte(0)
          bytes.text(part)
        case .parameter(let use):
          bytes.byte(1)
          located(use)
        }
      }
    case .list(let elements):
      bytes.kind(.list)
      place(literal.location)
      bytes.number(elements.count)
      for element in elements { self.literal(element) }
    case .map(let entries):
      bytes.kind(.map)
      place(literal.location)
      bytes.number(entries.count)
      for entry in entries {
        located(entry.name)
        self.literal(entry.value)
      }
    default:
      let scalar = literal.content.scalar ?? .null
      if literal.text != scalar.plainText {
        bytes.kind(.written)
        bytes.text(literal.text)
      }
      bytes.scalar(scalar)
      place(literal.location)
    }
  }

  mutating func parameter(_ parameter: ComposedParameter) {
    typealias Flag = CompiledFormat.ParameterFlag
    located(parameter.name)
    bytes.byte(UInt8(ParameterType.allCases.firstIndex(of: parameter.type) ?? 0))
    var flags = parameter.traits.rawValue
    if parameter.default != nil { flags |= Flag.hasDefault }
    if parameter.minimum != nil { flags |= Flag.hasMinimum }
    if parameter.maximum != nil { flags |= Flag.hasMaximum }
    bytes.byte(flags)
    switch parameter.source {
    case nil: bytes.byte(CompiledFormat.SourceKind.none.rawValue)
    case .value(let value)?:
      bytes.byte(CompiledFormat.SourceKind.value.rawValue)
      literal(value)
    case .env(let name)?:
      bytes.byte(CompiledFormat.SourceKind.env.rawValue)
      located(name)
    case .file(let path)?:
      bytes.byte(CompiledFormat.SourceKind.file.rawValue)
      located(path)
    }
    for value in [parameter.default, parameter.minimum, parameter.maximum] {
      if let value { literal(value) }
    }
    bytes.number(parameter.cases.count)
    for name in parameter.cases { located(name) }
    replacements(parameter.history)
  }
}
