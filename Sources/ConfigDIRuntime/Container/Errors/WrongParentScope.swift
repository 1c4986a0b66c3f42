/// A scope was to be opened elsewhere than in its parent.
public struct WrongParentScope: Error, Sendable, CustomStringConvertible {
  /// The scope that was to be opened.
  public let name: String
  /// The scope in which it is opened; `nil` for the container itself.
  public let parent: String?

  public var description: String {
    let place = parent.map { "the scope \($0)" } ?? "the container itself, outside any scope"
    return "the scope \(name) opens in \(place)\n  help: call openScope on that one"
  }
}
