extension Container {
  /// Reads a manifest, checks it whole with the registry's factories, and makes a container of one stage of it.
  ///
  /// ```swift
  /// let container = try Container(manifest: "config/app.yaml", stage: "production", registry: registry)
  /// let sessions = try container.resolve((any SessionManager).self)
  /// ```
  ///
  /// No service is made yet. What passes here cannot fail later for a reason of wiring.
  ///
  /// - Parameters:
  ///   - manifest: A path, or any other ``ManifestSource``.
  ///   - stage: Else the variable `CONFIGDI_STAGE` chooses, else the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest may name. The container keeps a copy: changing the registry afterwards
  ///     changes no container.
  ///   - provided: The instances of services that the manifest says are `provided`.
  ///   - overlay: One more overlay, after all others.
  ///   - options: Parameters, modules, limits and what else may be given from outside.
  /// - Throws: ``ManifestError`` with every finding, worded and placed as the command line does.
  public convenience init(
    manifest: some ManifestSource, stage: String? = nil, registry: FactoryRegistry, provided: [Provided] = [],
    overlay: (any ManifestSource)? = nil, options: ManifestOptions = ManifestOptions()
  ) throws {
    let blueprint = try Blueprint(
      manifest, stage: stage, registry: registry, provided: provided, overlay: overlay, options: options)
    let planned = try blueprint.plan()
    let levels = ManifestLevels(blueprint.forgetting)
    self.init(like: try blueprint.container(of: planned, planning: (levels, [])))
  }
}
<<<<<<< HEAD
=======

extension Diagnostic {
  /// An instance that `provided:` hands in and that has no place.
  static func unfitProvided(_ error: String, at location: SourceLocation?) -> Diagnostic {
    let lines = error.split(separator: "\n", maxSplits: 1)
    let help = lines.dropFirst().map { $0.replacing("  help: ", with: "", maxReplacements: 1) }
    return Diagnostic(
      .missingProvided, "provided: \(lines.first.map { String($0) } ?? error)", at: location,
      help: help.map { String($0) })
  }

  static func missingProvided(_ step: ResolutionStep) -> Diagnostic {
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
}
>>>>>>> refs
