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
