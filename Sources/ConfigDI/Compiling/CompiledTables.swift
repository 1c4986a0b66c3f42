/// The tables that all stages of a compiled manifest share while it is written.
struct CompiledTables {
  /// The bytes of each string. Swift strings with different bytes may be equal, but settings with different bytes are not.
  let texts = RecordTable()
  /// Every factory that a service or phase names, sorted by name. Types are spelled as in keys.
  let factories: [CatalogFactory]
  let keys: [CatalogKey]
  let files: [SourceFile]
  private let factoryNumbers: [String: Int]
  private let fileNumbers: [ObjectIdentifier: Int]

  init(_ plans: [OpenPlan], _ catalog: CatalogIndex, files: [SourceFile]) {
    let services = plans.flatMap(\.services)
    let planned = services.flatMap(\.factories) + plans.flatMap(\.phases).flatMap(\.initializers).map(\.factory)
    let used = Set(planned.map(\.name)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let factories = used.map { name in
      var factory = catalog.factory(named: name) ?? CatalogFactory(name: name)
      factory.provides = factory.provides.map { catalog.names.key($0).text }
      for index in factory.dependencies.indices {
        factory.dependencies[index].key = catalog.names.key(factory.dependencies[index].key).text
      }
      return factory
    }
    self.factories = factories
    let asked = factories.flatMap(\.dependencies).map { ServiceKey($0.key).nameText }
    let known = Set(services.map(\.key.nameText) + asked)
    keys = catalog.catalog.keys.filter { known.contains($0.name) }
      .map { (name: $0.name, type: catalog.names.key($0.type).text) }.sorted { $0.name < $1.name }
    self.files = files
    factoryNumbers = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
    fileNumbers = Dictionary(
      files.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  func number(ofText text: String) -> Int { texts.number(of: Array(text.utf8)) }

  func number(ofFactory name: String) -> Int { factoryNumbers[name] ?? 0 }

  func number(of file: SourceFile) -> Int { fileNumbers[ObjectIdentifier(file)] ?? 0 }
}

extension ByteWriter {
  mutating func factory(_ factory: CatalogFactory, schema: Int?) {
    text(factory.name)
    byte(UInt8(CatalogFactory.Role.allCases.firstIndex(of: factory.role) ?? 0))
    flags(
      factory.isAsync, factory.isolation == .main, factory.isShareable, factory.isReference, factory.provides != nil,
      schema != nil, factory.argument != nil)
    if let provides = factory.provides { text(provides) }
    list(factory.dependencies) { writer, dependency in
      writer.text(dependency.key)
      writer.byte(UInt8(DependencyForm.allCases.firstIndex(of: dependency.form) ?? 0))
      writer.optionalText(dependency.label)
      if dependency.form.isMaker { writer.optionalText(dependency.argument) }
    }
    if let schema { number(schema) }
    if let argument = factory.argument { text(argument) }
  }

  mutating func schema(_ schema: SettingsSchema) {
    text(schema.type)
    byte(schema.isOpaque ? 1 : 0)
    fields(schema.fields)
  }

  private mutating func fields(_ fields: [SettingsField]) { list(fields) { $0.field($1) } }

  private mutating func field(_ field: SettingsField) {
    text(field.name)
    flags(field.isOptional, field.isSecret, field.defaultText != nil, field.minimum != nil, field.maximum != nil)
    type(field.type)
    if let text = field.defaultText { self.text(text) }
    if let minimum = field.minimum { integer(minimum) }
    if let maximum = field.maximum { integer(maximum) }
  }

  private mutating func type(_ type: SettingType) {
    if case .map(let element, let keys) = type, keys != .string {
      byte(CompiledFormat.mapWithKeys)
      self.type(keys)
      return field(element)
    }
    byte(UInt8(SettingType.names.firstIndex(of: type.name) ?? 0))
    switch type {
    case .enumeration(let cases): list(cases) { $0.scalar($1) }
    case .object(let inner, let isOpaque):
      byte(isOpaque ? 1 : 0)
      fields(inner)
    case .list(let element), .map(let element, _): field(element)
    case .string, .int, .float, .bool, .duration, .bytes, .url, .date, .uuid, .base64, .decimal, .float32, .opaque:
      break
    }
  }
}
