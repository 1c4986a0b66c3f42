/// A change to a level that a ``ContainerStack`` did not save or restore, because it cannot or must not be written as
/// text.
public struct StackOmission: Sendable, Hashable, CustomStringConvertible {
  /// The level's number; the lowest level is 1.
  public let level: Int
  package let kind: Kind
  /// The service's key, or the parameter's name.
  public let name: String

  package init(level: Int, kind: Kind, name: String) {
    self.level = level
    self.kind = kind
    self.name = name
  }

  package enum Kind: String, Sendable { case instance, closure, secret }

  /// A short description such as `level 2: the instance for User`.
  public var description: String {
    kind == .secret ? "level \(level): the secret \(name)" : "level \(level): the \(kind) for \(name)"
  }
}
