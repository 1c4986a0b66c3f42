/// The services and parameters of a wiring, or other entries with names, to compare them with those of another wiring.
package struct WiringTable {
  /// An entry, such as a service. All stages that share a service's definition have the same `identity`.
  package typealias Row = (name: Located<String>, identity: ObjectIdentifier?, parts: () -> [Part])

  /// A part of an entry; the first part of a service is what provides it. Parts are compared by `words(true)`, which
  /// contains secrets, and shown as `words(false)`.
  package typealias Part = (
    kind: LiveChange.Item.Kind, place: SourceLocation, pieces: () -> [Piece], words: (_ isWhole: Bool) -> String
  )

  /// A string inside a part. A difference is located at the first piece that the old part does not contain.
  package typealias Piece = (text: String, place: SourceLocation)

  /// The differences found earlier, by the identities of the old and the new service.
  package typealias Known = [[ObjectIdentifier]: [LiveChange.Item]]

  private let rows: [Row]
  private let parameters: [ComposedParameter]

  package init(_ rows: [Row] = [], parameters: [ComposedParameter] = []) {
    self.rows = rows
    self.parameters = parameters
  }

  /// A row with a single part.
  package static func row(
    _ name: String, _ kind: LiveChange.Item.Kind = .swapped, at place: SourceLocation,
    _ words: @escaping (_ isWhole: Bool) -> String
  ) -> Row {
    (Located(name, at: place), nil, { [(kind, place, { [] }, words)] })
  }

  package func differences(from old: WiringTable, _ known: inout Known) -> [LiveChange.Item] {
    var items: [LiveChange.Item] = []
    for (row, before, after) in paired(old.rows, rows, by: \.name.value) {
      if let before, let after {
        items += Self.differences(from: before, to: after, &known)
      } else {
        let words = { (row: Row) in row.parts().first?.words(false) }
        items.append(
          LiveChange.Item(
            kind: after == nil ? .removed : .added, key: row.name.value, from: before.flatMap(words),
            to: after.flatMap(words), origin: row.name.location))
      }
    }
    return items + parameterDifferences(from: old.parameters)
  }

  private static func differences(from old: Row, to new: Row, _ known: inout Known) -> [LiveChange.Item] {
    let pair = [old.identity, new.identity].compactMap { $0 }
    if let same = known[pair] { return same }
    let found = zip(old.parts(), new.parts()).filter { $0.words(true) != $1.words(true) }.map { before, after in
      let texts = Set(before.pieces().map(\.text))
      let place = after.pieces().first { !texts.contains($0.text) }?.place ?? after.place
      return LiveChange.Item(
        kind: after.kind, key: new.name.value, from: before.words(false), to: after.words(false), origin: place)
    }
    if pair.count == 2 { known[pair] = found }
    return found
  }

  /// The parameters whose entries differ. Secrets are compared but not shown. Types, traits and limits are shown only
  /// if a trait differs, such as `secret`, or if nothing else differs.
  private func parameterDifferences(from old: [ComposedParameter]) -> [LiveChange.Item] {
    paired(old, parameters, by: \.name.value).compactMap { parameter, from, to -> LiveChange.Item? in
      let name = parameter.name
      func change(_ words: (ComposedParameter) -> String, at origin: SourceLocation) -> LiveChange.Item {
        LiveChange.Item(kind: .parameter, key: name.value, from: from.map(words), to: to.map(words), origin: origin)
      }
      guard let before = from, let after = to else {
        return change(\.stateText, at: to?.sourceLocation ?? name.location)
      }
      if before.traits == after.traits,
        before.stateText != after.stateText || before.hiddenText != after.hiddenText
      {
        return change(\.stateText, at: after.sourceLocation)
      }
      func definition(_ parameter: ComposedParameter, isWhole: Bool = false) -> String {
        parameter.typedText + parameter.limitsText(isWhole: isWhole)
      }
      guard definition(before, isWhole: true) != definition(after, isWhole: true) else { return nil }
      return change({ definition($0) }, at: name.location)
    }
  }
}

extension OpenPlan {
  var table: WiringTable {
    var collectionsOfMembers: [Int: [String]] = [:]
    for collection in collections {
      for member in collection.members { collectionsOfMembers[member, default: []].append(collection.name) }
    }
    let rows = services.enumerated().map { position, service -> WiringTable.Row in
      let collections = collectionsOfMembers[position].map { " in \($0.sorted().joined(separator: ", "))" } ?? ""
      let parts: () -> [WiringTable.Part] = {
        let factory = service.factories.first
        let dependencies = (factory?.arguments ?? []).filter(\.isWritten).map(\.origin)
        let wiringOrigin = dependencies.min { $0.startOffset < $1.startOffset } ?? service.keyOrigin
        let settingsOrigin = factory?.template?.location ?? factory?.settings?.location ?? service.keyOrigin
        return [
          (.swapped, factory?.origin ?? service.origin, { [] }, { service.served(isWhole: $0) }),
          (.rescoped, service.keyOrigin, { [] }, { _ in self.scopeText(of: service) }),
          (.rewired, wiringOrigin, { [] }, { _ in (factory?.dependenciesText ?? "{}") + collections }),
          (.settings, settingsOrigin, { [] }, { factory?.settingsText(isWhole: $0) ?? "none" }),
        ]
      }
      return (Located(service.key.text, at: service.keyOrigin), nil, parts)
    }
    return WiringTable(rows, parameters: parameters)
  }
}
