/// The deprecation of a service or a factory: since when, and what to use instead. A string literal is only the
/// message.
public struct Deprecation: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The version or date since which the item is deprecated.
  package var since: String?
  /// The name of its replacement.
  package var use: String?
  /// Further advice for its users.
  package var message: String?

  /// Creates a deprecation from its version or date, its replacement and a message, each optional.
  public init(since: String? = nil, use: String? = nil, message: String? = nil) {
    self.since = since
    self.use = use
    self.message = message
  }

  /// Creates a deprecation with only a message: `deprecated: "use the async client"`.
  public init(stringLiteral message: String) {
    self.init(message: message)
  }
}

/// A part of an entry that an overlay, a stage or a given value replaced.
package struct Replacement: Sendable {
  /// The replaced part: empty for the whole entry, else `scope`, `settings.url`, `dependencies.db`, …
  package let part: String
  package let previous: SourceLocation

  package init(part: String, previous: SourceLocation) {
    self.part = part
    self.previous = previous
  }
}
