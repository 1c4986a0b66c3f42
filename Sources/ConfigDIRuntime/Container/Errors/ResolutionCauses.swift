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
    let outcome =
      endedStart
      ? "startup failed, and the services made so far were closed" : "nothing was kept, so the next call tries again"
    return chain.text(
      "\(chain.failed) could not be made: \(secrets.redacted(String(describing: underlying)))",
      help: overlay.map { "the overlay of \($0) threw this instead of the factory" }
        ?? "the \(part) threw this; \(outcome)")
  }
}

struct PlainCause: ResolutionCause {
  let reason: ResolutionError.Reason
  private let message: String
  let help: String
  /// Whether the message is about the last service in the chain, which is its subject.
  private var isAboutService = false
  /// The location that the message is about, if no service in the chain is.
  let place: SourceLocation?

  /// - Parameter predicate: The message after the name of the service that failed.
  init(_ reason: ResolutionError.Reason, service predicate: String, help: String) {
    self.init(reason, predicate, help: help)
    isAboutService = true
  }

  init(_ reason: ResolutionError.Reason, _ message: String, help: String, place: SourceLocation? = nil) {
    self.reason = reason
    self.message = message
    self.help = help
    self.place = place
  }

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(fact(about: chain), help: help, endsWithFailed: isAboutService)
  }

  func fact(about chain: [ResolutionStep]) -> String { isAboutService ? "\(chain.failed) \(message)" : message }
}

extension ResolutionError {
  /// - Parameter predicate: The message after the name of the service that failed.
  init(_ reason: Reason, service predicate: String, help: String, at steps: [ResolutionStep] = []) {
    self.init(PlainCause(reason, service: predicate, help: help), at: steps)
  }

  init(_ reason: Reason, _ message: String, help: String, place: SourceLocation? = nil) {
    self.init(PlainCause(reason, message, help: help, place: place))
  }
}

extension ResolutionCause where Self == PlainCause {
  static func wrongType(expected: String, found: String) -> Self {
    Self(
      .wrongType, service: "is a \(found), not a \(expected)",
      help: "resolve it as the type that its factory is registered for")
  }

  /// An asynchronous singleton was needed before the container was started.
  ///
  /// - Parameters:
  ///   - isStarted: Whether the container has started.
  ///   - isOverlaid: Whether the service was requested under an overlay. If it was not, an overlay that was open at the
  ///     start has ended since.
  static func notStarted(
    _ scope: PlannedService.Scope, takesArgument: Bool = false, isStarted: Bool = false, isOverlaid: Bool = false
  ) -> Self {
    let problem = scope.isMadeAnew ? "so a synchronous call cannot make it" : "and does not exist yet"
    let help =
      switch scope {
      case .singleton where isStarted && isOverlaid:
        "use resolveAsync once; the container started before the overlay made this service asynchronous"
      case .singleton where isStarted:
        "use resolveAsync once; an overlay, which has ended, replaced this service when the container started"
      case .singleton:
        "await start() before resolving, or use resolveAsync; a synchronous resolve never waits for it"
      case .declared:
        "use resolveAsync or an AsyncLazy, or write 'eager: true' so that it is made when the scope opens"
      case .transient, .graph, .weak:
        takesArgument
          ? "use makeAsync, or depend on it through an AsyncMaker"
          : "use resolveAsync, or depend on it through AsyncLazy or AsyncProvider"
      }
    return Self(.notStarted, service: "is made asynchronously, \(problem)", help: help)
  }

  static func notOnMainActor(takesArgument: Bool = false) -> Self {
    Self(
      .notOnMainActor, service: "is made on the main actor",
      help: takesArgument
        ? "make it with container.main.make(_:with:), or depend on it through a MainMaker"
        : "resolve it from container.main, or depend on it through MainLazy or MainProvider")
  }

  static var missingArgument: Self {
    Self(
      .wrongArgument, service: "takes an argument, but was requested without one",
      help: "pass it with make(_:with:), or depend on the service through a Maker")
  }

  /// A `weak` service, or the product of a factory registered with `reference: true`, is not a class instance.
  static func notAnObject(_ type: String, isWeak: Bool = true) -> Self {
    let reason = isWeak ? "has the scope weak" : "is registered with reference: true"
    return Self(
      .notAnObject, service: "\(reason), but its factory made a \(type), which is not a class instance",
      help: isWeak
        ? "use the scope singleton or transient, or return a class instance"
        : "remove reference: true from the factory's registration, or return a class instance")
  }

  /// An overlay requested a change that only a level of a `ContainerStack` can make.
  static func overlayUnfit(_ message: String) -> Self {
    Self(
      .overlayUnfit, message,
      help: "build the container with these changes, or push them as a level of a ContainerStack")
  }
}

/// A `did you mean` question that ends a sentence; empty if there are no similar names.
func question(_ similar: [String]) -> String {
  similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: " or "))?"
}

extension Plan {
  var manifestName: String { manifest.map { "'\($0)'" } ?? "the manifest" }
  var inStage: String { stage.map { " in stage \($0)" } ?? "" }
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
/// Detected when the container is built. A `lazy` or `provider` dependency that is called inside an initializer is
/// detected at that call, if it leads back to the same service or if too many such calls are nested.
struct NestingTooDeep: ResolutionCause {
  let reason = ResolutionError.Reason.nestingTooDeep
  let limit: Int
  /// The location of the overlay whose closure requests its own key; `nil` for a factory.
  var overlay: String?
  /// Whether calls inside initializers nest the services, not their dependencies.
  var isDeferred = false

  func text(after chain: [ResolutionStep]) -> String {
    if isDeferred {
      return chain.text(
        "\(chain.failed) would be made inside more than \(limit) others, whose initializers call for one another",
        help: "call lazy dependencies, providers and the container after the initializer, not inside it")
    }
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
