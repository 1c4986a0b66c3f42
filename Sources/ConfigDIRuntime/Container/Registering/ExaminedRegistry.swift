/// A registry with the facts that are not computed during registration: names, dependencies, schemas and findings.
package struct ExaminedRegistry: Sendable {
  let factories: [String: AnyFactory]
  let keys: [DeclaredKey]
  package let catalog: Catalog
  /// The spellings of the catalog's types, found at the first call.
  package let keyNames: @Sendable () -> KeyNames
  /// The findings of the rules `DI411`, `DI412` and `DI414`.
  package let findings: [Diagnostic]
  /// The settings that factories take, by factory name.
  let settings: [String: FactorySettings]
  /// The schemas of replacements, by factory name. A manifest may still contain the settings that only the replaced
  /// factory takes, but their values are not read.
  let schemasOfReplacements: [String: SettingsSchema]
  let assemblies: [any Assembly]
  let observers: [@Sendable (ContainerEvent) -> Void]
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
  private var settings: [String: FactorySettings] = [:]
  private var schemas: [ObjectIdentifier: SettingsSchema] = [:]
  private var invalidDefaults: Set<ObjectIdentifier> = []
  /// The replaced factories, by name. A replaced factory and its replacement have the same name.
  private var replaced: [String: [AnyFactory]] = [:]
  private var schemasOfReplacements: [String: SettingsSchema] = [:]

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
    catalog.factories.reserveCapacity(ordered.count)
    for factory in ordered.sorted(by: { $0.name.precedes($1.name) }) {
      // In place, as an entry is expensive to copy.
      catalog.factories.append(CatalogFactory(name: factory.name))
      describe(factory, in: &catalog.factories[catalog.factories.count - 1])
    }
    let types = names.all
    let custom = catalog.keys
    let keyNames = Memo<KeyNames>()
    return ExaminedRegistry(
      factories: factories, keys: registry.keys, catalog: catalog,
      keyNames: { keyNames.answer { KeyNames(of: Set(types), besides: custom) } }, findings: diagnostics.sorted(),
      settings: settings, schemasOfReplacements: schemasOfReplacements, assemblies: registry.assemblies,
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
        diagnostics.report(
          .replacesNothing, "factory '\(factory.name)' replaces nothing: no earlier factory has that name",
          at: places[factory],
          help: Spelling.help(for: Spelling.suggestions(for: factory.name, among: others))
            + ["add the assembly that registers it before this assembly, or remove 'replace: true'"],
          symbol: "factories.\(factory.name)")
      case (let earlier?, true): replaced[factory.name, default: []].append(earlier)
      case (let earlier?, false):
        chosen[factory.name] = earlier
        diagnostics.report(
          .duplicateFactory, "factory '\(factory.name)' is registered twice", at: places[factory],
          related: [.init("first registered here", at: places[earlier])],
          help: ["add 'replace: true' to the later registration if it should replace the earlier one"],
          symbol: "factories.\(factory.name)")
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
        report(
          "key '\(key.name)' is declared twice", "declare it once, and share the constant", at: place,
          related: [.init("first declared here", at: places[earlier])])
        continue
      }
      if key.name.isEmpty || key.name.contains("/") {
        let problem =
          key.name.isEmpty ? "a key has no name" : "key '\(key.name)' contains '/', which starts a variant in manifests"
        report(problem, "use a name such as 'reporting.db'", at: place)
      }
      if !FactoryParameter.isKey(key.type) { reportNoKey(key.type, at: place) }
      keys.append((name: key.name, type: name(of: key.type, at: place)))
    }
    return keys.sorted { $0.name.precedes($1.name) }
  }

  private mutating func describe(_ factory: AnyFactory, in entry: inout CatalogFactory) {
    let place = places[factory]
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
      let kind = products.answer(ObjectIdentifier(product)) { ProductKind(product) }
      if !kind.isKey { reportNoKey(product, at: place) }
      entry.provides = name(of: product, at: place)
      entry.isReference = factory.traits.contains(.reference) || kind.isReference
      entry.isConcrete = !kind.isExistential
    }
    describeParameters(of: factory, in: &entry, at: place)
  }

  private mutating func describeParameters(
    of factory: AnyFactory, in entry: inout CatalogFactory, at place: SourceLocation
  ) {
    var settingsCount = 0
    var argumentCount = 0
    let types = factory.parameterTypes
    entry.dependencies.reserveCapacity(types.count)
    for type in types {
      switch parameters.answer(ObjectIdentifier(type), { FactoryParameter(type) }) {
      case .settings(let type):
        settingsCount += 1
        guard settingsCount == 1 else { continue }
        let schema = schema(of: type, at: place)
        settings[factory.name] = FactorySettings(
          type: type, schema: schema, hasInvalidDefaults: invalidDefaults.contains(ObjectIdentifier(type)))
        entry.settings = schema
      case .instance(let type):
        entry.dependencies.append(CatalogDependency(key: name(of: type, at: place), form: .instance))
      case .wrapper(let wrapper):
        let (wrapped, form) = (wrapper.wrapped, wrapper.form)
        guard products.answer(ObjectIdentifier(wrapped), { ProductKind(wrapped) }).isKey else {
          report(
            "\(TypeName.short(type)) cannot be a parameter: 'Lazy', providers, makers, optionals and arrays can contain only a service type",
            "use these forms only for services, and take settings directly", at: place)
          continue
        }
        entry.dependencies.append(
          CatalogDependency(
            key: name(of: wrapped, at: place), form: form,
            argument: wrapper.argument.map { argument($0, of: factory, at: place) }))
      case .argument(let wrapper):
        argumentCount += 1
        entry.argument = argument(wrapper.argument, of: factory, at: place)
      case .site: break
      }
    }
    if let others = replaced[factory.name] { keepSettings(of: others, in: &entry) }
    if argumentCount > 1 {
      report(
        "factory '\(factory.name)' has \(argumentCount) 'Argument' parameters",
        "put all values that a call passes into one struct", at: place)
    }
    if argumentCount > 0, factory.traits.contains(.initializer) {
      report(
        "initializer '\(factory.name)' takes an argument, but a phase passes none",
        "read the value from settings, or take a service that has it", at: place)
    }
    if settingsCount > 1 {
      report(
        "factory '\(factory.name)' has \(settingsCount) settings parameters",
        "put all of its settings into one 'ServiceSettings' type", at: place)
    }
    label(&entry, with: factory.details?.labels ?? [], at: place)
  }

  private mutating func argument(_ type: any Any.Type, of factory: AnyFactory, at place: SourceLocation) -> String {
    if let name = TypeName.name(of: type) { return name }
    let short = TypeName.short(type)
    report(
      "factory '\(factory.name)' takes an argument of \(short), which is private or local, so its name changes with each build",
      "make \(short) internal, or move it out of the function", at: place)
    return short
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
          own.fields.append(SettingsField(field.name, .opaque, isOptional: true, isSecret: field.isSecret))
        }
        entry.settings = own
      }
    }
    schemasOfReplacements[entry.name] = entry.settings
  }

  private mutating func label(_ entry: inout CatalogFactory, with labels: [String], at place: SourceLocation) {
    guard !labels.isEmpty else { return }
    let needed = entry.dependencies.count
    guard labels.count == needed else {
      let keys = entry.dependencies.map(\.key).joined(separator: ", ")
      return report(
        "factory '\(entry.name)' has \(counted(labels.count, "label")) for \(needed) dependencies",
        needed == 0
          ? "remove 'labels': the factory has no dependencies"
          : "give one label for each of these keys, in this order: \(keys); use '_' for a parameter without a label, and leave out settings, the argument and the decorated instance",
        at: place)
    }
    let named = labels.filter { $0 != "_" }
    if let twice = Set(named).count == named.count ? nil : named.first(where: { l in named.count { $0 == l } > 1 }) {
      return report(
        "factory '\(entry.name)' uses the label '\(twice)' for two dependencies",
        "give each dependency a different label", at: place)
    }
    for (index, label) in labels.enumerated() where label != "_" { entry.dependencies[index].label = label }
  }

  private mutating func schema(of type: any ServiceSettings.Type, at place: SourceLocation) -> SettingsSchema {
    if let known = schemas[ObjectIdentifier(type)] { return known }
    let schema = SettingsSchema(of: type)
    schemas[ObjectIdentifier(type)] = schema
    checkDefaults(of: type, schema, at: place)
    return schema
  }

  /// Checks that each default value in a settings type belongs to an existing setting and has the right type.
  private mutating func checkDefaults(
    of type: any ServiceSettings.Type, _ schema: SettingsSchema, at place: SourceLocation
  ) {
    let settings = Setting(type.defaults.json, at: place)
    if case .map(let entries) = settings.content, entries.isEmpty { return }
    var found = Diagnostics()
    checkSettings(settings, against: schema, of: schema.type, at: place, reporting: &found)
    // A setting that the defaults leave out must come from the manifest.
    for finding in found.findings where finding.rule != .missingSetting {
      invalidDefaults.insert(ObjectIdentifier(type))
      let about = finding.message.replacing(" of factory '\(schema.type)'", with: "")
        .replacing("factory '\(schema.type)' has no setting", with: "there is no setting")
      report(
        "invalid default in \(schema.type): \(about)", finding.help.first ?? "correct the entry in its 'defaults'",
        at: place)
    }
  }

  private mutating func name(of type: any Any.Type, at place: SourceLocation) -> String {
    let collisions = names.collisions
    guard let name = names.name(of: type) else {
      let short = TypeName.short(type)
      report(
        "\(short) is private or local, so its name changes with each build",
        "declare a key for it, 'registry.declare(Key<\(short)>(\"…\"))', or make it internal", at: place)
      return short
    }
    if names.collisions > collisions {
      report(
        "two types have the full name \(name)",
        "rename one, or move it out of the extension that declares it in another module's type", at: place)
    }
    return name
  }

  private mutating func reportNoKey(_ type: any Any.Type, at place: SourceLocation) {
    report(
      "\(TypeName.short(type)) cannot be a key: it is an optional, an array, a deferred dependency, an argument or settings",
      "provide the service type itself; a factory that depends on it decides whether to take it as a Lazy or a provider",
      at: place)
  }

  private mutating func report(
    _ problem: String, _ remedy: String, at place: SourceLocation, related: [Diagnostic.Related] = []
  ) {
    diagnostics.report(.badRegistration, problem, at: place, related: related, help: [remedy])
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
