/// The changes that a stack could not save or restore.
public struct StackReport: Sendable, CustomStringConvertible {
  /// The changes that were left out, lowest level first.
  public let leftOut: [Part]

  package init(leftOut: [Part]) { self.leftOut = leftOut }

  /// One change that was left out.
  public struct Part: Sendable, Hashable, CustomStringConvertible {
    /// The number of the level; the lowest is 1.
    public let level: Int
    /// What kind of change was left out.
    public let kind: Kind
    /// The service's key, or the parameter's name.
    public let name: String

    package init(level: Int, kind: Kind, name: String) {
      self.level = level
      self.kind = kind
      self.name = name
    }

    /// The kinds of changes that cannot or must not be saved.
    public enum Kind: String, Sendable, Hashable { case instance, closure, secret }

    /// A short text such as `level 2: the instance for User`.
    public var description: String {
      switch kind {
      case .instance: "level \(level): the instance for \(name)"
      case .closure: "level \(level): the closure for \(name)"
      case .secret: "level \(level): the secret \(name)"
      }
    }
  }

  /// One line for each change.
  public var description: String {
    leftOut.isEmpty ? "nothing was omitted" : leftOut.map { "omitted: \($0)" }.joined(separator: "\n")
  }
}
