/// A change to a level that a ``ContainerStack`` did not save or restore, because it cannot or must not be written as
/// text.
package struct StackOmission: Sendable {
  /// The level's number; the lowest level is 1.
  package let level: Int
  package let kind: Kind
  /// The service's key, or the parameter's name.
  package let name: String

  package init(level: Int, kind: Kind, name: String) {
    self.level = level
    self.kind = kind
    self.name = name
  }

  package enum Kind: String, Sendable { case instance, closure, secret }
}
