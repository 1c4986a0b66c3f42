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
          .secretLiteral, "the secret '\(name)' has its value in the file, where a compiled manifest has none",
          at: location, help: ["take it from a variable or a file: env: VARIABLE, or file: /run/secrets/…"],
          severity: .error))
    }
    for stage in graph.composed.stages.indices {
      let plan = Planner(graph, stage: stage).plan()
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
    if let template {
      guard case .map(let entries) = template.content else { return [] }
      return secretFields.filter(\.hasSecret).flatMap { field in
        entries.filter { $0.name.value == field.name && $0.value.uses.isEmpty }
          .map { (field.name, $0.value.location) }
      }
    }
    guard case .map(let entries)? = settings?.content else { return [] }
    return secretFields.filter(\.hasSecret).flatMap { field in
      entries.filter { $0.name.value == field.name && !$0.value.isNull }.map { (field.name, $0.value.location) }
    }
  }
}
