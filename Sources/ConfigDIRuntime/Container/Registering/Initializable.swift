/// Work in the phases of a program's life, such as its launch, in the order of the manifest's `lifecycle`.
public protocol Initializable: Sendable {
  /// Does its work in one phase. An error stops the phase unless the manifest says `onError: continue`.
  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws

  /// Whether there is anything to do in this phase now; `true` unless implemented.
  ///
  /// For a main-actor initializer this runs on the main actor, and must not be `async`.
  nonisolated(nonsending) func shouldPerform(in phase: Phase) async -> Bool
}

extension Initializable {
  /// Always `true`.
  public func shouldPerform(in phase: Phase) -> Bool { true }
}

/// A synchronous initializer, so that ``Container/startNow()`` can run it too.
public protocol InitializableNow: Initializable {
  /// Does its work in one phase.
  func perform(_ phase: Phase, with configuration: ExposedParameters) throws

  /// Whether there is anything to do in this phase now; `true` unless implemented.
  func shouldPerform(in phase: Phase) -> Bool
}

/// An initializer of the main actor that does not await, so that ``MainContainer/startNow()`` can run it too.
@MainActor
public protocol MainInitializableNow: Initializable {
  /// Does its work in one phase.
  func perform(_ phase: Phase, with configuration: ExposedParameters) throws

  /// Whether there is anything to do in this phase now; `true` unless implemented.
  func shouldPerform(in phase: Phase) -> Bool
}

/// A phase of the program's life, by its name under `lifecycle` in the manifest.
public struct Phase: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name in the manifest.
  public let name: String

  /// Creates a phase with this name.
  public init(_ name: String) {
    self.name = name
  }

  /// Creates a phase with this name: `try await container.run("foreground")`.
  public init(stringLiteral name: String) {
    self.name = name
  }

  /// Run once, at the end of the container's start.
  public static let launch = Phase("launch")
  /// Run in each new wiring of a ``LiveContainer`` before that wiring becomes current.
  public static let reload = Phase("reload")
  /// Run by the program whenever it comes to the foreground.
  public static let foreground = Phase("foreground")

  /// The name in the manifest.
  public var description: String { name }
}
