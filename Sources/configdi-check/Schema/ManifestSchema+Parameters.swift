import ConfigDI

extension ManifestSchema {
  func parameters(_ layer: LayerKind) -> JSON {
    let known = names.parameters.map { ($0, JSON.reference(to: layer.definition("parameter"))) }
    return JSON.object(present: [
      "type": "object", "propertyNames": .text(matching: "^[A-Za-z_][A-Za-z0-9_.-]*$"),
      "properties": layer == .overlay && !known.isEmpty ? .object(known) : nil,
      "additionalProperties": .reference(to: layer.definition("parameter")),
    ]).orNull()
  }

  func parameter(_ layer: LayerKind) -> JSON {
    .anyOf([scalar, JSON.list(of: scalar)] + parameterMappings(layer))
  }

  private func parameterMappings(_ layer: LayerKind) -> [JSON] {
    let fields = ParameterKey.allCases.filter { layer == .overlay || !ParameterKey.inOverlaysOnly.keys.contains($0) }
    let kept = fields.filter { $0 != .remove }
    let oneSource: (String, JSON) = (
      "not",
      .anyOf([
        ["required": ["value", "env"]], ["required": ["value", "file"]], ["required": ["env", "file"]],
        ["required": ["value", "default"]],
      ])
    )
    let types = ("allOf", JSON.array(ParameterType.allCases.compactMap { typed($0) }))
    let mapping = JSON.closed(kept, also: [oneSource, types]) { field($0) }
    guard layer == .overlay else { return [mapping] }
    let removal = JSON.closed([ParameterKey.remove, .new, .description], required: [.remove]) { key in
      key == .remove ? ["const": true] : field(key)
    }
    return [mapping, removal]
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
  private func typed(_ type: ParameterType) -> JSON? {
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
