extension Container {
  /// Runs the initializers of a phase, one after another, in the manifest's order.
  ///
  /// An initializer is made when its phase first runs, and kept. The same instance is used when the phase runs again,
  /// and in other phases that list the same factory with the same dependencies and settings.
  /// ``Initializable/shouldPerform(in:)`` is called before each run.
  ///
  /// A failing initializer ends the run, unless its entry has `onError: continue`. Cancelling the task ends the run
  /// before the next initializer. This container is ``current`` while the initializers run.
  ///
  /// - Returns: The failures that `onError: continue` tolerates.
  /// - Throws: ``InitializerFailed`` for a failure that ends the run; ``ResolutionError`` if the manifest has no such
  ///   phase and it is neither `launch` nor `foreground`.
  @discardableResult
  public func run(_ phase: Phase) async throws -> [InitializerFailed] {
    guard wiring.phases.names.contains(phase.name) || phase == .launch || phase == .foreground else {
      let known = wiring.phases.names
      throw ResolutionError(
        .unknownPhase,
        "the manifest has no phase \(phase)\(question(Spelling.suggestions(for: phase.name, among: known)))",
        help: "add it under lifecycle, which \(known.isEmpty ? "has no phases" : "has \(listed(known))")")
    }
    return try await withCurrent { try await runAll(of: phase) }
  }

  private func runAll(of phase: Phase) async throws -> [InitializerFailed] {
    let configuration = configuration
    var failures: [InitializerFailed] = []
    for entry in wiring.phases.entries[phase.name] ?? [] {
      try Task.checkCancellation()
      guard !level.hasEnded else { throw ContainerClosed() }
      var wasMade = false
      do {
        let initializer = try await inCurrentLevel { level in
          try await level.home(ofInitializer: entry.initializer).initializer(entry.initializer)
        }
        wasMade = true
        let isDue =
          wiring.phases.initializers[entry.initializer].isOnMain
          ? await Self.isDueOnMain(initializer, in: phase) : await initializer.shouldPerform(in: phase)
        if isDue { try await initializer.perform(phase, with: configuration) }
      } catch {
        if Task.isCancelled, error is CancellationError { throw error }
        try note(error, of: entry, in: phase, wasMade: wasMade, among: &failures)
      }
    }
    return failures
  }

  /// Adds an initializer's failure to those that the phase tolerates, or throws it.
  func note(
    _ error: any Error, of entry: PhaseTable.Entry, in phase: Phase, wasMade: Bool,
    among failures: inout [InitializerFailed]
  ) throws(InitializerFailed) {
    var failure = InitializerFailed(
      wiring.phases.initializers[entry.initializer].name, in: phase, at: entry, wasMade: wasMade, error,
      secrets: seenWiring.secrets)
    guard !failure.stops else {
      failure.earlier = failures
      throw failure
    }
    failures.append(failure)
  }

  @MainActor
  private static func isDueOnMain(_ initializer: any Initializable, in phase: Phase) async -> Bool {
    await initializer.shouldPerform(in: phase)
  }
}
