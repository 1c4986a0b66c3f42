import ConfigDI

extension ManifestSchema {
  func file(_ layer: Manifest.Kind) -> JSON {
    let required: [ManifestKey] = layer == .manifest ? [.configdi] : [.configdi, .kind]
    return .closed(
      ManifestKey.keys(in: layer), required: required, also: [("patternProperties", ["^x-": true])]
    ) { key in
      switch key {
      case .configdi: ["const": .int(ManifestDecoder.version)]
      case .kind: .choice([layer.rawValue])
      default: value(of: key, layer)
      }
    }
  }

  /// The schema for a key's value in files of one kind.
  func value<Key: MappingKey>(of key: Key, _ layer: Manifest.Kind = .manifest) -> JSON {
    switch key.form {
    case .scalar(let meaning): scalar(meaning)
    case .entries(.stage, _): JSON.map(to: JSON.reference(to: "stage").orNull(), names: offered(names.stages)).orNull()
    case .list(.fileReference(let use)): .reference(to: use == .overlay ? "overlays" : "files")
    case .list(.decorator): .list(of: .reference(to: "decorator"))
    case .entries(.parameter, _), .entries(.service, _), .entries(.phase, _):
      .reference(to: layer.definition(key.rawValue))
    case .entries(nil, _): .map(to: .reference(to: "key"))
    case .entries, .list, .dependencies: .reference(to: key.rawValue)
    case .deprecation: .reference(to: "deprecation")
    default: true
    }
  }

  private func scalar(_ meaning: ManifestForm.Meaning) -> JSON {
    switch meaning {
    case .name(.stage): offered(names.stages)
    case .name(.parameter): offered(names.parameters)
    case .name(.service), .element: .reference(to: "key")
    case .name(.collection): .reference(to: "collection")
    case .scope: .reference(to: "scope")
    case .name, .file, .word: .reference(to: "name")
    case .parameterType: .choice(ParameterType.allCases.map(\.rawValue))
    case .interpolated: .anyOf([.reference(to: "text"), .list(of: .reference(to: "text"))])
    case .flag: ["type": "boolean"]
    case .choice(let words): ["enum": .array(words.map { $0 == "true" ? true : .string($0) })]
    case .text: .reference(to: "text")
    }
  }

  /// The schema for a stage.
  var stage: JSON { .closed(StageKey.allCases) { value(of: $0, .overlay) } }

  /// A path, or a mapping that can mark its path as optional.
  var fileReference: JSON {
    .anyOf([.reference(to: "name"), .closed(FileReferenceKey.allCases, required: [.path]) { value(of: $0) }])
  }

  /// Files, or inline overlays.
  var overlays: JSON {
    let inline = JSON.closed(InlineOverlayKey.allCases, also: [("minProperties", 1)]) { value(of: $0, .overlay) }
    return JSON.list(of: .anyOf([.reference(to: "file"), inline])).orNull()
  }

  var scopes: JSON {
    let scope = JSON.closed(ScopeKey.allCases) { value(of: $0) }.orNull()
    let names: JSON = ["allOf": [.reference(to: "name"), ["not": .choice(ScopeName.builtIn.map(\.text))]]]
    return JSON.map(to: scope, names: names).orNull()
  }

  var collections: JSON {
    let collection = JSON.closed(CollectionKey.allCases, required: [.of]) { value(of: $0) }
    return JSON.map(to: collection, names: .reference(to: "name")).orNull()
  }

  var roots: JSON {
    let root = JSON.closed(RootKey.allCases, required: [.key]) { value(of: $0) }
    return JSON.list(of: .anyOf([.reference(to: "key"), root])).orNull()
  }

  func lifecycle(_ layer: Manifest.Kind) -> JSON {
    let phase = JSON.list(of: .reference(to: "initializer"))
    return JSON.map(to: layer == .manifest ? phase.orNull() : phase, names: .reference(to: "name")).orNull()
  }

  /// One of the known keys, for completion, or any other key.
  var key: JSON {
    let known = keys.map(\.name).filter { !names.keys.contains($0) }
    return offered(names.keys + known, or: .text(matching: #"^(?!/)(?:(?!\$\{)[\s\S])*[^/]$"#))
  }

  /// One of the known names, for completion, or anything that fits the schema.
  func offered(_ values: [String], or schema: JSON = .reference(to: "name")) -> JSON {
    values.isEmpty ? schema : .anyOf([.choice(values), schema])
  }

  func parameters(_ layer: Manifest.Kind) -> JSON {
    let known = names.parameters.map { ($0, JSON.reference(to: layer.definition("parameter"))) }
    return JSON.object(present: [
      "type": "object", "propertyNames": .text(matching: "^[A-Za-z_][A-Za-z0-9_.-]*$"),
      "properties": layer == .overlay && !known.isEmpty ? .object(known) : nil,
      "additionalProperties": .reference(to: layer.definition("parameter")),
    ]).orNull()
  }

  func parameter(_ layer: Manifest.Kind) -> JSON {
    let oneSource: (String, JSON) = (
      "not",
      .anyOf([
        ["required": ["value", "env"]], ["required": ["value", "file"]], ["required": ["env", "file"]],
        ["required": ["value", "default"]],
      ])
    )
    let types = ("allOf", JSON.array(ParameterType.allCases.map { typed($0) }))
    let fields = ParameterKey.keys(in: layer).filter { $0 != .remove }
    let mapping = JSON.closed(fields, also: [oneSource, types]) { field($0) }
    let removal = removal(ParameterKey.remove, beside: [.new, .description])
    return .anyOf([scalar, JSON.list(of: scalar), mapping] + (layer == .overlay ? [removal] : []))
  }

  /// An overlay's entry that removes another entry.
  func removal<Key: MappingKey>(_ remove: Key, beside others: [Key]) -> JSON {
    .closed([remove] + others, required: [remove]) { $0 == remove ? ["const": true] : value(of: $0) }
  }

  private func field(_ key: ParameterKey) -> JSON {
    key == .of ? ["type": "array", "items": scalar, "minItems": 1] : value(of: key)
  }

  /// The constraints that a parameter's declared type puts on its values, such as the default.
  private func typed(_ type: ParameterType) -> JSON {
    let value: JSON
    switch type {
    case .int: value = ["type": "integer"]
    case .float: value = ["type": "number"]
    case .bool: value = ["type": "boolean"]
    case .duration: value = .duration
    case .bytes: value = .bytes
    case .url: value = .text(matching: #"^[A-Za-z][A-Za-z0-9+.-]*:\S+$"#)
    case .string, .path: value = ["type": "string"]
    case .enum: value = .reference(to: "text")
    case .list: value = .anyOf([.list(of: scalar), ["type": "string"]])
    }
    let literal = JSON.anyOf([value, .reference(to: "interpolated")])
    return [
      "if": ["properties": ["type": ["const": .string(type.rawValue)]], "required": ["type"]],
      "then": ["properties": ["value": literal, "default": literal, "min": value, "max": value]],
    ]
  }

  private var scalar: JSON { .reference(to: "text") }
}

extension JSON {
  static let duration = text(matching: "^[0-9]+(?:ms|s|m|h|d)$")
  static let bytes: JSON = [
    "anyOf": [["type": "integer", "minimum": 0], text(matching: "^[0-9]+(?:[KMGT]i?B|B)?$")]
  ]
}
