/// How a generation of a ``LiveContainer`` differs from the previous one.
public struct LiveChange: Sendable, CustomStringConvertible {
  /// The differences, as `configdi-check diff` shows them.
  public let items: [Item]
  /// The number of instances that the new generation reuses.
  public let kept: Int
  /// The number of instances made for the new generation before it became current.
  public let made: Int
  /// The number of instances to close with the old generation.
  public let closed: Int

  /// A single difference.
  public struct Item: Sendable, CustomStringConvertible {
    /// The kind of difference.
    public let kind: Kind
    /// The service's key or the parameter's name.
    public let key: String
    /// A short description of the old state, without secrets; `nil` for an addition.
    public let from: String?
    /// A short description of the new state, without secrets; `nil` for a removal.
    public let to: String?
    /// The location in the new manifest, or in the old one for a removal.
    package let origin: SourceLocation

    /// The ways in which a service or parameter can change.
    public enum Kind: String, Sendable, CaseIterable {
      case added, removed, swapped, rescoped, rewired, settings, parameter
    }

    /// The difference in one line, with its location.
    public var description: String {
      let change = from == to ? "\(to ?? ""), with a different value" : "\(from ?? "none") → \(to ?? "none")"
      let text =
        switch kind {
        case .added: "\(key): added, \(to ?? "")"
        case .removed: "\(key): removed, was \(from ?? "")"
        case .swapped: "\(key): \(change)"
        case .rescoped: "\(key): scope \(change)"
        case .rewired: "\(key): dependencies \(change)"
        case .settings: "\(key): settings \(change)"
        case .parameter: "parameter \(key): \(change)"
        }
      return visible("\(text) (\(origin.file.path):\(origin.start.line))")
    }
  }

  /// The change in one line: the first few differences and the counts.
  public var description: String {
    // If no service or parameter differs, the difference is in one of these.
    let shown = items.isEmpty ? ["the lifecycle, scopes or collections changed"] : items.prefix(5).map(\.description)
    let rest = items.count > 5 ? ["and \(items.count - 5) more"] : []
    let counts = "\(kept) kept, \(made) made, \(closed) to close"
    return ((shown + rest).joined(separator: "; ") + "; " + counts)
  }
}

extension [LiveChange.Item] {
  /// Adds the parameters whose values differ although their entries do not, for example because a file has changed.
  package func withValues(from old: Plan, to new: Plan) -> [LiveChange.Item] {
    let told = Set(filter { $0.kind == .parameter }.map(\.key))
    return self + new.parameterDifferences(from: old).filter { !told.contains($0.key) }
  }
}

extension Plan {
  /// The parameters that were added, removed, or have another value.
  func parameterDifferences(from old: Plan) -> [LiveChange.Item] {
    paired(old.parameters, parameters, by: \.name).compactMap { parameter, from, to in
      guard from?.value.fingerprint != to?.value.fingerprint else { return nil }
      return LiveChange.Item(
        kind: .parameter, key: parameter.name, from: from?.wordsWithGiver, to: to?.wordsWithGiver,
        origin: parameter.origin)
    }
  }
}

/// The new entries, each with the old entry of the same name, followed by the old entries without a new one. `entry` is
/// the new entry, if there is one.
func paired<Entry>(
  _ old: [Entry], _ new: [Entry], by name: (Entry) -> String
) -> [(entry: Entry, old: Entry?, new: Entry?)] {
  let before = Dictionary(old.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
  let names = Set(new.map(name))
  return new.map { ($0, before[name($0)], $0) } + old.filter { !names.contains(name($0)) }.map { ($0, $0, nil) }
}
