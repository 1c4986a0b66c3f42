extension CheckedManifest {
  /// Findings for secrets whose values are in the manifest itself: a compiled manifest never has any.
  package var writtenSecrets: [Diagnostic] {
    guard let graph else { return [] }
    var found: [Diagnostic] = []
    var seen: Set<SourceLocation> = []
    func report(_ name: String, _ location: SourceLocation) {
      guard seen.insert(location).inserted else { return }
      found.append(
        Diagnostic(
          .secretLiteral, .secretInCompiled(name), at: location,
          help: ["take it from a variable or a file: env: VARIABLE, or file: /run/secrets/…"],
          severity: .error))
    }
    for stage in graph.composed.stages.indices {
      let plan = Planner(graph, stage: stage).openPlan()
      for parameter in plan.parameters where parameter.isSecret {
        if case .value(let literal)? = parameter.source, literal.uses.isEmpty {
          report(parameter.name.value, literal.location)
        }
        if let preset = parameter.default, preset.uses.isEmpty { report(parameter.name.value, preset.location) }
      }
      let factories = plan.services.flatMap(\.factories) + plan.phases.flatMap(\.initializers).map(\.factory)
      for factory in factories where !factory.secretFields.isEmpty {
        for (name, location) in factory.writtenSecrets { report(name, location) }
      }
    }
    return found
  }
}

extension PlannedFactory {
  fileprivate var writtenSecrets: [(name: String, location: SourceLocation)] {
    (template?.knownPart ?? settings)?.hiding(secretFields).writtenSecrets(within: nil) ?? []
  }
}

extension Literal {
  /// The value, unknown where a parameter is named.
  fileprivate var knownPart: Setting {
    switch content {
    case .scalar(let scalar, _): Setting(scalar.content, at: location)
    case .template: Setting(uses.isEmpty ? .string(text) : .unknown(nil), at: location)
    case .list(let elements): Setting(.list(elements.map(\.knownPart)), at: location)
    case .map(let entries): Setting(.map(entries.map { .init($0.name, $0.value.knownPart) }), at: location)
    }
  }
}

extension Setting {
  /// The scalars in it that are marked as secret, or are part of something that is.
  fileprivate func writtenSecrets(within outer: String?) -> [(name: String, location: SourceLocation)] {
    let secret = secret ?? outer
    switch content {
    case .list(let elements): return elements.flatMap { $0.writtenSecrets(within: secret) }
    case .map(let entries): return entries.flatMap { $0.value.writtenSecrets(within: secret) }
    case .null, .unknown: return []
    case .bool, .int, .float, .string: return secret.map { [($0, location)] } ?? []
    }
  }
}

extension String {
  fileprivate static func secretInCompiled(_ name: String) -> String {
    "the secret '\(name)' has its value in the file, where a compiled manifest has none"
  }
}
