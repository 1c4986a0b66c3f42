import ConfigDI

/// The schemas for factory names, decorators, initializers, and the dependencies and settings of each factory.
extension ManifestSchema {
  /// The factories that may make the service for a key; `nil` without a catalog.
  func factories(for key: SchemaKey?) -> [CatalogFactory]? {
    key.map(\.factories) ?? factories(.service)
  }

  func factoryName(of key: SchemaKey?) -> JSON { nameSchema(factories(for: key)) }

  private func nameSchema(_ factories: [CatalogFactory]?) -> JSON {
    guard let factories else { return .reference(to: "name") }
    return [
      "enum": .strings(factories.map(\.name)),
      "enumDescriptions": .strings(factories.map { $0.documentation ?? $0.provides ?? "" }),
    ]
  }

  /// The constraints that each factory puts on the fields next to its name.
  func uses(of factories: [CatalogFactory]?) -> [(String, JSON)] {
    let uses = (factories ?? []).compactMap { factoryNames[$0.name] }.map { JSON.reference(to: $0) }
    return uses.isEmpty ? [] : [("allOf", .array(uses))]
  }

  var factoryDefinitions: [(String, JSON)] {
    guard let catalog else { return [] }
    return keys.map { ($0.decoratorDefinition, decorator(of: $0)) }
      + catalog.catalog.factories.map { factory in
        (
          factoryNames[factory.name] ?? "",
          [
            "if": ["properties": ["factory": ["const": .string(factory.name)]], "required": ["factory"]],
            "then": [
              "properties": ["dependencies": dependencies(of: factory), "settings": settings(of: factory)]
            ],
          ]
        )
      }
  }

  func decorator(of key: SchemaKey?) -> JSON {
    use(of: key.map(\.decorators) ?? factories(.decorator), DecoratorKey.allCases)
  }

  var initializer: JSON { use(of: factories(.initializer), InitializerKey.allCases) }

  private func factories(_ role: CatalogFactory.Role) -> [CatalogFactory]? {
    catalog?.catalog.factories.filter { $0.role == role }
  }

  /// An entry that uses one of the factories: the factory's name, or a mapping with these keys.
  private func use<Key: MappingKey>(of factories: [CatalogFactory]?, _ keys: [Key]) -> JSON {
    let mapping = JSON.closed(
      keys, required: keys.filter { $0.rawValue == InitializerKey.factory.rawValue }, also: uses(of: factories)
    ) { key in
      key.form == .scalar(.name(.factory)) ? nameSchema(factories) : value(of: key)
    }
    return .anyOf([nameSchema(factories), mapping])
  }

  /// A factory's dependencies: a list no longer than the factory's own, or a mapping of labels or service keys.
  private func dependencies(of factory: CatalogFactory) -> JSON {
    var properties: [(String, JSON)] = []
    var patterns: [(String, JSON)] = []
    for dependency in factory.dependencies {
      let slot = slot(dependency)
      if let label = dependency.label { properties.append((label, slot)) }
      let spellings = catalog.map { $0.spellings(ofKey: $0.names.key(dependency.key)) } ?? []
      for spelling in spellings where !properties.contains(where: { $0.0 == spelling }) {
        patterns.append(("^\(spelling.escapedForPattern)$", slot))
      }
    }
    patterns = patterns.distinct { $0.0 }
    return .anyOf([
      ["type": "array", "maxItems": .int(factory.dependencies.count), "items": .reference(to: "reference")],
      .object(present: [
        "type": "object", "properties": .object(properties),
        "patternProperties": patterns.isEmpty ? nil : .object(patterns), "additionalProperties": false,
      ]),
    ])
  }

  private func slot(_ dependency: CatalogDependency) -> JSON {
    var forms = ReferenceKey(rawValue: dependency.kind.rawValue).map { [wrapped($0)] } ?? []
    if dependency.kind == .instance || dependency.kind == .optional { forms.insert(.reference(to: "key"), at: 0) }
    return JSON.anyOf(forms).described("Expected: \(dependency.words).")
  }
}

extension CatalogDependency {
  /// The form and the key of the dependency, as text: `lazy App.Cache`, `maker App.Page (Page.ID)`.
  fileprivate var words: String {
    (form == .instance ? "" : "\(form.rawValue) ") + key + (argument.map { " (\(ArgumentType.spelled($0)))" } ?? "")
  }
}

extension ManifestSchema {
  /// The schema for a factory's settings. No setting is required, since an overlay may add missing settings.
  func settings(of factory: CatalogFactory) -> JSON {
    guard let schema = factory.settings else { return object([], isOpaque: false).orNull() }
    if schema.isOpaque, schema.fields.isEmpty { return true }
    return object(schema.fields, isOpaque: schema.isOpaque).orNull()
  }

  private func object(_ fields: [SettingsField], isOpaque: Bool) -> JSON {
    [
      "type": "object", "properties": .object(fields.map { ($0.name, setting($0)) }),
      "additionalProperties": .bool(isOpaque),
    ]
  }

  /// The schema for a setting. Its depth is bounded by the catalog reader's nesting limit.
  private func setting(_ field: SettingsField) -> JSON {
    var forms = [value(of: field)]
    switch field.type {
    case .string, .object, .map, .opaque: break
    case .duration, .bytes, .url, .date, .uuid, .base64: forms.append(.reference(to: "interpolated"))
    case .int, .float, .float32, .decimal, .bool, .enumeration, .list: forms.append(.reference(to: "placeholder"))
    }
    if field.isOptional { forms.append(["type": "null"]) }
    var notes = [field.type.name]
    if field.isOptional { notes.append("optional") }
    if let text = field.defaultText, !field.hasSecret { notes.append("default \(text)") }
    if field.isSecret { notes.append("secret: use a secret parameter as its value") }
    return field.type == .opaque ? true : JSON.anyOf(forms).described(notes.joined(separator: ", "))
  }

  private func value(of field: SettingsField) -> JSON {
    switch field.type {
    case .string: ["type": "string"]
    case .url: ["type": "string", "format": "uri"]
    case .date: .anyOf([["type": "string", "format": "date-time"], ["type": "string", "format": "date"]])
    case .uuid: ["type": "string", "format": "uuid"]
    case .base64: ["type": "string", "contentEncoding": "base64"]
    case .decimal: ["type": ["number", "string"]]
    case .int:
      .object(present: [
        "type": "integer", "minimum": field.minimum.map { .int($0) }, "maximum": field.maximum.map { .int($0) },
      ])
    case .float: ["type": "number"]
    case .float32:
      ["type": "number", "minimum": .float(-SettingType.greatestFloat), "maximum": .float(SettingType.greatestFloat)]
    case .bool: ["type": "boolean"]
    case .duration: .duration
    case .bytes: .bytes
    case .enumeration(let cases): ["enum": .array(cases.map(\.json))]
    case .object(let fields, let isOpaque): object(fields, isOpaque: isOpaque)
    case .list(let element): .list(of: setting(element))
    case .map(let element, .string): .map(to: setting(element))
    case .map(let element, .enumeration(let cases)): .map(to: setting(element), names: .choice(cases.map(\.plainText)))
    case .map(let element, _): .map(to: setting(element), names: .text(matching: "^[+-]?[0-9]+$"))
    case .opaque: true
    }
  }
}
