import ConfigDI

extension PlanDocument {
  var json: JSON {
    .object([
      ("version", 1),
      ("stage", stage.name.map { .string($0) } ?? .null),
      ("services", .array(services.map { JSON($0) })),
      ("parameters", .array(stage.parameters.map { json(of: $0) })),
      ("lifecycle", .array(stage.lifecycle.map { JSON($0) })),
    ])
  }

  /// A secret's value is absent; one that only the running program knows is null.
  private func json(of parameter: ComposedParameter) -> JSON {
    .object(present: [
      ("name", .string(parameter.name.value)),
      ("type", .string(parameter.type.rawValue)),
      ("source", .string(parameter.sourceText)),
      ("value", parameter.isSecret ? nil : values.text(of: parameter.name.value).map { .string($0) } ?? .null),
      ("secret", .bool(parameter.isSecret)),
      ("origin", JSON(origin: parameter.sourceLocation)),
    ])
  }
}

extension JSON {
  fileprivate init(_ planned: PlanDocument.Service) {
    let service = planned.service
    var factory: String?
    if case .factory(let name) = service.kind { factory = name.value }
    let settings = service.settings?.labelled ?? []
    self = .object([
      ("key", .string(service.key.value.text)),
      ("kind", .string(service.kindName)),
      ("factory", factory.map { .string($0) } ?? .null),
      ("scope", .string(service.scope?.value ?? "singleton")),
      ("eager", .bool(service.isEager)),
      (
        "dependencies",
        .array(
          planned.dependencies.map { dependency in
            .object([
              ("label", dependency.label.map { .string($0) } ?? .null), ("key", .string(dependency.key)),
              ("kind", .string(dependency.kind)), ("origin", JSON(origin: dependency.origin)),
            ])
          })
      ),
      ("settings", service.settings.map { JSON($0) } ?? .null),
      ("settingOrigins", .object(settings.compactMap { name, node in name.map { ($0, JSON(origin: node.location)) } })),
      ("decorators", .array(service.decorators.map { JSON($0) })),
      ("origin", JSON(origin: service.kindLocation)),
      ("replaced", .array(service.history.map { JSON(origin: $0.previous) })),
    ])
  }

  fileprivate init(_ phase: PhaseEntry) {
    self = .object([
      ("phase", .string(phase.name.value)), ("initializers", .array(phase.initializers.map { JSON($0) })),
    ])
  }

  private init(_ use: FactoryUse) {
    self = .object([
      ("factory", .string(use.factory.value)),
      (
        "dependencies",
        .array(
          (use.dependencies?.items ?? []).map { item in
            .object([
              ("label", item.label.map { .string($0.value) } ?? .null),
              ("key", .string(item.reference.target.value.text)), ("kind", .string(item.reference.kind.rawValue)),
            ])
          })
      ),
      ("settings", use.settings.map { JSON($0) } ?? .null),
      ("origin", JSON(origin: use.factory.location)),
    ])
  }

  private init(_ settings: ComposedSettings) {
    switch settings {
    case .node(let node): self = JSON(node)
    case .merged(let labels, _): self = .object(labels.map { ($0.name.value, JSON($0.value)) })
    }
  }

  /// As written: parameters stand under their names, so that no secret is in it.
  init(_ node: Node) {
    switch node.kind {
    case .mapping: self = .object(node.pairs.map { ($0.key.text, JSON($0.value)) })
    case .sequence: self = .array(node.elements.map { JSON($0) })
    case .scalar:
      switch node.scalar {
      case nil, .null?: self = .null
      case .bool(let value)?: self = .bool(value)
      case .int(let value)?: self = .int(value)
      case .float(let value)?: self = .double(value)
      case .string(let text)?: self = .string(text)
      }
    }
  }
}

extension ComposedParameter {
  /// Where its value comes from.
  var sourceText: String {
    switch source {
    case nil: `default` == nil ? "none" : "default"
    case .value?: "value"
    case .env(let name)?: "env \(name.value)"
    case .file(let path)?: "file \(path.value)"
    }
  }
}
