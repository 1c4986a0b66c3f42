extension Container {
  /// A container of a plan that is known to be sound.
  ///
  /// - Throws: ``ManifestError`` if an instance is missing that the manifest says is `provided`, or if one was handed
  ///   in that the manifest does not ask for.
  package convenience init(
    soundPlan plan: Plan, registry: ExaminedRegistry, names: KeyNames, provided: [Provided],
    sharingWith bases: [Container],
    renewals: [ServiceKey: Int], overlays: OpenOverlays?,
    planning: (planning: any LevelPlanning, definitions: [LevelDefinition])
  ) throws {
    do {
      try self.init(
        plan: plan, registry: registry, names: names, provided: provided, sharingWith: bases, renewals: renewals,
        overlays: overlays, planning: planning)
    } catch let error as ResolutionError {
      switch error.cause {
      case let cause as InstanceNotProvided: throw ManifestError(cause.missing.map(Diagnostic.missingProvided))
      case let cause as UnexpectedInstance:
        throw ManifestError([.unfitProvided("\(error)", at: cause.service.location)])
      case is UnknownKey: throw ManifestError([.unfitProvided("\(error)", at: nil)])
      default: throw error
      }
    }
  }
}
