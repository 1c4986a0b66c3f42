/// A stack was changed from within a change of the same stack, such as by a factory that a new level runs.
public struct StackBusy: Error, Sendable, CustomStringConvertible {
  public var description: String {
    "the stack is in the middle of a change that this belongs to\n"
      + "  help: change it after push(), pop() or replaceCurrent() has returned, not from a factory"
  }
}

/// The lowest level of a stack was to be popped.
public struct StackAtBottom: Error, Sendable, CustomStringConvertible {
  public var description: String {
    "the lowest level of a stack cannot be popped\n  help: change it with replaceCurrent(), or end it with shutdown()"
  }
}

/// A level cannot be saved without its secret.
public struct SecretInLevel: Error, Sendable, CustomStringConvertible {
  /// The service whose settings have it.
  public let key: String
  let setting: String

  package init(key: String, setting: String) {
    self.key = key
    self.setting = setting
  }

  public var description: String {
    "the setting \(setting) that a level gives to \(key) is a secret, and secrets are not saved\n"
      + "  help: let it name a secret parameter, and set that"
  }
}
