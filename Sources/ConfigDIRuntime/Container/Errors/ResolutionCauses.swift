/// A factory or a decorator threw while its service was being made.
struct FactoryFailed: ResolutionCause {
  let reason = ResolutionError.Reason.factoryFailed
  /// The original error. It may contain secrets, which this error's own message does not show.
  let underlying: any Error
  /// The factory's name in the manifest; empty if a decorator or an overlay's closure threw.
  var factory = ""
  /// The decorator or the level's closure that threw; `nil` if the factory itself threw.
  var decorator: ResolutionStep?
  /// The location of the overlay whose closure threw; `nil` for a factory.
  var overlay: String?
  /// Whether the failure ended the container's start, so that no later call tries again.
  var endedStart = false
  let secrets: Secrets

  func text(after chain: [ResolutionStep]) -> String {
    let part = decorator.map(\.description) ?? "factory \(factory)"
    return chain.text(
      "\(chain.failed) could not be made: \(secrets.redacted(String(describing: underlying)))",
      help: overlay.map { "the overlay of \($0) threw this instead of the factory" }
        ?? "the \(part) threw this; \(endedStart ? Self.closed : Self.notKept)")
  }

  private static let closed = "startup failed, and the services made so far were closed"
  private static let notKept = "nothing was kept, so the next call tries again"
}

extension ResolutionError {
  /// The same failure, marked as the cause of a failed start.
  var atStart: ResolutionError {
    guard var failed = cause as? FactoryFailed else { return self }
    failed.endedStart = true
    return ResolutionError(failed, at: chain)
  }
}

/// The requested key is not in the manifest.
struct UnknownKey: ResolutionCause {
  let reason = ResolutionError.Reason.unknownKey
  /// The key, as a manifest would write it.
  let key: String
  let place: PlanPlace
  let similar: [String]
  /// The type inside the requested optional, array or deferred dependency.
  var wrapped: String?

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(place.manifest) has no service \(key)\(place.inStage)\(question(similar))",
      help: wrapped.map {
        "resolve \($0) itself; optionals, collections and deferred dependencies work only as parameters of a factory or of make(_:)"
      } ?? "add it under services, or use an existing key",
      endsWithFailed: false)
  }
}

/// A `did you mean` question that ends a sentence; empty if there are no similar names.
func question(_ similar: [String]) -> String {
  similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: " or "))?"
}

/// A container's manifest and stage, as named in messages.
struct PlanPlace: Sendable {
  let manifest: String
  let inStage: String
}

extension Plan {
  var place: PlanPlace {
    PlanPlace(manifest: manifest.map { "'\($0)'" } ?? "the manifest", inStage: stage.map { " in stage \($0)" } ?? "")
  }
}

/// `Container.make(labels:_:)` had to fill an array, but the manifest has no collection, or several, with its element
/// type.
struct NoCollection: ResolutionCause {
  let reason = ResolutionError.Reason.noCollection
  /// The key of the array's elements.
  let key: String
  let found: [String]

  func text(after chain: [ResolutionStep]) -> String {
    guard let first = found.first else {
      return chain.text(
        "the manifest has no collection of \(key)",
        help: "declare one under collections: { of: \(key) }, and add 'collect' to its members", endsWithFailed: false)
    }
    return chain.text(
      "the manifest has several collections of \(key): \(found.joined(separator: ", "))",
      help: "register a factory for it that depends on one of them: { all: \(first) }",
      endsWithFailed: false)
  }
}

/// The scope to open is not declared in the manifest.
struct UnknownScope: ResolutionCause {
  let reason = ResolutionError.Reason.unknownScope
  let name: String
  let place: PlanPlace
  let known: [String]

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(place.manifest) declares no scope \(name)\(question(Spelling.suggestions(for: name, among: known)))",
      help: "declare it under 'scopes'" + (known.isEmpty ? "" : ", or open one of \(known.joined(separator: ", "))"),
      endsWithFailed: false)
  }
}

/// The phase to run is not in the manifest; `launch` and `foreground` are never unknown.
struct UnknownPhase: ResolutionCause {
  let reason = ResolutionError.Reason.unknownPhase
  let phase: Phase
  let known: [String]

  func text(after chain: [ResolutionStep]) -> String {
    let phases = known.isEmpty ? "has no phases" : "has \(listed(known))"
    return chain.text(
      "the manifest has no phase \(phase)\(question(Spelling.suggestions(for: phase.name, among: known)))",
      help: "add it under lifecycle, which \(phases)",
      endsWithFailed: false)
  }
}

/// The service for a key does not have the requested type.
struct WrongType: ResolutionCause {
  let reason = ResolutionError.Reason.wrongType
  let expected: String
  let found: String

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) is a \(found), not a \(expected)",
      help: "resolve it as the type that its factory is registered for")
  }
}

/// A service that belongs to a declared scope was requested outside that scope.
struct ScopeNotOpen: ResolutionCause {
  let reason = ResolutionError.Reason.scopeNotOpen
  let scope: String

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) lives in the scope \(scope), which is not open here",
      help: "open it with withScope(\"\(scope)\") and resolve from the container passed to its closure")
  }
}

/// A scope was opened outside its parent scope.
struct WrongParentScope: ResolutionCause {
  let reason = ResolutionError.Reason.wrongParentScope
  let name: String
  /// The scope's parent in the manifest; `nil` for the container itself.
  let parent: String?

  func text(after chain: [ResolutionStep]) -> String {
    let place = parent.map { "the scope \($0)" } ?? "the container itself, outside any scope"
    return chain.text(
      "the scope \(name) can be opened only in \(place)", help: "call openScope there", endsWithFailed: false)
  }
}

/// A `ScopedProvider` was called with a scope of another container.
struct ForeignScope: ResolutionCause {
  let reason = ResolutionError.Reason.foreignScope
  let service: ResolutionStep

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(service) was resolved in a scope of another container",
      help: "open the scope in the container that made the provider", endsWithFailed: false)
  }
}

/// An asynchronous singleton was needed before the container was started.
struct NotStarted: ResolutionCause {
  let reason = ResolutionError.Reason.notStarted
  let scope: PlannedService.Scope
  var takesArgument = false
  /// Whether the container has started, so that an overlay made the service asynchronous.
  var isStarted = false

  func text(after chain: [ResolutionStep]) -> String {
    switch scope {
    case .singleton:
      chain.text(
        "\(chain.failed) is made asynchronously, and does not exist yet",
        help: isStarted
          ? "use resolveAsync once; the container started before the overlay made this service asynchronous"
          : "await start() before resolving, or use resolveAsync; a synchronous resolve never waits for it")
    case .declared:
      chain.text(
        "\(chain.failed) is made asynchronously, and does not exist yet",
        help: "use resolveAsync or an AsyncLazy, or write 'eager: true' so that it is made when the scope opens")
    case .transient, .graph, .weak:
      chain.text(
        "\(chain.failed) is made asynchronously, so a synchronous call cannot make it",
        help: takesArgument
          ? "use makeAsync, or depend on it through an AsyncMaker"
          : "use resolveAsync, or depend on it through AsyncLazy or AsyncProvider")
    }
  }
}

/// A scope was opened synchronously, although opening it makes services that must be awaited.
struct ScopeNeedsWaiting: ResolutionCause {
  let reason = ResolutionError.Reason.notStarted
  let scope: String
  let services: [ResolutionStep]

  func text(after chain: [ResolutionStep]) -> String {
    let names = services.map { "\($0)" }.joined(separator: ", ")
    return chain.text(
      "openScope cannot wait for the services that the scope \(scope) makes when it opens: \(names)",
      help: "open it with withScope(\"\(scope)\") or try await startScope(\"\(scope)\")", endsWithFailed: false)
  }
}

/// A main-actor service was requested outside the main actor.
struct NotOnMainActor: ResolutionCause {
  let reason = ResolutionError.Reason.notOnMainActor

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) is made on the main actor",
      help: "resolve it from container.main, or depend on it through MainLazy or MainProvider")
  }
}

/// A service's argument is missing, unexpected, or has the wrong type.
struct WrongArgument: ResolutionCause {
  let reason = ResolutionError.Reason.wrongArgument
  let mistake: Mistake

  enum Mistake: Sendable {
    case missing
    case otherType(expected: String, given: String)
    case none(given: String)
  }

  init(_ mistake: Mistake) { self.mistake = mistake }

  func text(after chain: [ResolutionStep]) -> String {
    switch mistake {
    case .missing:
      chain.text(
        "\(chain.failed) takes an argument, but was requested without one",
        help: "pass it with make(_:with:), or depend on the service through a Maker")
    case .otherType(let expected, let given):
      chain.text(
        "\(chain.failed) takes an argument of type \(expected), but got one of type \(given)",
        help: "pass a value of type \(expected)")
    case .none(let given):
      chain.text(
        "\(chain.failed) takes no argument, but got one of type \(given)",
        help: "ask for it with resolve, or change its factory to take an Argument<\(given)>")
    }
  }
}

/// Services that wait for each other to be made, or a service that is needed while it is being made.
///
/// Without its `lazy` and `provider` dependencies, the manifest's graph has no cycle. So such a dependency was called
/// inside an initializer, or an asynchronous factory called the container itself.
struct CrossingWait: ResolutionCause {
  let reason = ResolutionError.Reason.crossingWait
  /// For each other thread or task in the cycle, the services that the thread or task is making, followed by the
  /// service that it is waiting for. Empty if a thread or task would wait for itself.
  let others: [[ResolutionStep]]

  func text(after chain: [ResolutionStep]) -> String {
    func line(_ chain: [ResolutionStep]) -> String { chain.map(\.description).joined(separator: " → ") }
    return """
      \(chain.failed) is being made, and would wait for a service that needs it
        here: \(line(chain))
      \(others.map { "  meanwhile: \(line($0))\n" }.joined())\
        help: call a lazy dependency, a provider or the container after the initializer, not inside it
      """
  }
}

/// A service contains `transient`, `graph` or `weak` services that are nested so deeply that making the service could
/// overflow the thread's stack.
///
/// Detected when the container is built. A `lazy` or `provider` dependency that is called inside an initializer and
/// leads back to the same service is detected at that call.
struct NestingTooDeep: ResolutionCause {
  let reason = ResolutionError.Reason.nestingTooDeep
  let limit: Int
  /// The location of the overlay whose closure requests its own key; `nil` for a factory.
  var overlay: String?

  func text(after chain: [ResolutionStep]) -> String {
    if let overlay {
      return [chain.last].compactMap(\.self).text(
        "\(chain.failed) is replaced by a closure that resolves it again",
        help: "call the closure's parameter for the original service; the closure is at \(overlay)")
    }
    return chain.text(
      "\(chain.failed) depends on a chain of more than \(limit) unshared services",
      help: "make one of them a singleton, or call the provider after the initializer, not inside it")
  }
}

/// A `weak` service, or the product of a factory registered with `reference: true`, is not a class instance.
struct NotAnObject: ResolutionCause {
  let reason = ResolutionError.Reason.notAnObject
  /// The type of the instance that the factory made.
  let type: String
  var isWeak = true

  func text(after chain: [ResolutionStep]) -> String {
    let reason = isWeak ? "has the scope weak" : "is registered with reference: true"
    return chain.text(
      "\(chain.failed) \(reason), but its factory made a \(type), which is not a class instance",
      help: isWeak
        ? "use the scope singleton or transient, or return a class instance"
        : "remove reference: true from the factory's registration, or return a class instance")
  }
}

/// An overlay requested a change that only a level of a `ContainerStack` can make.
struct OverlayUnfit: ResolutionCause {
  let reason = ResolutionError.Reason.overlayUnfit
  let obstacle: Obstacle

  enum Obstacle: Sendable {
    case noManifest
    /// With the change, a `select` would choose a different case.
    case otherTarget(ResolutionStep)
    /// With the change, a service would belong to a different scope.
    case otherScope(ResolutionStep)
    case otherPhases
    /// The manifest has changed, and no longer has the key of a replaced service.
    case keyGone(String, place: String?, similar: [String])
  }

  init(_ obstacle: Obstacle) { self.obstacle = obstacle }

  func text(after chain: [ResolutionStep]) -> String {
    let change =
      switch obstacle {
      case .noManifest: "the overlay changes factories or parameters, but this container was not built from a manifest"
      case .otherTarget(let service): "the overlay changes which service \(service) refers to"
      case .otherScope(let service): "the overlay's factory needs a scope that is not open where \(service) lives"
      case .otherPhases: "the overlay changes which initializers of a phase share an instance"
      case .keyGone(let key, let place, let similar):
        "the overlay\(place.map { " opened at \($0)" } ?? "") replaces \(key), which the manifest no longer has\(question(similar))"
      }
    let help =
      if case .keyGone = obstacle {
        "end the overlay first: call remove() on its token, or return from withOverlays"
      } else {
        "build the container with these changes, or push them as a level of a ContainerStack"
      }
    return chain.text(change, help: help, endsWithFailed: false)
  }
}
