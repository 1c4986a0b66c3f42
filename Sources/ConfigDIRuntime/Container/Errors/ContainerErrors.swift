/// Thrown if a container or an open scope is used after it was shut down, closed or released.
public struct ContainerClosed: Error, Sendable {
  /// The services that led to the unavailable service, which is the last one.
  public internal(set) var chain: [ResolutionStep] = []
}

extension ContainerClosed: FailureOnTheWay, CustomStringConvertible {
  public var description: String {
    let what = chain.last.map { "\($0) cannot be resolved" } ?? "nothing can be resolved"
    return chain.text(
      "\(what): its container is closed",
      help:
        "keep the container while its services are used, and stop using them before shutdown() or close(); in a stack, use stack.current"
    )
  }
}

/// Thrown if there is no current container, or the default container could not be set.
public struct CurrentContainerError: Error, Sendable {
  /// Why there is no current container, or why the default was not set.
  package let reason: Reason

  /// The reasons for a ``CurrentContainerError``.
  package enum Reason: Sendable, Equatable {
    /// No container is bound to the task, and the program has no default.
    case none
    /// The closure that makes the default container requested the default container.
    case beingMade
    /// `Container.setDefault` was called before the earlier default was shut down.
    case defaultSetLate
    /// The program contains the library twice, for example once in a plug-in, and this copy was not loaded first.
    case secondCopy
  }
}

extension CurrentContainerError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .none:
      "no container is current\n"
        + "  help: call Container.setDefault when the program starts, or run this inside withCurrent"
    case .beingMade:
      "the default container was requested inside the closure that makes it\n"
        + "  help: pass the container along inside Container.setDefault, instead of using Container.current"
    case .defaultSetLate:
      "the default container is already in use and cannot be replaced\n"
        + "  help: call setDefault before the first use of Container.current, or shut down the first container; to replace services at run time, open an overlay"
    case .secondCopy:
      "this program has two copies of ConfigDI, and each has its own default container\n"
        + "  help: link it once, as a dynamic library, or pass the container and run this inside withCurrent"
    }
  }
}

/// Thrown if a stack cannot be changed or saved.
public struct StackError: Error, Sendable {
  /// Why the stack cannot be changed or saved.
  package let reason: Reason

  /// The reasons for a ``StackError``.
  package enum Reason: Sendable, Equatable {
    /// A change was requested inside a change of the same stack, for example by a factory that a new level runs.
    case busy
    /// The lowest level cannot be popped.
    case atBottom
    /// A level cannot be saved because one of its settings is a secret.
    case secret(setting: String, key: String)
  }

  package init(_ reason: Reason) { self.reason = reason }
}

extension StackError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .busy:
      "the stack was changed from inside another change of the same stack\n"
        + "  help: change the stack after push(), pop() or replaceCurrent() has returned, not in a factory"
    case .atBottom:
      "the bottom level of a stack cannot be popped\n  help: change it with replaceCurrent(), or end it with shutdown()"
    case .secret(let setting, let key):
      "the setting \(setting) of \(key) in a level is a secret, and secrets are not saved\n"
        + "  help: use a secret parameter in the setting, and set that parameter"
    }
  }
}
