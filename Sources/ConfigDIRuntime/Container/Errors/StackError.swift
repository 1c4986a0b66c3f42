/// A stack could not be changed or saved.
public struct StackError: Error, Sendable {
  /// Why it could not.
  public let reason: Reason

  /// The cases that a program can tell apart.
  public enum Reason: Sendable, Equatable {
    /// A change was asked for from within a change of the same stack, such as by a factory that a new level runs.
    case busy
    /// The lowest level cannot be popped.
    case atBottom
    /// A level cannot be saved without one of its settings, which is a secret.
    case secret(setting: String, key: String)
  }

  package init(_ reason: Reason) { self.reason = reason }
}

extension StackError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .busy:
      "the stack is in the middle of a change that this belongs to\n"
        + "  help: change it after push(), pop() or replaceCurrent() has returned, not from a factory"
    case .atBottom:
      "the lowest level of a stack cannot be popped\n  help: change it with replaceCurrent(), or end it with shutdown()"
    case .secret(let setting, let key):
      "the setting \(setting) that a level gives to \(key) is a secret, and secrets are not saved\n"
        + "  help: let it name a secret parameter, and set that"
    }
  }
}
