/// What a stage consists of.
extension CompiledCoder {
  /// Which of the shared services or parameters a stage uses, stored as runs of consecutive numbers.
  ///
  /// - Parameter count: How many there are; unknown while writing.
  @discardableResult
  mutating func runs(_ written: [Range<Int>]?, of count: Int = .max) throws(Malformed) -> [Range<Int>] {
    var total = 0
    var next = 0
    return try list(written) { coder, run throws(Malformed) in
      let (first, overflows) = next.addingReportingOverflow(try coder.signed(run.map { $0.lowerBound - next }))
      let length = try coder.number(run?.count)
      guard !overflows, first >= 0, length <= count - total, first <= count - length else { throw Malformed() }
      total += length
      next = first + length
      return first..<next
    }
  }

  /// All of a stage but its services and parameters.
  @discardableResult
  mutating func rest(
    _ written: OpenPlan?
  ) throws(Malformed) -> (collections: [PlannedCollection], phases: [PlannedPhase]) {
    let collections = try list(written?.collections) { coder, collection throws(Malformed) in
      let name = try coder.text(collection?.name)
      let element = try coder.text(collection?.element.text)
      return PlannedCollection(name, ServiceKey(element), try coder.targets(collection?.members))
    }
    let phases = try list(written?.phases) { coder, phase throws(Malformed) in
      let name = try coder.text(phase?.name)
      let initializers = try coder.list(phase?.initializers) { coder, initializer throws(Malformed) in
        let continuesAfterFailure = try coder.flag(initializer?.continuesAfterFailure)
        return PlannedInitializer(try coder.factory(initializer?.factory), continuesAfterFailure)
      }
      return PlannedPhase(name, initializers)
    }
    return (collections, phases)
  }

  @discardableResult
  mutating func service(_ written: PlannedService?) throws(Malformed) -> PlannedService {
    let key = ServiceKey(try text(written?.key.text))
    let code = try byte(written.map(CompiledFormat.code))
    guard let kind = CompiledFormat.ServiceKind(rawValue: code & 3) else { throw Malformed() }
    let origin = try place(written?.origin)
    let keyOrigin = try place(written?.keyOrigin)
    return PlannedService(
      key: key, kind: try self.kind(kind, of: written), scope: try scope(Int(code >> 3 & 7), written?.scope),
      isEager: code & 4 != 0, origin: origin, keyOrigin: keyOrigin,
      replaced: code & 64 == 0 ? [] : try replacements(written?.replaced), mayBeAbsent: code & 128 != 0)
  }

  private mutating func scope(
    _ code: Int, _ written: PlannedService.Scope?
  ) throws(Malformed) -> PlannedService.Scope {
    let known = CompiledFormat.scopes
    if known.indices.contains(code) { return known[code] }
    let declared: Int? = if case .declared(let scope)? = written { scope } else { nil }
    let number = try number(declared)
    guard code == known.count, contents.scopes.indices.contains(number) else { throw Malformed() }
    return .declared(number)
  }

  private mutating func kind(
    _ kind: CompiledFormat.ServiceKind, of written: PlannedService?
  ) throws(Malformed) -> PlannedService.Kind {
    switch kind {
    case .factory:
      let uses = written?.factories
      let main = try factory(uses?.first)
      let decorators = try list(uses.map { Array($0.dropFirst()) }) { coder, use throws(Malformed) in
        try coder.factory(use)
      }
      return .factory(main, decorators: decorators)
    case .alias:
      let alias: (key: ServiceKey, target: Int?)? =
        if case .alias(let key, let target)? = written?.kind { (key, target) } else { nil }
      let (key, target) = try target(alias?.target, alias?.key)
      return .alias(key, target)
    case .select:
      let choice: PlannedChoice? = if case .select(let choice)? = written?.kind { choice } else { nil }
      let parameter = try text(choice?.parameter)
      let cases = try list(choice?.cases) { coder, option throws(Malformed) in
        let value = try coder.text(option?.value)
        let (key, target) = try coder.target(option?.target, option?.key)
        return PlannedChoice.Case(value, key, target)
      }
      return .select(PlannedChoice(parameter: parameter, cases: cases))
    case .provided: return .provided
    }
  }

  /// A key exactly as its service spells the key, so that the reader finds the service, and the service's index; `nil`
  /// if no service has the key.
  private mutating func target(
    _ written: Int?, _ key: ServiceKey? = nil
  ) throws(Malformed) -> (key: ServiceKey, target: Int?) {
    if let key = written.map({ services[$0].key }) ?? key { return (ServiceKey(try text(key.text)), written) }
    let number = try number(nil)
    let text = try text(at: number)
    return (ServiceKey(text), positions[number] < 0 ? nil : positions[number])
  }

  private mutating func targets(_ written: [Int]?) throws(Malformed) -> [Int] {
    try list(written) { coder, target throws(Malformed) in
      guard let target = try coder.target(target).target else { throw Malformed() }
      return target
    }
  }

  /// The traits come from the table of factories, since the registered factories are the same.
  private mutating func factory(_ written: PlannedFactory?) throws(Malformed) -> PlannedFactory {
    let number = try number(written.map { factoryNumbers[$0.name] ?? 0 })
    guard contents.factories.indices.contains(number) else { throw Malformed() }
    let origin = try place(written?.origin)
    let state: CompiledFormat.SettingsState = try choice(
      written.map { $0.template != nil ? .open : $0.settings != nil ? .fixed : .none })
    let settings = state == .fixed ? try setting(written?.settings, isOpen: false) : nil
    let template = state == .open ? try setting(written?.template) : nil
    var arguments: [PlannedArgument] = []
    arguments.reserveCapacity(contents.factories[number].dependencies.count)
    for index in contents.factories[number].dependencies.indices {
      let argument = written.flatMap { $0.arguments.indices.contains(index) ? $0.arguments[index] : nil }
      arguments.append(try self.argument(argument, of: (number, index), factory: origin))
    }
    return PlannedFactory(
      name: contents.factories[number].name, arguments: arguments, settings: settings, template: template,
      origin: origin, isAsync: contents.factories[number].isAsync,
      isOnMain: contents.factories[number].isolation == .main, argument: contents.factories[number].argument,
      secretFields: contents.factories[number].settings?.secretFields ?? [])
  }

  private mutating func argument(
    _ written: PlannedArgument?, of slot: (factory: Int, dependency: Int), factory: SourceLocation
  ) throws(Malformed) -> PlannedArgument {
    let dependency = contents.factories[slot.factory].dependencies[slot.dependency]
    let only = dependency.kind == .all ? nil : written?.targets.first
    // The key is stored if it is neither the target's nor, without a target, the factory's.
    let usual = only.map { services[$0].key.text } ?? dependency.key
    let (isWritten, hasLabel, hasTarget, hasOwnName, _, _, _) = try flags(
      written?.isWritten, written?.label != nil && written?.label != dependency.label, only != nil,
      written?.asked != usual)
    let origin = isWritten ? try place(written?.origin) : factory
    let label = hasLabel ? try text(written?.label) : dependency.label
    var targets = Few<Int>.none
    var asked = dependency.key
    if dependency.kind == .all {
      targets = .list(try self.targets(written.map { Array($0.targets) }))
    } else if hasTarget {
      let (key, target) = try target(only)
      asked = key.text
      if let target { targets = .one(target) }
    }
    if hasOwnName { asked = try text(written?.asked) }
    return PlannedArgument(
      form: dependency.form, label: label, asked: asked, targets: targets, origin: origin, isWritten: isWritten)
  }

  private mutating func replacements(_ written: [Replacement]?) throws(Malformed) -> [Replacement] {
    try list(written) { coder, replacement throws(Malformed) in
      Replacement(try coder.text(replacement?.part), try coder.place(replacement?.previous))
    }
  }

  /// - Parameter isOpen: Whether the setting may refer to parameters. Its scalars then keep their text.
  private mutating func setting(
    _ written: Setting?, depth: Int = 0, isOpen: Bool = true
  ) throws(Malformed) -> Setting {
    guard depth <= Limits.mostNesting else { throw Malformed() }
    let kind = try self.kind(written.map(CompiledFormat.ValueKind.init))
    switch kind {
    case .list:
      let elements: [Setting]? = if case .list(let elements)? = written?.content { elements } else { nil }
      let location = try place(written?.location)
      let read = try list(elements) { coder, element throws(Malformed) in
        try coder.setting(element, depth: depth + 1, isOpen: isOpen)
      }
      return Setting(.list(read), at: location)
    case .map:
      let entries: [Setting.Entry]? = if case .map(let entries)? = written?.content { entries } else { nil }
      let location = try place(written?.location)
      let read = try list(entries) { coder, entry throws(Malformed) in
        let name = try coder.located(entry?.name)
        return Setting.Entry(name, try coder.setting(entry?.value, depth: depth + 1, isOpen: isOpen))
      }
      return Setting(.map(read), at: location)
    default: return try leaf(kind, written, isOpen: isOpen)
    }
  }

  /// Kept out of the recursive function, which then needs less of the call stack.
  @inline(never)
  private mutating func leaf(
    _ kind: CompiledFormat.ValueKind, _ written: Setting?, isOpen: Bool
  ) throws(Malformed) -> Setting {
    switch kind {
    case .template where isOpen:
      let text: OpenText? = if case .template(let text)? = written?.content { text } else { nil }
      let location = try place(written?.location)
      return Setting(.template(try template(text, at: location)), at: location)
    case .written where isOpen:
      let text = try text(written?.text)
      let scalar = try scalar(written.map { $0.content.scalar ?? .null })
      return Setting(.written(scalar, text: text), at: try place(written?.location))
    default:
      let scalar = try scalar(written.map { $0.content.scalar ?? .null }, kind)
      let content = isOpen ? .written(scalar, text: scalar.plainText) : scalar.content
      return Setting(content, at: try place(written?.location))
    }
  }

  private mutating func template(_ written: OpenText?, at location: SourceLocation) throws(Malformed) -> OpenText {
    let isWhole = try flag(written?.isWhole)
    let pieces = try list(written?.pieces) { coder, piece throws(Malformed) -> OpenText.Piece in
      var (text, use): (String?, ParameterUse?) = (nil, nil)
      switch piece {
      case .text(let part)?: text = part
      case .parameter(let parameter)?: use = parameter
      case nil: break
      }
      let isUse = try coder.flag(piece.map { _ in use != nil })
      return isUse ? .parameter(try coder.located(use)) : .text(try coder.text(text))
    }
    return OpenText(pieces: pieces, problems: isWhole ? [] : [Located(.nested, at: location)])
  }

  @discardableResult
  mutating func parameter(_ written: ComposedParameter?) throws(Malformed) -> ComposedParameter {
    let name = try located(written?.name)
    let type = try choice(written?.type)
    let (isSecret, isExposed, hasDefault, hasMinimum, hasMaximum, needsRestart, _) = try flags(
      written?.isSecret, written?.isExposed, written?.default != nil, written?.minimum != nil,
      written?.maximum != nil, written?.traits.contains(.restart))
    var (value, place): (Setting?, Located<String>?) = (nil, nil)
    switch written?.source {
    case .value(let literal)?: value = literal
    case .env(let name)?, .file(let name)?: place = name
    case nil: break
    }
    let source: ComposedParameter.Source? =
      switch try choice(written.flatMap { CompiledFormat.SourceKind(rawValue: $0.source?.field ?? "none") }) {
      case .none: nil
      case .value: .value(try setting(value))
      case .env: .env(try located(place))
      case .file: .file(try located(place))
      }
    let preset = hasDefault ? try setting(written?.default) : nil
    let minimum = hasMinimum ? try setting(written?.minimum) : nil
    let maximum = hasMaximum ? try setting(written?.maximum) : nil
    let cases = try list(written?.cases) { coder, name throws(Malformed) in try coder.located(name) }
    return ComposedParameter(
      name: name, type: type, source: source, default: preset,
      traits: ParameterTraits(secret: isSecret, exposed: isExposed, restart: needsRestart), minimum: minimum,
      maximum: maximum, cases: cases, description: nil, history: try replacements(written?.history))
  }
}
