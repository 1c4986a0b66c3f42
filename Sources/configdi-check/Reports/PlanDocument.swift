import ConfigDI

/// The wiring of a stage as the library would make it, in order of creation and with the origin of each value. This is
/// the output of `plan`.
struct PlanDocument {
  private let plan: Plan
  /// The one service to show; `nil` to show all services, with parameters and phases.
  private let only: ServiceKey?
  /// The services that are made asynchronously.
  private let asynchronous: Set<ServiceKey>

  init(_ plan: Plan, only: ServiceKey? = nil) {
    self.plan = plan
    self.only = only
    asynchronous = Set(plan.asynchronousServices.map { plan.services[$0].key })
  }

  private var services: [PlannedService] { plan.services.filter { only == nil || $0.key == only } }

  var text: String {
    var lines: [String] = []
    if let name = plan.stage { lines += ["stage \(name)", ""] }
    for service in services { lines += text(of: service) }
    if only != nil { return lines.map { visible($0) + "\n" }.joined() }
    if !plan.parameters.isEmpty {
      lines += ["", "parameters"]
      for parameter in plan.parameters {
        lines.append(
          "  \(parameter.name) = \(parameter.words)  "
            + provenance(parameter.origin, parameter.replaced.map(\.previous)))
      }
    }
    for phase in plan.phases where !phase.initializers.isEmpty {
      lines += ["", "lifecycle \(phase.name)"]
      for initializer in phase.initializers {
        lines.append("  \(initializer.factory.name)  \(initializer.factory.origin)")
        lines += parts(of: initializer.factory, replaced: [])
      }
    }
    return lines.map { visible($0) + "\n" }.joined()
  }

  private func text(of service: PlannedService) -> [String] {
    var heading = "\(service.key) = "
    switch service.kind {
    case .factory(let factory, let decorators): heading += ([factory] + decorators).map(\.name).joined(separator: " + ")
    case .alias, .select: heading += service.served()
    case .provided: heading += "provided"
    }
    if let scope = plan.scopeName(of: service) {
      let argument = service.argument.map { ", argument \(ArgumentType.spelled($0))" } ?? ""
      let isAsync = asynchronous.contains(service.key)
      heading += " (\(scope)\(service.isEager ? ", eager" : "")\(argument)\(isAsync ? ", async" : ""))"
    }
    let whole = service.replaced.filter(\.part.isEmpty).map(\.previous)
    var lines = ["\(heading)  \(provenance(service.origin, whole))"]
    if case .factory(let factory, let decorators) = service.kind {
      lines += parts(of: factory, replaced: service.replaced)
      for decorator in decorators where !decorator.arguments.isEmpty || decorator.settings != nil {
        lines.append("    + \(decorator.name)  \(decorator.origin)")
        lines += parts(of: decorator, replaced: []).map { "  " + $0 }
      }
    }
    for part in ["scope", "eager", "decorators", "collect"] {
      for replacement in service.replaced where replacement.part == part {
        lines.append("    \(part) replaces \(replacement.previous)")
      }
    }
    return lines
  }

  /// The dependencies and settings of a factory.
  private func parts(of factory: PlannedFactory, replaced: [Replacement]) -> [String] {
    var lines = factory.arguments.map { argument in
      let kind = argument.kind == .instance ? "" : "\(argument.kind.rawValue) "
      let label = argument.label.map { $0 == argument.asked ? "" : "\($0): " } ?? ""
      let place = argument.isWritten ? "\(argument.origin)" : "declared by the factory"
      let name = argument.label ?? argument.asked
      return "    \(label)\(kind)\(argument.asked)  \(place)\(previous(replaced, "dependencies.\(name)"))"
    }
    guard let settings = factory.shownSettings else { return lines }
    if case .map(let entries) = settings.content, settings.secret == nil {
      lines += entries.map { entry in
        "    \(entry.name.value) = \(entry.value.words)  \(entry.value.location)"
          + previous(replaced, "settings.\(entry.name.value)")
      }
    } else {
      lines.append("    settings = \(settings.words)  \(settings.location)")
    }
    return lines
  }

  private func provenance(_ location: SourceLocation, _ replaced: [SourceLocation]) -> String {
    replaced.isEmpty ? "\(location)" : "\(location), replaces \(replaced.map(\.description).joined(separator: ", "))"
  }

  private func previous(_ replaced: [Replacement], _ part: String) -> String {
    let previous = replaced.filter { $0.part == part }.map(\.previous.description)
    return previous.isEmpty ? "" : ", replaces \(previous.joined(separator: ", "))"
  }

  var json: JSON {
    [
      "version": 1,
      "stage": plan.stage.map { .string($0) } ?? .null,
      "services": .array(services.map(json)),
      "parameters": .array(only == nil ? plan.parameters.map(json) : []),
      "lifecycle": .object(
        (only == nil ? plan.phases : []).map { phase in
          (
            phase.name,
            .array(
              phase.initializers.map { initializer in
                .object(
                  json(initializer.factory) + [
                    ("onError", .string(initializer.continuesAfterFailure ? "continue" : "stop")),
                    ("origin", JSON(origin: initializer.factory.origin)),
                  ])
              })
          )
        }),
    ]
  }

  private func json(_ service: PlannedService) -> JSON {
    let kind: String
    var factory: PlannedFactory?
    var decorators: [PlannedFactory] = []
    var members: [(String, JSON)] = []
    switch service.kind {
    case .factory(let own, let others): (kind, factory, decorators) = ("factory", own, others)
    case .alias(let key, _):
      kind = "alias"
      members = [("alias", .string(key.text))]
    case .select(let choice):
      kind = "select"
      members = [
        ("select", .string(choice.parameter)),
        ("cases", .object(choice.cases.map { ($0.value, .string($0.key.text)) })),
      ]
    case .provided: kind = "provided"
    }
    if let argument = service.argument { members.append(("argument", .string(ArgumentType.spelled(argument)))) }
    var fields: [(String, JSON)] = [
      ("key", .string(service.key.text)), ("kind", .string(kind)),
      ("factory", factory.map { .string($0.name) } ?? .null),
      ("scope", plan.scopeName(of: service).map { .string($0) } ?? .null),
      ("eager", .bool(service.isEager)),
      ("dependencies", .array((factory?.arguments ?? []).map(json))),
      ("settings", factory?.shownSettings.map { $0.json ?? .null } ?? .null),
      ("decorators", .array(decorators.map { .object(json($0)) })),
      ("origin", JSON(origin: service.keyOrigin)),
      ("replaced", .array(service.replaced.map { JSON(origin: $0.previous) })),
    ]
    if asynchronous.contains(service.key) { fields.append(("async", .bool(true))) }
    return .object(fields + members)
  }

  private func json(_ argument: PlannedArgument) -> JSON {
    [
      "label": argument.label.map { .string($0) } ?? .null, "key": .string(argument.asked),
      "kind": .string(argument.kind.rawValue),
    ]
  }

  private func json(_ factory: PlannedFactory) -> [(String, JSON)] {
    [
      ("factory", .string(factory.name)),
      ("dependencies", .array(factory.arguments.map(json))),
      ("settings", factory.shownSettings.map { $0.json ?? .null } ?? .null),
    ]
  }

  private func json(_ parameter: PlannedParameter) -> JSON {
    .object(present: [
      "name": .string(parameter.name),
      "type": .string(parameter.type.rawValue),
      "source": .string(parameter.source),
      "value": parameter.isSecret ? nil : parameter.isKnown ? parameter.value.json : .null,
      "secret": .bool(parameter.isSecret),
      "origin": JSON(origin: parameter.origin),
    ])
  }
}

extension JSON {
  /// Creates an object for the start of a location.
  init(origin: SourceLocation) {
    let start = origin.start
    self = [
      "path": .string(origin.file.path), "line": .int(start.line), "column": .int(start.column),
    ]
  }
}

extension Setting {
  /// The setting as JSON; `nil` for a secret.
  var json: JSON? {
    if secret != nil { return nil }
    if let scalar = content.scalar { return scalar.json }
    return switch content {
    case .list(let elements): .array(elements.map { $0.json ?? .string($0.words) })
    case .map(let entries): .object(entries.map { ($0.name.value, $0.value.json ?? .string($0.value.words)) })
    default: .string(words)
    }
  }
}
