/// The differences between a generation of a ``LiveContainer`` and the one before.
public struct LiveChange: Sendable {
  /// The differences, as `configdi-check diff` shows them.
  public let items: [Item]
  /// The number of old instances that stay in use.
  public let kept: Int
  /// The number of instances that were made for the new generation before it replaced the old.
  public let made: Int
  /// The number of instances that are closed with the old generation.
  public let closed: Int

  /// One difference in the wiring.
  public struct Item: Sendable, CustomStringConvertible {
    /// The kind of difference.
    public let kind: Kind
    /// A service's key, or a parameter's name.
    public let key: String
    /// The old state in a few words, without secrets; `nil` if there was none.
    public let from: String?
    /// The new state in a few words, without secrets; `nil` if there is none.
    public let to: String?
    /// The place in the new manifest; in the old one if something was removed.
    public let origin: SourceLocation

    /// The kinds of differences of a service or a parameter.
    public enum Kind: String, Sendable, CaseIterable {
      case added, removed, swapped, rescoped, rewired, settings, parameter
    }

    package init(kind: Kind, key: String, from: String?, to: String?, origin: SourceLocation) {
      self.kind = kind
      self.key = key
      self.from = from
      self.to = to
      self.origin = origin
    }

    /// One line, with the place.
    public var description: String {
      let change = from == to ? "\(to ?? ""), another value" : "\(from ?? "none") → \(to ?? "none")"
      let place = "(\(origin.file.path):\(origin.start.line))"
      return switch kind {
      case .added: "\(key): added, \(to ?? "") \(place)"
      case .removed: "\(key): removed, was \(from ?? "") \(place)"
      case .swapped: "\(key): \(change) \(place)"
      case .rescoped: "\(key): scope \(change) \(place)"
      case .rewired: "\(key): dependencies \(change) \(place)"
      case .settings: "\(key): settings \(change) \(place)"
      case .parameter: "parameter \(key): \(change) \(place)"
      }
    }
  }
}

extension LiveChange: CustomStringConvertible {
  /// One line: the differences, the first few if there are many, and the counts.
  public var description: String {
    let shown = items.prefix(5).map(\.description)
    let rest = items.count > 5 ? ["and \(items.count - 5) more"] : []
    let counts = "\(kept) kept, \(made) made, \(closed) to close"
    return ((shown + rest).joined(separator: "; ") + "; " + counts)
  }
}
