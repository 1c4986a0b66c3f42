extension CheckedManifest {
  /// The findings for secrets that the manifest itself contains, since a compiled manifest must not contain secrets.
  ///
  /// - Parameter asked: The stages to compile; all stages if empty.
  package func writtenSecrets(in asked: [String] = []) -> [Diagnostic] {
    guard let graph else { return [] }
    var found: [Diagnostic] = []
    var seen: Set<SourceLocation> = []
    func report(_ name: String, _ location: SourceLocation, _ help: String) {
      guard seen.insert(location).inserted else { return }
      found.append(
        Diagnostic(
          .secretLiteral,
          "the manifest contains the value of secret '\(name)', which a compiled manifest must not contain",
          at: location,
          help: [help],
          severity: .error))
    }
    let compiled = graph.composed.stages.filter { asked.isEmpty || $0.name.map(asked.contains) ?? true }
    for (index, _) in compiled.alike {
      let stage = compiled[index]
      for parameter in stage.parameters where parameter.isSecret {
        let name = parameter.name.value
        for literal in parameter.literals where literal.uses.isEmpty {
          let source = "env: \(String.variable(for: name)), or file: /run/secrets/…"
          let isReplaced = parameter.history.contains { ["env", "file"].contains($0.part) }
          let help =
            literal.location.file.isArgument
            ? "remove --set \(name)\(isReplaced ? "" : ", and read it from a variable or a file: \(source)")"
            : parameter.helpWithoutDefault(literal) ?? "read it from a variable or a file: \(source)"
          report(name, literal.location, help)
        }
      }
      let uses = stage.services.flatMap(\.decorators) + stage.lifecycle.flatMap(\.initializers)
      for settings in stage.services.flatMap({ $0.settings?.nodes ?? [] }) + uses.settingsNodes {
        settings.forEachNode { node in
          guard node.kind == .scalar, !node.namesParameter, let name = node.secretName else { return }
          report(name, node.location, WantedParameter(name, variable: .variable(for: name)).help)
        }
      }
    }
    return found
  }
}
