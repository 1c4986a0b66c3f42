/// How a generation of a ``LiveContainer`` differs from the previous one.
public struct LiveChange: Sendable {
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

    package init(kind: Kind, key: String, from: String?, to: String?, origin: SourceLocation) {
      self.kind = kind
      self.key = key
      self.from = from
      self.to = to
      self.origin = origin
    }

    /// The difference in one line, with its location.
    public var description: String {
      let change = from == to ? "\(to ?? ""), with a different value" : "\(from ?? "none") → \(to ?? "none")"
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
  /// The change in one line: the first few differences and the counts.
  public var description: String {
    // If no service or parameter differs, the difference is in one of these.
    let shown = items.isEmpty ? ["the lifecycle, scopes or collections changed"] : items.prefix(5).map(\.description)
    let rest = items.count > 5 ? ["and \(items.count - 5) more"] : []
    let counts = "\(kept) kept, \(made) made, \(closed) to close"
    return ((shown + rest).joined(separator: "; ") + "; " + counts)
  }
}

extension LiveChange.Item {
  /// A service, the plan it belongs to, and the collections that contain it.
  private typealias Side = (plan: OpenPlan, service: PlannedService, collections: [String])

  /// The differences between two plans of a compiled manifest.
  static func wiring(from old: OpenPlan, to new: OpenPlan) -> [LiveChange.Item] {
    let before = old.positions
    let after = new.positions
    let collections = (old: old.collectionsOfMembers, new: new.collectionsOfMembers)
    var items: [LiveChange.Item] = []
    for (position, service) in new.services.enumerated() {
      guard let place = before[service.key] else {
        items.append(
          Self(kind: .added, key: service.key.text, from: nil, to: service.served(), origin: service.keyOrigin))
        continue
      }
      let previous: Side = (old, old.services[place], collections.old[place] ?? [])
      let current: Side = (new, service, collections.new[position] ?? [])
      /// Adds a difference if the two services' full texts differ. The recorded texts leave out secrets.
      func note(_ kind: Kind, at origin: SourceLocation, _ words: (_ side: Side, _ isWhole: Bool) -> String) {
        guard words(previous, true) != words(current, true) else { return }
        items.append(
          Self(
            kind: kind, key: service.key.text, from: words(previous, false), to: words(current, false), origin: origin))
      }
      note(.swapped, at: service.servedOrigin) { $0.service.served(isWhole: $1) }
      note(.rescoped, at: service.keyOrigin) { side, _ in side.plan.scopeText(of: side.service) }
      note(.rewired, at: service.wiringOrigin) { side, _ in side.service.wiringText(in: side.collections) }
      note(.settings, at: service.settingsOrigin) { $0.service.settingsText(isWhole: $1) }
    }
    for service in old.services where after[service.key] == nil {
      items.append(
        Self(kind: .removed, key: service.key.text, from: service.served(), to: nil, origin: service.keyOrigin))
    }
    return items + parameters(from: old.parameters, to: new.parameters)
  }

  /// The parameters whose entries differ. Secrets are compared but not shown. Types are shown only if nothing else
  /// differs.
  package static func parameters(
    from old: [ComposedParameter], to new: [ComposedParameter]
  ) -> [LiveChange.Item] {
    let before = Dictionary(old.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(new.map(\.name.value))
    let changed = new.compactMap { parameter -> LiveChange.Item? in
      let previous = before[parameter.name.value]
      func change(_ words: (ComposedParameter) -> String, at origin: SourceLocation) -> LiveChange.Item {
        Self(
          kind: .parameter, key: parameter.name.value, from: previous.map(words), to: words(parameter), origin: origin)
      }
      if previous?.stateText != parameter.stateText || previous?.hiddenText != parameter.hiddenText {
        return change(\.stateText, at: parameter.sourceLocation)
      }
      return previous?.typedText == parameter.typedText ? nil : change(\.typedText, at: parameter.name.location)
    }
    let removed = old.filter { !names.contains($0.name.value) }.map { parameter in
      Self(
        kind: .parameter, key: parameter.name.value, from: parameter.stateText, to: nil,
        origin: parameter.name.location)
    }
    return changed + removed
  }
}

extension [LiveChange.Item] {
  /// Adds the parameters whose values differ although their entries do not, for example because a file has changed.
  package func withValues(from old: Plan, to new: Plan) -> [LiveChange.Item] {
    let told = Set(filter { $0.kind == .parameter }.map(\.key))
    let before = Dictionary(old.parameters.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return self
      + new.parameters.compactMap { parameter in
        guard !told.contains(parameter.name), let previous = before[parameter.name],
          previous.value.fingerprint != parameter.value.fingerprint
        else { return nil }
        return LiveChange.Item(
          kind: .parameter, key: parameter.name, from: previous.wordsWithGiver, to: parameter.wordsWithGiver,
          origin: parameter.origin)
      }
  }
}

extension OpenPlan {
  fileprivate var positions: [ServiceKey: Int] {
    Dictionary(services.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
