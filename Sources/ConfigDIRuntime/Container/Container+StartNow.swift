extension Container {
  /// Starts the container like ``start()``, but without awaiting: makes the eager singletons, calls the assemblies'
  /// hooks, and runs the phase `launch`. Intended for a program's `didFinishLaunching`.
  ///
  /// If any part of the start must be awaited, the call throws ``ContainerError`` before anything runs. If a part must
  /// run on the main actor, call `container.main.startNow()` instead. A failure closes the container as with
  /// ``start()``, but in the background; main-actor services are closed when the main actor is free.
  /// ``Container/shutdown(closing:)`` waits until the closing has finished.
  ///
  /// - Returns: The failures in the phase `launch` that `onError: continue` tolerates.
  /// - Throws: ``ContainerError``, or the first failure.
  @discardableResult
  public func startNow() throws -> [InitializerFailed] {
    try startNow(isMain: false)
  }

  fileprivate func startNow(isMain: Bool) throws -> [InitializerFailed] {
    try level.core.start.refuseNested()
    return try SingleStart.$ofTask.withValue(ObjectIdentifier(level.core.start)) {
      let obstacles = level.core.start.isDone ? [] : try obstacles(isMain: isMain)
      guard obstacles.isEmpty else {
        throw ContainerError(
          "startNow() cannot start this container" + obstacles.map { "\n  \($0)" }.joined(),
          help: "fix these, or await start()")
      }
      return try level.core.start.runNow {
        do {
          guard !level.hasEnded else { throw ContainerClosed() }
          try level.underOverlays { level in
            for service in level.wiring.plan.madeAtStart where !level.wiring.traits[service].contains(.isAsync) {
              try level.makeNow(service, isMain: isMain)
            }
          }
          return try withCurrent {
            for assembly in wiring.registry.assemblies { try tellNow(assembly) }
            return try runNow(.launch, isMain: isMain)
          }
        } catch {
          // Noted now, as the program may close the container before the task does.
          level.contents.withLock { $0.makeRare().outcome = ScopeOutcome(error) }
          level.end()
          Task { await level.closeKeepingFailures() }
          throw atStart(error)
        }
      }
    }
  }

  /// The parts of a start that need awaiting or the main actor.
  private func obstacles(isMain: Bool) throws -> [String] {
    let level = try currentLevel
    let wiring = level.wiring
    var obstacles: [String] = []
    func needsMain(_ name: String) {
      obstacles.append("\(name) belongs to the main actor: call container.main.startNow() there")
    }
    for service in wiring.plan.madeAtStart {
      let step = wiring.step(service)
      if wiring.traits[service].contains(.isAsync) {
        if try level.isThere(service) { continue }
        obstacles.append("\(step) is made asynchronously")
      } else if wiring.traits[service].contains(.isMain), !isMain {
        needsMain("\(step)")
      }
    }
    for assembly in wiring.registry.assemblies where assembly.mustAwaitHook {
      let name = TypeName.short(type(of: assembly))
      obstacles.append("containerDidAssemble of \(name) might await: declare it without async")
    }
    for entry in wiring.phases.entries[Phase.launch.name] ?? [] {
      let planned = wiring.phases.initializers[entry.initializer]
      let name = "initializer \(planned.name) (\(entry.location))"
      let type = wiring.registry.factories[planned.name]?.product
      if type is any MainInitializableNow.Type || (planned.isOnMain && type is any InitializableNow.Type) {
        if !isMain { needsMain(name) }
      } else if !(type is any InitializableNow.Type) {
        obstacles.append("\(name) might await: conform its type to InitializableNow or MainInitializableNow")
      }
    }
    return obstacles
  }

  private func tellNow<Telling: Assembly>(_ assembly: Telling) throws {
    do {
      _ = try assembly.containerDidAssemble(self) as Telling.HookNow
    } catch {
      throw ContainerError(error, thrownBy: assembly, secrets: seenWiring.secrets)
    }
  }

  private func runNow(_ phase: Phase, isMain: Bool) throws -> [InitializerFailed] {
    let configuration = configuration
    var failures: [InitializerFailed] = []
    for entry in wiring.phases.entries[phase.name] ?? [] {
      guard !level.hasEnded else { throw ContainerClosed() }
      var wasMade = false
      do {
        let initializer = try level.underOverlays { level in
          try level.home(ofInitializer: entry.initializer).initializerNow(entry.initializer, isMain: isMain)
        }
        wasMade = true
        try initializer.performNow(phase, with: configuration)
      } catch {
        try note(error, of: entry, in: phase, wasMade: wasMade, among: &failures)
      }
    }
    return failures
  }
}

extension MainContainer {
  /// Starts the container like ``Container/startNow()``, including main-actor services and initializers.
  @discardableResult
  public func startNow() throws -> [InitializerFailed] {
    try container.startNow(isMain: true)
  }
}

extension Assembly {
  /// Whether the assembly has a hook, but not the form without `async`.
  fileprivate var mustAwaitHook: Bool { Hook.self != Never?.self && HookNow.self == Never?.self }
}

extension Initializable {
  /// Does the work for a phase synchronously. The caller has checked that a main-actor initializer runs on the main
  /// actor.
  fileprivate func performNow(_ phase: Phase, with configuration: ExposedParameters) throws {
    if let initializer = self as? any InitializableNow {
      if initializer.shouldPerform(in: phase) { try initializer.perform(phase, with: configuration) }
    } else if let initializer = self as? any MainInitializableNow {
      try MainActor.assumeIsolated {
        if initializer.shouldPerform(in: phase) { try initializer.perform(phase, with: configuration) }
      }
    }
  }
}

extension Level {
  /// Whether an asynchronous service needs no waiting, because its instance exists or an overlay replaces it with an
  /// instance.
  fileprivate func isThere(_ service: Int) throws -> Bool {
    if isMade(service) { return true }
    return try overlays.contains { $0.reach.contains(service) } && slot(service).isMade
  }

  func isMade(_ service: Int) -> Bool {
    if owns(service) { return ownSlot(service)?.isMade == true }
    return next(for: service)?.isMade(service) == true
  }
}
