/// Says when a service or factory was deprecated, and what to use instead. A string literal sets only the message.
public struct Deprecation: Sendable, Hashable, ExpressibleByStringLiteral {
  package var since: String?
  package var use: String?
  package var message: String?

  /// Creates a deprecation from a version or date, a replacement and a message, each optional.
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

/// A part of an entry that an overlay, a stage or a passed value has replaced. The part is a path such as `scope`,
/// `settings.url` or `dependencies.db`; empty for the whole entry.
package typealias Replacement = (part: String, previous: SourceLocation)
