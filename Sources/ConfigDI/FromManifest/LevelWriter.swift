/// Writes a stack's levels as overlay files, from the lowest level up.
struct LevelWriter {
  let services: [ServiceKey: ComposedService]
  let secrets: Set<String>
  /// The decorators of each service, after the levels written so far.
  private(set) var decorators: [ServiceKey: [YAMLValue]] = [:]

  /// A level as an overlay file; secrets are written separately.
  mutating func overlay(_ level: LevelDefinition) -> YAMLValue {
    .map(sections(of: level, isSaved: false))
  }

  /// A level as an overlay file, without instances and closures but with the facts needed to read it back.
  mutating func saved(_ level: LevelDefinition, without leftOut: [StackOmission]) -> YAMLValue {
    var sections = sections(of: level, isSaved: true)
    let used = Set(level.uses.map(\.key))
    let renewed = level.renewals.keys.filter { !used.contains($0) }.map(\.text).sorted()
    if !renewed.isEmpty { sections.append(.init(SavedLevels.renewedKey, .list(renewed.map { .text($0) }))) }
    if !leftOut.isEmpty {
      sections.append(
        .init(SavedLevels.leftOutKey, .list(leftOut.map { .text("\($0.kind.rawValue) \($0.name)") })))
    }
    return .map(sections)
  }

  func leftOut(of level: LevelDefinition, number: Int) -> [StackOmission] {
    let parts = level.uses.compactMap { key, source -> StackOmission? in
      source.part.map { (number, $0.isClosure ? .closure : .instance, key.text) }
    }
    let secret = level.values.filter { secrets.contains($0.name) }
    return parts + secret.map { (number, .secret, $0.name) }
  }

  /// The secrets of a level, marked with the hash of the saved levels that they belong to.
  func secrets(of level: LevelDefinition, beside text: String) -> YAMLValue {
    .map(
      head(of: level, hasSecrets: true) + [.init(SavedLevels.markKey, .text(SavedLevels.mark(of: text)))])
  }

  /// The beginning of a level's file, with the values of either the secret parameters or the others.
  private func head(of level: LevelDefinition, hasSecrets: Bool) -> [YAMLValue.Entry] {
    let head: [YAMLValue.Entry] = [.init("configdi", .plain("1")), .init("kind", .text("overlay"))]
    let values = level.values.filter { secrets.contains($0.name) == hasSecrets }
    return values.isEmpty ? head : head + [.init("parameters", .map(values))]
  }

  private mutating func sections(of level: LevelDefinition, isSaved: Bool) -> [YAMLValue.Entry] {
    var sections = head(of: level, hasSecrets: false)
    var entries: [YAMLValue.Entry] = []
    for (key, source) in level.uses where !isSaved || source.part == nil {
      entries.append(.init(key.text, entry(source, for: key, isSaved: isSaved)))
    }
    if !entries.isEmpty { sections.append(.init("services", .map(entries))) }
    return sections
  }

  /// The entry of a service. A factory keeps the scope, `eager`, the decorators and the collections of its service; an
  /// instance keeps only the collections.
  private mutating func entry(_ source: LevelDefinition.Source, for key: ServiceKey, isSaved: Bool) -> YAMLValue {
    let service = services[key]
    let planned = (service?.decorators ?? []).compactMap { $0.written() }
    var fields: [YAMLValue.Entry] = []
    switch source {
    case .factory(let name, let settings):
      decorators[key] = planned
      fields.append(.init("factory", .text(name)))
      if settings != .map([]) { fields.append(.init("settings", settings)) }
      if let scope = service?.scope { fields.append(.init("scope", .text(scope.value.text))) }
      if service?.isEager == true { fields.append(.init("eager", .plain("true"))) }
      // The settings of decorators may contain secrets, and nothing reads them back.
      let mayShowSecrets = isSaved && service?.decorators.contains { $0.settings != nil } == true
      if !planned.isEmpty, !mayShowSecrets { fields.append(.init("decorators", .list(planned))) }
    case .part(let closure) where closure.isClosure:
      let all = (decorators[key] ?? planned) + [.text(closure.name)]
      decorators[key] = all
      return .map([.init("decorators", .list(all))])
    case .part(let instance):
      decorators[key] = []
      fields.append(.init("factory", .text(instance.name)))
    }
    let collections = (service?.collect ?? []).map { YAMLValue.text($0.value) }
    if !collections.isEmpty { fields.append(.init("collect", .list(collections))) }
    return .map(fields)
  }
}
