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
          at: location,
          help: ["take it from a variable or a file: env: VARIABLE, or file: /run/secrets/…"],
          severity: .error))
    }
    for (index, _) in graph.composed.stages.alike {
      let stage = graph.composed.stages[index]
      for parameter in stage.parameters where parameter.isSecret {
        for literal in parameter.literals where literal.uses.isEmpty { report(parameter.name.value, literal.location) }
      }
      let uses = stage.services.flatMap(\.decorators) + stage.lifecycle.flatMap(\.initializers)
      for settings in stage.services.flatMap({ $0.settings?.nodes ?? [] }) + uses.compactMap(\.settings) {
        settings.forEachWrittenSecret(report)
      }
    }
    return found
  }
}
