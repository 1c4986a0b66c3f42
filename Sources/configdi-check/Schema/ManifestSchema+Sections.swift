import ConfigDI

extension ManifestSchema {
  func file(_ layer: Manifest.Kind) -> JSON {
    let keys = layer == .manifest ? ManifestKey.allCases : ManifestKey.inOverlayFile.keys
    let required: [ManifestKey] = layer == .manifest ? [.configdi] : [.configdi, .kind]
    return .closed(keys, required: required, also: [("patternProperties", ["^x-": true])]) { section($0, layer) }
  }

  private func section(_ key: ManifestKey, _ layer: Manifest.Kind) -> JSON {
    switch key {
    case .configdi: ["const": .int(ManifestDecoder.version)]
    case .kind: .choice([layer.rawValue])
    case .root: .reference(to: "name")
    case .imports: .reference(to: "files")
    case .overlays: .reference(to: "overlays")
    case .defaultStage: offered(names.stages)
    case .stages: JSON.map(to: JSON.reference(to: "stage").orNull(), names: offered(names.stages)).orNull()
    case .scopes: .reference(to: "scopes")
    case .parameters: .reference(to: layer.definition("parameters"))
    case .collections: .reference(to: "collections")
    case .roots: .reference(to: "roots")
    case .services: .reference(to: layer.definition("services"))
    case .lifecycle: .reference(to: layer.definition("lifecycle"))
    }
  }

  /// The schema for a stage.
  var stage: JSON {
    .closed(StageKey.allCases) { $0 == .extends ? offered(names.stages) : overlaySection($0.rawValue) }
  }

  /// A section of a stage or an inline overlay, which has the same form as in an overlay's file.
  private func overlaySection(_ name: String) -> JSON {
    ManifestKey(rawValue: name).map { section($0, .overlay) } ?? false
  }

  /// A path, or a mapping that can mark its path as optional.
  var fileReference: JSON {
    let reference = JSON.closed(FileReferenceKey.allCases, required: [.path]) { key in
      key == .path ? .reference(to: "name") : ["type": "boolean"]
    }
    return .anyOf([.reference(to: "name"), reference])
  }

  /// Files, or inline overlays.
  var overlays: JSON {
    let inline = JSON.closed(InlineOverlayKey.allCases, also: [("minProperties", 1)]) { overlaySection($0.rawValue) }
    return JSON.list(of: .anyOf([.reference(to: "file"), inline])).orNull()
  }

  var scopes: JSON {
    let scope = JSON.closed(ScopeKey.allCases) { _ in .reference(to: "scope") }.orNull()
    let names: JSON = ["allOf": [.reference(to: "name"), ["not": .choice(ScopeName.builtIn.map(\.text))]]]
    return JSON.map(to: scope, names: names).orNull()
  }

  var collections: JSON {
    let collection = JSON.closed(CollectionKey.allCases, required: [.of]) { _ in .reference(to: "key") }
    return JSON.map(to: collection, names: .reference(to: "name")).orNull()
  }

  var roots: JSON {
    let root = JSON.closed(RootKey.allCases, required: [.key]) { key in
      key == .key ? .reference(to: "key") : .reference(to: "scope")
    }
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
    let others = layer == .overlay ? [.remove] : ParameterKey.inOverlaysOnly.keys
    let fields = ParameterKey.allCases.filter { !others.contains($0) }
    let mapping = JSON.closed(fields, also: [oneSource, types]) { field($0) }
    let removal = JSON.closed([ParameterKey.remove, .new, .description], required: [.remove]) { key in
      key == .remove ? ["const": true] : field(key)
    }
    return .anyOf([scalar, JSON.list(of: scalar), mapping] + (layer == .overlay ? [removal] : []))
  }

  private func field(_ key: ParameterKey) -> JSON {
    switch key {
    case .type: .choice(ParameterType.allCases.map(\.rawValue))
    case .value, .default: .anyOf([scalar, .list(of: scalar)])
    case .env, .file: .reference(to: "name")
    case .secret, .exposed, .restart, .new, .remove: ["type": "boolean"]
    case .min, .max: scalar
    case .of: ["type": "array", "items": .reference(to: "text"), "minItems": 1]
    case .description: .reference(to: "text")
    }
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
