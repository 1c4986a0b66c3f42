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

extension Diagnostic {
  /// An instance in `provided:` that the manifest does not ask for.
  fileprivate static func unfitProvided(_ error: String, at location: SourceLocation?) -> Diagnostic {
    let lines = error.split(separator: "\n", maxSplits: 1)
    let help = lines.dropFirst().map { $0.replacing("  help: ", with: "", maxReplacements: 1) }
    return Diagnostic(
      .missingProvided, .unfit(lines.first.map { String($0) } ?? error), at: location,
      help: help.map { String($0) })
  }

  fileprivate static func missingProvided(_ step: ResolutionStep) -> Diagnostic {
    Diagnostic(
      .missingProvided, .notHandedIn(step.key), at: step.location, help: [.handIn(step.key)],
      symbol: "services.\(step.key)")
  }
}

extension Rule {
  package static let missingProvided = Rule(
    "DI413", "missing-provided", .error, summary: "a provided instance that was not handed in")
}

extension String {
  fileprivate static func notHandedIn(_ key: String) -> String {
    "\(key) is provided by the host, which handed no instance in"
  }

  fileprivate static func handIn(_ key: String) -> String {
    "pass it when the container is built: provided: [Provided(instance, as: \(key).self)], or "
      + "as: (any \(key)).self if that is a protocol"
  }

  fileprivate static func unfit(_ error: String) -> String { "provided: \(error)" }
}
