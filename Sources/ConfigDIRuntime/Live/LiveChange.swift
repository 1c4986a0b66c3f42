/// What one generation of a ``LiveContainer`` has otherwise than the one before.
public struct LiveChange: Sendable {
  /// As `configdi-check diff` tells it.
  public let items: [Item]
  /// How many instances that were there are used on.
  public let kept: Int
  /// How many were made before the new generation took over.
  public let made: Int
  /// How many are closed with the old generation.
  public let closed: Int

  /// One difference in the wiring.
  public struct Item: Sendable, CustomStringConvertible {
    /// What kind of difference.
    public let kind: Kind
    /// A service's key, or a parameter's name.
    public let key: String
    /// In a few words, without what is secret; `nil` where there was nothing.
    public let from: String?
    /// In a few words, without what is secret; `nil` where there is nothing any more.
    public let to: String?
    /// In the new manifest, or in the old one for what was removed.
    public let origin: SourceLocation

    /// What can become of a service or a parameter.
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

    /// On one line, with its place.
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
  /// On one line: the differences, the first few of many, and the counts.
  public var description: String {
    let shown = items.prefix(5).map(\.description)
    let rest = items.count > 5 ? ["and \(items.count - 5) more"] : []
    let counts = "\(kept) kept, \(made) made, \(closed) to close"
    return ((shown + rest).joined(separator: "; ") + "; " + counts)
  }
}
