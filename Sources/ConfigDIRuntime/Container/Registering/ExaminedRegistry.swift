/// A registry with the facts that are not computed during registration: names, dependencies, schemas and findings.
package struct ExaminedRegistry: Sendable {
  /// The factories that manifests may use, by name.
  let factories: [String: AnyFactory]
  let keys: [DeclaredKey]
  package let catalog: Catalog
  /// The full names of the catalog's types.
  package let typeNames: [String]
  /// The findings of the rules `DI411`, `DI412` and `DI414`.
  package let findings: [Diagnostic]
  /// The settings type of each factory that has one.
  let settings: [String: any ServiceSettings.Type]
  let schemas: [ObjectIdentifier: SettingsSchema]
  /// Settings that a replaced factory takes but its replacement does not, by factory name. A manifest may still contain
  /// these settings, but their values are not read.
  let unreadSettings: [String: [SettingsField]]
  /// The assemblies, in the order in which they were added.
  let assemblies: [any Assembly]
  let observers: [@Sendable (ContainerEvent) -> Void]

  /// The spellings of the catalog's types, recomputed on every access.
  package var spellings: KeySpellings { KeySpellings(of: Set(typeNames), besides: catalog.keys) }
}

extension FactoryRegistry {
  package func examined() -> ExaminedRegistry {
    var examination = Examination(self)
    return examination.run()
  }
}

private struct Examination {
  private let registry: FactoryRegistry
  private var places: RegistrationPlaces
  private var names: TypeNames
  private var products: [ObjectIdentifier: ProductKind] = [:]
  private var parameters: [ObjectIdentifier: FactoryParameter] = [:]
  private var diagnostics = Diagnostics()
  private var settings: [String: any ServiceSettings.Type] = [:]
  private var schemas: [ObjectIdentifier: SettingsSchema] = [:]
  /// The replaced factories, by name. A replaced factory and its replacement have the same name.
  private var replaced: [String: [AnyFactory]] = [:]
  private var unreadSettings: [String: [SettingsField]] = [:]

  init(_ registry: FactoryRegistry) {
    self.registry = registry
    places = RegistrationPlaces(registry)
    names = TypeNames(registry.keys)
  }

  mutating func run() -> ExaminedRegistry {
    let factories = chooseByName()
    var catalog = Catalog()
    catalog.keys = declaredKeys()
    // In the order of registration, so that memory is read in order before the factories are sorted.
    let ordered =
      factories.count == registry.factories.count
      ? registry.factories : registry.factories.filter { factories[$0.name] === $0 }
    catalog.factories = ordered.sorted { $0.name.precedes($1.name) }.map { describe($0) }
    return ExaminedRegistry(
      factories: factories, keys: registry.keys, catalog: catalog,
      typeNames: names.all, findings: diagnostics.sorted(), settings: settings, schemas: schemas,
      unreadSettings: unreadSettings, assemblies: registry.assemblies,
      observers: registry.observers)
  }

  private mutating func chooseByName() -> [String: AnyFactory] {
    var chosen: [String: AnyFactory] = [:]
    chosen.reserveCapacity(registry.factories.count)
    for factory in registry.factories {
      let earlier = chosen.updateValue(factory, forKey: factory.name)
      switch (earlier, factory.traits.contains(.replaces)) {
      case (nil, false): break
      case (nil, true):
        let others = chosen.keys.filter { $0 != factory.name }.sorted()
        diagnostics.report(.replacesNothing(factory.name, among: others, at: places[factory]))
      case (let earlier?, true): replaced[factory.name, default: []].append(earlier)
      case (let earlier?, false):
        chosen[factory.name] = earlier
        diagnostics.report(.duplicate(factory.name, at: places[factory], first: places[earlier]))
      }
    }
    return chosen
  }

  private mutating func declaredKeys() -> [CatalogKey] {
    var first: [String: DeclaredKey] = [:]
    var keys: [CatalogKey] = []
    for key in registry.keys {
      let place = places[key]
      if let earlier = first.updateValue(key, forKey: key.name) {
        first[key.name] = earlier
        diagnostics.report(
          .bad(.declaredTwice(key.name), at: place, related: .init(.declaredFirst, at: places[earlier])))
        continue
      }
      if key.name.isEmpty || key.name.contains("/") { diagnostics.report(.bad(.badKeyName(key.name), at: place)) }
      if !FactoryParameter.isKey(key.type) { diagnostics.report(.bad(.noKey(key.type), at: place)) }
      keys.append(CatalogKey(name: key.name, type: name(of: key.type, at: place)))
    }
    return keys.sorted { $0.name.precedes($1.name) }
  }

  private mutating func describe(_ factory: AnyFactory) -> CatalogFactory {
    let place = places[factory]
    var entry = CatalogFactory(name: factory.name)
    entry.file = place.file.path
    entry.location = place
    entry.deprecated = factory.details?.deprecated
    entry.isShareable = !factory.traits.contains(.unshared)
    entry.isAsync = factory.traits.contains(.async)
    entry.isolation = factory.traits.contains(.mainActor) ? .main : .none
    if factory.traits.contains(.initializer) {
      entry.role = .initializer
    } else {
      if factory.traits.contains(.decorator) { entry.role = .decorator }
      let product = factory.product
      let kind = products[of: product, ProductKind.init]
      if !kind.isKey { diagnostics.report(.bad(.noKey(product), at: place)) }
      entry.provides = name(of: product, at: place)
      entry.isReference = factory.traits.contains(.reference) || kind.isReference
      entry.isConcrete = !kind.isExistential
    }
    describeParameters(of: factory, in: &entry, at: place)
    return entry
  }

  private mutating func describeParameters(
    of factory: AnyFactory, in entry: inout CatalogFactory, at place: SourceLocation
  ) {
    var settingsCount = 0
    var argumentCount = 0
    let types = factory.parameterTypes
    entry.dependencies.reserveCapacity(types.count)
    for type in types {
      switch parameters[of: type, FactoryParameter.init] {
      case .settings(let type):
        settingsCount += 1
        guard settingsCount == 1 else { continue }
        settings[factory.name] = type
        entry.settings = schema(of: type, at: place)
      case .dependency(let form, let type):
        entry.dependencies.append(CatalogDependency(key: name(of: type, at: place), form: form))
      case .maker(let form, let type, let argument):
        entry.dependencies.append(
          CatalogDependency(
            key: name(of: type, at: place), form: form, argument: self.argument(argument, of: factory, at: place)))
      case .argument(let type):
        argumentCount += 1
        entry.argument = argument(type, of: factory, at: place)
      case .site: break
      case .meaningless(let type):
        diagnostics.report(.bad(.meaningless(type), at: place))
      }
    }
    if let others = replaced[factory.name] { keepSettings(of: others, in: &entry) }
    if argumentCount > 1 { diagnostics.report(.bad(.severalArguments(factory.name, argumentCount), at: place)) }
    if argumentCount > 0, factory.traits.contains(.initializer) {
      diagnostics.report(.bad(.argumentOfInitializer(factory.name), at: place))
    }
    if settingsCount > 1 { diagnostics.report(.bad(.severalSettings(factory.name, settingsCount), at: place)) }
    label(&entry, with: factory.details?.labels ?? [], at: place)
  }

  /// The full name of an argument's type.
  private mutating func argument(_ type: any Any.Type, of factory: AnyFactory, at place: SourceLocation) -> String {
    if let name = TypeName.name(of: type) { return name }
    diagnostics.report(.bad(.unstableArgument(factory.name, TypeName.short(type)), at: place))
    return TypeName.short(type)
  }

  /// Keeps the settings of replaced factories, since an SDK's manifest may set them although the app's replacement does
  /// not take them.
  private mutating func keepSettings(of others: [AnyFactory], in entry: inout CatalogFactory) {
    guard entry.settings?.isOpaque != true else { return }
    for other in others {
      for case let type as any ServiceSettings.Type in other.parameterTypes {
        let schema = schemas[ObjectIdentifier(type)] ?? SettingsSchema(of: type)
        var own = entry.settings ?? SettingsSchema(type: schema.type)
        for field in schema.fields where !own.fields.contains(where: { $0.name == field.name }) {
          let unread = SettingsField(field.name, .opaque, isOptional: true, isSecret: field.isSecret)
          own.fields.append(unread)
          unreadSettings[entry.name, default: []].append(unread)
        }
        entry.settings = own
      }
    }
  }

  private mutating func label(_ entry: inout CatalogFactory, with labels: [String], at place: SourceLocation) {
    guard !labels.isEmpty else { return }
    guard labels.count == entry.dependencies.count else {
      diagnostics.report(.bad(.labelCount(entry, labels.count), at: place))
      return
    }
    let named = labels.filter { $0 != "_" }
    if let twice = Set(named).count == named.count ? nil : named.first(where: { l in named.count { $0 == l } > 1 }) {
      diagnostics.report(.bad(.labelTwice(entry.name, twice), at: place))
      return
    }
    for (index, label) in labels.enumerated() where label != "_" { entry.dependencies[index].label = label }
  }

  private mutating func schema(of type: any ServiceSettings.Type, at place: SourceLocation) -> SettingsSchema {
    if let known = schemas[ObjectIdentifier(type)] { return known }
    let schema = SettingsSchema(of: type)
    schemas[ObjectIdentifier(type)] = schema
    for problem in DefaultsCheck.problems(in: type, schema: schema, at: place) {
      diagnostics.report(.bad(problem, at: place))
    }
    return schema
  }

  private mutating func name(of type: any Any.Type, at place: SourceLocation) -> String {
    let collisions = names.collisions.count
    guard let name = names.name(of: type) else {
      diagnostics.report(.unstable(type, at: place))
      return TypeName.short(type)
    }
    if names.collisions.count > collisions { diagnostics.report(.bad(.sharedName(name), at: place)) }
    return name
  }
}

/// The locations of registrations. Each Swift file has one `SourceFile`, with a known number of lines but no text.
private struct RegistrationPlaces {
  /// The files, by the address of the `fileID` literal. Each file has one such literal.
  private var files: [UInt: SourceFile] = [:]

  init(_ registry: FactoryRegistry) {
    var last: [UInt: (name: StaticString, line: UInt32)] = [:]
    for factory in registry.factories {
      last[factory.fileID.address, default: (factory.fileID, 1)].line.raise(to: factory.line)
    }
    for key in registry.keys { last[key.fileID.address, default: (key.fileID, 1)].line.raise(to: key.line) }
    let lines = Dictionary(last.values.map { ($0.name.description, $0.line) }, uniquingKeysWith: max)
    let named = Dictionary(uniqueKeysWithValues: lines.map { ($0, SourceFile(path: $0, lines: Int($1))) })
    for (address, file) in last { files[address] = named[file.name.description] }
  }

  subscript(_ factory: AnyFactory) -> SourceLocation { place(factory.fileID, factory.line) }
  subscript(_ key: DeclaredKey) -> SourceLocation { place(key.fileID, key.line) }

  private func place(_ fileID: StaticString, _ line: UInt32) -> SourceLocation {
    let file = files[fileID.address] ?? SourceFile(path: fileID.description, lines: Int(line))
    let offset = max(0, Int(line) - 1)
    return file.location(offset..<offset)
  }
}

extension StaticString {
  fileprivate var address: UInt {
    hasPointerRepresentation ? UInt(bitPattern: utf8Start) : UInt(unicodeScalar.value)
  }
}

extension UInt32 {
  fileprivate mutating func raise(to other: UInt32) {
    if other > self { self = other }
  }
}

extension String {
  /// Whether this string precedes another string in byte order. Compares the bytes in place, without copying them.
  fileprivate func precedes(_ other: String) -> Bool {
    let inMemory = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.lexicographicallyPrecedes($0) }
    }
    return inMemory.flatMap { $0 } ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}

/// The facts about a factory that can be seen from its product's type alone.
private struct ProductKind {
  let isKey: Bool
  /// Whether the type's instances are class instances.
  let isReference: Bool
  /// Whether Swift spells the type with `any`.
  let isExistential: Bool

  init(_ type: any Any.Type) {
    isKey = FactoryParameter.isKey(type)
    let mangled = _mangledTypeName(type) ?? ""
    // The ends of a protocol's mangled name: alone or with constraints, with AnyObject, or with a class.
    let isProtocol = mangled.hasSuffix("_p") || mangled.hasSuffix("XP")
    isExistential = isProtocol || mangled.hasSuffix("_Xl") || mangled.hasSuffix("_Xc")
    // An existential that is not limited to classes stores a value of three words beside its type.
    isReference =
      type is any AnyObject.Type
      || (isProtocol && type != (any Error).self && Self.size(of: type) < 4 * MemoryLayout<Int>.size)
  }

  private static func size<Type>(of type: Type.Type) -> Int { MemoryLayout<Type>.size }
}

extension Dictionary where Key == ObjectIdentifier {
  /// The value for a type, computed on first access.
  fileprivate subscript(of type: any Any.Type, _ find: (any Any.Type) -> Value) -> Value {
    mutating get {
      if let known = self[ObjectIdentifier(type)] { return known }
      let found = find(type)
      self[ObjectIdentifier(type)] = found
      return found
    }
  }
}

extension ExaminedRegistry {
  /// The settings of a planned factory as the settings type interprets them, with values in normal form and defaults
  /// for omitted values.
  func settings(of use: PlannedFactory) -> Setting? {
    guard let type = settings[use.name], let schema = schemas[ObjectIdentifier(type)] else { return use.settings }
    return Setting.entries(of: use.settings, at: use.origin).layered(over: type.defaults.json)
      .meant(by: schema.fields, isOpaque: schema.isOpaque)
  }
}

/// The settings types of the factories, and their schemas.
struct SettingsSchemas: Sendable {
  let types: [String: any ServiceSettings.Type]
  let schemas: [ObjectIdentifier: SettingsSchema]

  /// The settings of a planned factory, with defaults for omitted values, and with each `Secret` marked as such.
  func settingsMarkingSecrets(of use: PlannedFactory) -> Setting {
    var marked = Setting.entries(of: use.settings, at: use.origin)
    guard let type = types[use.name], let schema = schemas[ObjectIdentifier(type)] else { return marked }
    marked = marked.layered(over: type.defaults.json)
    marked.markSecrets(schema.fields) { setting, name in
      if setting.secret == nil { setting.secret = name }
    }
    return marked
  }
}

extension ExaminedRegistry: SettingsValidating {
  /// Checks settings, and reports every mismatch with the schema or, if all values match it, the error that decoding
  /// throws.
  package func validate(
    factory name: String, settings: Setting?, at entry: SourceLocation, reporting: inout Diagnostics
  ) {
    guard factories[name] != nil else { return }
    let type = self.settings[name]
    let before = reporting.findings.count
    var schema = type.flatMap { schemas[ObjectIdentifier($0)] }
    if let unread = unreadSettings[name] {
      var own = schema ?? SettingsSchema(type: "settings")
      own.fields += unread
      schema = own
    }
    checkSettings(
      settings, against: schema, of: name, at: entry, reporting: &reporting)
    let found = reporting.findings[before...]
    guard found.allSatisfy({ $0.rule == .unknownSetting }) else { return }
    // If a name is misspelled, the intended setting is missing too.
    decode(settings, of: name, at: entry, ignoringMissing: !found.isEmpty, reporting: &reporting)
  }

  /// Decodes settings that the schema accepts, and reports the error if that fails.
  package func decode(
    _ settings: Setting?, of name: String, at entry: SourceLocation, ignoringMissing: Bool = false,
    reporting: inout Diagnostics
  ) {
    guard let type = self.settings[name],
      let problem = SettingsDecoding.problem(with: type, from: settings, at: entry),
      !ignoringMissing || problem.kind != .missing
    else { return }
    reporting.report(.refused(problem, of: name))
  }
}

extension Diagnostic {
  fileprivate static func refused(_ problem: SettingProblem, of factory: String) -> Diagnostic {
    let rule: Rule =
      switch problem.kind {
      case .wrong, .unknownValue: .wrongSetting
      case .missing: .missingSetting
      case .exposed: .secretExposed
      }
    return Diagnostic(
      rule, .wrongSetting([], of: factory, problem.message), at: problem.location, help: problem.help,
      symbol: "settings")
  }
}
