struct StageReader {
  private let contents: CompiledContents
  /// The registered factories, in the order of the compiled manifest's factories.
  private let factories: [CatalogFactory]
  /// For each string's number, the index of the service that has this string as its key; -1 if there is none.
  private var positions: [Int]
  var reader: ByteReader
  /// The number of the file in the last location that was read.
  private var file = -1
  private var start = 0

  init(_ contents: CompiledContents, factories: [CatalogFactory]) {
    self.contents = contents
    self.factories = factories
    positions = [Int](repeating: -1, count: contents.reader.texts.count)
    reader = contents.reader
  }

  mutating func plan(of stage: Int) throws(Malformed) -> OpenPlan {
    guard contents.stageParts.indices.contains(stage), factories.count == contents.factories.count else {
      throw Malformed()
    }
    go(to: contents.stageParts[stage])
    let services = try references(to: contents.serviceParts)
    let parameters = try references(to: contents.parameterParts)
    let rest = reader
    try findPositions(services)
    reader = rest
    let collections = try list { stage throws(Malformed) in try stage.collection() }
    file = -1
    let phases = try list { stage throws(Malformed) in try stage.phase() }
    guard reader.remaining == 0 else { throw Malformed() }
    var planned: [PlannedService] = []
    planned.reserveCapacity(services.count)
    for part in services { planned.append(try service(in: part)) }
    var composed: [ComposedParameter] = []
    for part in parameters { composed.append(try parameter(in: part)) }
    return OpenPlan(
      manifest: contents.entry, stage: contents.stages[stage], scopes: contents.scopes, services: planned,
      parameters: composed, phases: phases, collections: collections)
  }

  mutating func list<Element>(
    _ element: (inout StageReader) throws(Malformed) -> Element
  ) throws(Malformed) -> [Element] {
    var list: [Element] = []
    for _ in 0..<(try reader.count()) { list.append(try element(&self)) }
    return list
  }

  mutating func go(to part: Range<Int>) {
    reader.go(to: part)
    file = -1
    start = 0
  }

  /// Reads which of the shared services or parameters a stage uses. They are stored as runs of consecutive numbers.
  private mutating func references(to parts: [Range<Int>]) throws(Malformed) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var next = 0
    for _ in 0..<(try reader.count()) {
      let (first, overflows) = next.addingReportingOverflow(try reader.signed())
      let count = try reader.number()
      guard !overflows, first >= 0, count <= parts.count - result.count, first <= parts.count - count else {
        throw Malformed()
      }
      result += parts[first..<first + count]
      next = first + count
    }
    return result
  }

  private mutating func findPositions(_ services: [Range<Int>]) throws(Malformed) {
    for (position, part) in services.enumerated() {
      reader.go(to: part)
      let key = try reader.number()
      guard positions.indices.contains(key), positions[key] < 0 else { throw Malformed() }
      positions[key] = position
    }
  }

  private func position(_ key: Int) throws(Malformed) -> Int? {
    guard positions.indices.contains(key) else { throw Malformed() }
    return positions[key] < 0 ? nil : positions[key]
  }

  private mutating func collection() throws(Malformed) -> PlannedCollection {
    let name = try reader.text()
    let element = try reader.text()
    return (name, ServiceKey(element), try targets())
  }

  private mutating func targets() throws(Malformed) -> [Int] {
    try list { stage throws(Malformed) in
      guard let target = try stage.position(try stage.reader.number()) else { throw Malformed() }
      return target
    }
  }

  private mutating func phase() throws(Malformed) -> PlannedPhase {
    let name = try reader.text()
    let initializers = try list { stage throws(Malformed) -> PlannedInitializer in
      let continuesAfterFailure = try stage.reader.byte() != 0
      return (try stage.factory(), continuesAfterFailure)
    }
    return (name, initializers)
  }

  mutating func location() throws(Malformed) -> SourceLocation {
    let head = try reader.number()
    if head & 1 == 1 {
      file = try reader.number()
      start = 0
    }
    guard contents.files.indices.contains(file) else { throw Malformed() }
    let distance = head >> 1
    start += distance & 1 == 0 ? distance >> 1 : -(distance >> 1) - 1
    let length = try reader.number()
    guard start >= 0, start <= Int(UInt32.max), length <= Int(UInt32.max) - start else { throw Malformed() }
    return contents.files[file].location(start..<start + length)
  }

  mutating func located() throws(Malformed) -> Located<String> {
    let text = try reader.text()
    return Located(text, at: try location())
  }

  mutating func replacements() throws(Malformed) -> [Replacement] {
    try list { stage throws(Malformed) in (try stage.reader.text(), try stage.location()) }
  }

  private mutating func service(in part: Range<Int>) throws(Malformed) -> PlannedService {
    go(to: part)
    let key = ServiceKey(try reader.text())
    let flags = try reader.byte()
    guard let kind = CompiledFormat.ServiceKind(rawValue: flags & 3) else { throw Malformed() }
    let origin = try location()
    let keyOrigin = try location()
    let planned = PlannedService(
      key: key, kind: try self.kind(kind), scope: try scope(Int(flags >> 3 & 7)), isEager: flags & 4 != 0,
      origin: origin, keyOrigin: keyOrigin, replaced: flags & 64 == 0 ? [] : try replacements(),
      mayBeAbsent: flags & 128 != 0)
    guard reader.remaining == 0 else { throw Malformed() }
    return planned
  }

  private mutating func scope(_ code: Int) throws(Malformed) -> PlannedService.Scope {
    let known = CompiledFormat.scopes
    if known.indices.contains(code) { return known[code] }
    let number = try reader.number()
    guard code == known.count, contents.scopes.indices.contains(number) else { throw Malformed() }
    return .declared(number)
  }

  private mutating func kind(_ kind: CompiledFormat.ServiceKind) throws(Malformed) -> PlannedService.Kind {
    switch kind {
    case .factory:
      let main = try factory()
      return .factory(main, decorators: try list { stage throws(Malformed) in try stage.factory() })
    case .alias:
      let key = try reader.number()
      return .alias(ServiceKey(try reader.text(key)), try position(key))
    case .select:
      let parameter = try reader.text()
      let cases = try list { stage throws(Malformed) -> PlannedChoice.Case in
        let value = try stage.reader.text()
        let key = try stage.reader.number()
        return (value, ServiceKey(try stage.reader.text(key)), try stage.position(key))
      }
      return .select(PlannedChoice(parameter: parameter, cases: cases))
    case .provided: return .provided
    }
  }

  private mutating func factory() throws(Malformed) -> PlannedFactory {
    let number = try reader.number()
    guard factories.indices.contains(number) else { throw Malformed() }
    let compiled = contents.factories[number]
    let live = factories[number]
    guard compiled.dependencies.count == live.dependencies.count else { throw Malformed() }
    let origin = try location()
    guard let state = CompiledFormat.SettingsState(rawValue: try reader.byte()) else { throw Malformed() }
    var settings: Setting?
    var template: Literal?
    switch state {
    case .none: break
    case .fixed: settings = try setting(isOpen: false)
    case .open: template = try setting()
    }
    var arguments: [PlannedArgument] = []
    arguments.reserveCapacity(live.dependencies.count)
    for (slot, asked) in zip(live.dependencies, compiled.dependencies) {
      arguments.append(try argument(of: slot, asked.key, factory: origin))
    }
    let fields = live.settings?.fields ?? []
    return PlannedFactory(
      name: compiled.name, arguments: arguments, settings: settings, template: template, origin: origin,
      isAsync: live.isAsync, isOnMain: live.isolation == .main, argument: live.argument,
      secretFields: fields.contains(where: \.hasSecret) ? fields : [])
  }

  private mutating func argument(
    of slot: CatalogDependency, _ key: String, factory: SourceLocation
  ) throws(Malformed) -> PlannedArgument {
    let (isWritten, hasLabel, hasTarget, hasOwnName, _, _, _) = try reader.flags()
    let origin = isWritten ? try location() : factory
    let label = hasLabel ? try reader.text() : slot.label
    var targets: [Int] = []
    var asked = key
    if slot.kind == .all {
      targets = try self.targets()
    } else if hasTarget {
      let target = try reader.number()
      asked = try reader.text(target)
      if let position = try position(target) { targets = [position] }
    }
    // The key is stored if it is neither the target's nor, without a target, the factory's.
    if hasOwnName { asked = try reader.text() }
    return PlannedArgument(
      form: slot.form, label: label, asked: asked, targets: targets, origin: origin, isWritten: isWritten)
  }
}
