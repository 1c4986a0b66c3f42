/// An initializer: work that runs in phases of a program's life, such as its launch, in the order of the manifest's
/// `lifecycle`.
public protocol Initializable: Sendable {
  /// Does the work for a phase. An error stops the phase unless the manifest says `onError: continue`.
  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws

  /// Whether the initializer has work to do in this phase now; `true` unless implemented.
  ///
  /// For a main-actor initializer, this function runs on the main actor and must not be `async`.
  nonisolated(nonsending) func shouldPerform(in phase: Phase) async -> Bool
}

extension Initializable {
  /// Always `true`.
  public func shouldPerform(in phase: Phase) -> Bool { true }
}

/// A synchronous initializer, which ``Container/startNow()`` can run too.
public protocol InitializableNow: Initializable {
  /// Does the work for a phase.
  func perform(_ phase: Phase, with configuration: ExposedParameters) throws

  /// Whether the initializer has work to do in this phase now; `true` unless implemented.
  func shouldPerform(in phase: Phase) -> Bool
}

/// A synchronous main-actor initializer, which ``MainContainer/startNow()`` can run too.
@MainActor
public protocol MainInitializableNow: Initializable {
  /// Does the work for a phase.
  func perform(_ phase: Phase, with configuration: ExposedParameters) throws

  /// Whether the initializer has work to do in this phase now; `true` unless implemented.
  func shouldPerform(in phase: Phase) -> Bool
}

/// A phase of the program's life, by its name under `lifecycle` in the manifest.
public struct Phase: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The phase's name in the manifest.
  public let name: String

  /// Creates a phase with this name.
  public init(_ name: String) {
    self.name = name
  }

  /// Creates a phase with this name: `try await container.run("foreground")`.
  public init(stringLiteral name: String) {
    self.name = name
  }

  /// The phase that runs once, at the end of the container's start.
  public static let launch = Phase("launch")
  /// The phase that runs in each new generation of a ``LiveContainer`` before that generation becomes current.
  public static let reload = Phase("reload")
  /// The phase that the program runs whenever it comes to the foreground.
  public static let foreground = Phase("foreground")

  /// The phase's name in the manifest.
  public var description: String { name }
}
