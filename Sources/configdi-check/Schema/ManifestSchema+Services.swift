import ConfigDI

extension ManifestSchema {
  func services(_ layer: Manifest.Kind) -> JSON {
    let references = keys.map { JSON.reference(to: layer.definition($0.definition)) }
    var properties = Array(zip(keys.map(\.name), references))
    let patterns = Array(zip(keys.map(\.pattern), references))
    // An overlay changes existing services. A known key's pattern also describes the key's variants.
    let known = Set(keys.map(\.name))
    for name in names.keys where layer == .overlay && !known.contains(name) {
      let isVariant = known.contains(String(ServiceKey(name).name))
      properties.append((name, isVariant ? true : .reference(to: layer.definition("service"))))
    }
    return JSON.object(present: [
      "type": "object", "propertyNames": .reference(to: "key"),
      "properties": properties.isEmpty ? nil : .object(properties),
      "patternProperties": patterns.isEmpty ? nil : .object(patterns),
      "additionalProperties": .reference(to: layer.definition("service")),
    ]).orNull()
  }

  /// The definitions for a service with an unknown key, with each key in the catalog, and for the parts they share.
  func serviceDefinitions(_ layer: Manifest.Kind) -> [(String, JSON)] {
    var shared: [(String, JSON)] = [ServiceField.alias, .select, .provided].map { kind in
      (layer.definition("service." + kind.rawValue), entry(kind, layer))
    }
    if layer == .overlay {
      // An overlay's entry without a kind changes only the fields that it contains.
      let kinds = Set(ServiceField.kinds.keys)
      let patch = JSON.closed(ServiceField.allCases.filter { !kinds.contains($0) && $0 != .remove }) { key in
        key == .new ? ["const": false] : field(key, of: nil)
      }
      shared.append((layer.definition("service.patch"), patch))
      shared.append((layer.definition("service.removal"), removal(ServiceField.remove, beside: [.new, .description])))
    }
    func service(of key: SchemaKey?) -> JSON {
      let forms = [factoryName(of: key), entry(.factory, layer, of: key)] + shared.map { .reference(to: $0.0) }
      return JSON.anyOf(forms).described(key?.summary)
    }
    return [(layer.definition("service"), service(of: nil))]
      + keys.map { (layer.definition($0.definition), service(of: $0)) } + shared
  }

  /// An entry for a service of one kind, with the fields that belong to that kind.
  private func entry(_ kind: ServiceField, _ layer: Manifest.Kind, of key: SchemaKey? = nil) -> JSON {
    let own = ServiceField.fields(ofKind: kind).union(ServiceField.withAny)
    let fields = [kind] + own.keys + (layer == .overlay ? [.new] : [])
    let required = kind == .select ? [kind, .cases] : [kind]
    return .closed(fields, required: required, also: kind == .factory ? uses(of: factories(for: key)) : []) {
      field($0, of: key)
    }
  }

  private func field(_ field: ServiceField, of key: SchemaKey?) -> JSON {
    switch field {
    case .factory: factoryName(of: key)
    case .decorators: .list(of: .reference(to: key?.decoratorDefinition ?? "decorator"))
    case .collect: .anyOf([value(of: field), .list(of: value(of: field))])
    default: value(of: field)
    }
  }

  var dependencies: JSON {
    .anyOf([
      .list(of: .reference(to: "reference")), .map(to: .reference(to: "reference"), names: .reference(to: "name")),
    ])
  }

  /// A reference in a mapping, such as `{ lazy: Key }`.
  func wrapped(_ kind: ReferenceKey) -> JSON {
    .closed([kind], required: [kind]) { value(of: $0) }
  }
}
