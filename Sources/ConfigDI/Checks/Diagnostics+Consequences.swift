/// Findings that merely follow from another are left out and counted.
extension Diagnostics {
  /// What an absent file would have defined is unknown, so that what seems missing may only follow from its absence;
  /// not what is missing in a stage that lacks nothing.
  package mutating func dropConsequences(ofMissingFilesIn stages: [ComposedStage]) {
    let intact = stages.filter { !$0.isIncomplete }
    drop { finding in
      switch finding.rule {
      case .unusedService: true
      case .missingService where finding.severity < .error: true
      case .missingService, .missingArgument, .unknownCollection, .emptyCollection:
        finding.stages.map { names in !intact.contains { $0.name.map(names.contains) ?? true } } ?? intact.isEmpty
      default: false
      }
    }
  }

  /// What a misspelt section, or one of another shape, would have defined is unknown.
  package mutating func dropConsequences(ofUnread sections: Set<String>) {
    let rules = sections.reduce(into: Set<Rule>()) { $0.formUnion(Self.consequences[$1] ?? []) }
    guard !rules.isEmpty else { return }
    drop { rules.contains($0.rule) }
  }

  private static let consequences: [String: Set<Rule>] = {
    let unused: Set<Rule> = [.unusedService, .unusedParameter]
    let absent: Set<Rule> = [
      .missingService, .missingArgument, .unknownCollection, .emptyCollection, .unknownParameter, .overridesNothing,
      .unknownStage, .unknownScope, .parameterWithoutSource, .unknownSetTarget,
    ]
    return [
      ManifestKey.services.rawValue: unused.union([
        .missingService, .missingArgument, .emptyCollection, .overridesNothing,
      ]),
      ManifestKey.parameters.rawValue: unused.union([
        .unknownParameter, .overridesNothing, .parameterWithoutSource, .unknownSetTarget,
      ]),
      ManifestKey.collections.rawValue: [.unknownCollection, .missingArgument, .unusedService],
      ManifestKey.scopes.rawValue: [.unknownScope, .unusedService],
      ManifestKey.stages.rawValue: unused.union([.unknownStage]),
      ManifestKey.defaultStage.rawValue: [.unknownStage],
      ManifestKey.roots.rawValue: unused,
      ManifestKey.lifecycle.rawValue: unused,
      ManifestKey.imports.rawValue: unused.union(absent),
      ManifestKey.overlays.rawValue: unused.union(absent),
    ]
  }()

  private mutating func drop(_ follows: (Diagnostic) -> Bool) {
    let before = findings.count
    filter { !follows($0) }
    suppressedConsequences += before - findings.count
  }
}
