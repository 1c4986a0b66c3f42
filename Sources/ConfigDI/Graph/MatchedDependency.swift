/// One dependency of a factory: the reference in the manifest, matched with the dependency in the catalog. A class,
/// since every rule visits the edges that contain it.
package final class MatchedDependency: Sendable {
  /// The kind of reference written in the manifest.
  package let kind: ReferenceKind
  /// The key or, for `all`, the collection's name. `nil` if only the catalog requests a collection. In that case each
  /// stage must have exactly one matching collection.
  package let target: ServiceKey?
  /// The key's node in the graph, even if some stages lack it; `nil` for `all`.
  package let node: Int?
  /// For `all`, the nodes of the collections that match in some stage.
  let collections: [Int]
  /// Whether the reference is written in the manifest, rather than implied by the catalog.
  package let isWritten: Bool
  package let writtenLabel: String?
  /// The factory that takes the dependency; `nil` without a catalog, and for a factory that a rule rejects.
  package let factory: KnownFactory?
  /// The position of the dependency in the factory's list.
  private let position: Int
  /// Whether the manifest has the dependency, but with a misspelled label or an unreadable reference. That mistake is
  /// already reported, so other rules skip the dependency.
  package let isUnread: Bool
  /// The location of the reference or, if it is not written, of the factory's name.
  package let location: SourceLocation

  /// - Parameters:
  ///   - written: The reference in the manifest; `nil` if only the catalog has the dependency.
  ///   - factoryLocation: The location of the factory's name.
  private init(
    _ written: Reference?, label: String?, factory: KnownFactory?, position: Int = 0,
    at factoryLocation: SourceLocation, isUnread: Bool = false, in graph: borrowing DependencyGraph
  ) {
    self.factory = factory
    self.position = position
    isWritten = written != nil
    writtenLabel = label
    if let written {
      self.isUnread = false
      kind = written.kind
      target = written.target.value
      location = written.target.location
    } else {
      self.isUnread = isUnread
      let slot = factory?.entry.dependencies[position]
      kind = slot?.kind ?? .instance
      target = kind == .all ? nil : slot.flatMap { graph.catalog?.names.key($0.key) }
      location = factoryLocation
    }
    node = kind == .all ? nil : target.flatMap { graph.nodes[$0] }
    collections =
      kind == .all ? graph.collections(named: target?.text, of: factory?.dependencyTypes[position]) : []
  }

  /// The dependency as the catalog describes it; `nil` without a factory.
  package var slot: CatalogDependency? { factory?.entry.dependencies[position] }

  /// The canonical name of the type that the factory takes.
  package var slotType: String? { factory?.dependencyTypes[position] }

  /// The label in the catalog, else the label in the manifest.
  package var label: String? { factory?.entry.dependencies[position].label ?? writtenLabel }

  /// The form that the factory takes or, without a catalog, the form in the manifest.
  package var form: DependencyForm { factory?.entry.dependencies[position].form ?? DependencyForm(kind) }

  /// The dependency's name for display: its label, else its key.
  package var name: String? {
    label ?? slot?.key
  }

  /// The name by which a mapping can refer to the dependency; `nil` if the factory asks for its key more than once.
  package var uniqueName: String? {
    guard label == nil, let slot, let dependencies = factory?.entry.dependencies else { return label }
    return dependencies.count { $0.key == slot.key } == 1 ? slot.key : nil
  }

  /// A reference as an entry in the service's `dependencies`: with the label, unless the dependencies are a list.
  package func entry(_ reference: String) -> String {
    guard let uniqueName, !isWritten || writtenLabel != nil else { return reference }
    return "\(FlowText.scalar(uniqueName)): \(reference)"
  }
}

extension MatchedDependency {
  /// A dependency in the manifest that the factory does not take.
  package typealias Unmatched = (dependency: Dependency, reason: DependencyGraph.Misfit.Reason)

  /// Matches the references in the manifest with the factory's dependencies, in the factory's order. Without a factory,
  /// returns the references as written.
  package static func match(
    _ list: DependencyList?, factory: KnownFactory?, at factoryLocation: SourceLocation, in graph: DependencyGraph
  ) -> (arguments: [MatchedDependency], misfits: [Unmatched]) {
    let items = list?.items ?? []
    guard let factory else {
      let arguments = items.map { item in
        MatchedDependency(item.reference, label: item.label?.value, factory: nil, at: factoryLocation, in: graph)
      }
      return (arguments, [])
    }
    let count = factory.entry.dependencies.count
    guard list?.isMapping == true else {
      let isUnread = list.map { $0.unreadLabels == nil } ?? false
      let arguments = (0..<count).map { position in
        // Only the parts, as a whole item is expensive to copy.
        let isWritten = position < items.count
        return MatchedDependency(
          isWritten ? items[position].reference : nil, label: isWritten ? items[position].label?.value : nil,
          factory: factory, position: position, at: factoryLocation, isUnread: isUnread, in: graph)
      }
      return (arguments, items.dropFirst(count).map { ($0, .tooMany(expected: count)) })
    }
    var misfits: [Unmatched] = []
    let finder = SlotFinder(factory.entry.dependencies, graph.catalog?.names ?? KeyNames())
    var written = [Dependency?](repeating: nil, count: count)
    let slots = items.map { $0.label.flatMap { finder.slot(for: $0.value) } }
    // A label that fits no dependency may be meant as any of them.
    let unreadSlots = (list?.unreadLabels).map { labels in labels.map { finder.slot(for: $0) } } ?? [nil]
    var unread = unreadSlots.contains(nil) ? Set(0..<count) : Set(unreadSlots.compactMap { $0 })
    // The dependencies that no label has matched yet.
    let matched = Set(slots + unreadSlots)
    let open = (slots.contains(nil) ? Array(0..<count) : []).filter { !matched.contains($0) }.map {
      (position: $0, name: factory.entry.dependencies[$0].name(finder.names))
    }
    for (dependency, slot) in zip(items, slots) {
      guard let slot else {
        let label = dependency.label?.value ?? dependency.reference.target.value.text
        let alike = finder.slots(withKey: label)
        if alike.count > 1 {
          unread.formUnion(alike)
          misfits.append((dependency, .ambiguous(count: alike.count)))
          continue
        }
        // An overlay's misspelled label may be meant to change a dependency of the base.
        let replaceable =
          list.map { $0.contains(dependency) } == false
          ? zip(items, slots).compactMap { item, slot in list?.contains(item) == true ? slot : nil } : []
        let names = replaceable.map { factory.entry.dependencies[$0].name(finder.names) }
        let suggestions = Spelling.suggestions(for: label, among: open.map(\.name) + names)
        if suggestions.count == 1 { unread.formUnion(open.lazy.filter { $0.name == suggestions[0] }.map(\.position)) }
        misfits.append((dependency, .unknownLabel(suggestions: suggestions)))
        continue
      }
      if let earlier = written[slot]?.label?.value {
        misfits.append((dependency, .named(twiceAs: earlier)))
      } else {
        written[slot] = dependency
      }
    }
    let arguments = written.enumerated().map { position, dependency in
      MatchedDependency(
        dependency?.reference, label: dependency?.label?.value, factory: factory, position: position,
        at: factoryLocation, isUnread: unread.contains(position), in: graph)
    }
    return (arguments, misfits)
  }
}

extension DependencyList {
  /// Whether an item is written in the list itself, not in an overlay that changes it.
  fileprivate func contains(_ item: Dependency) -> Bool {
    let place = item.label?.location ?? item.reference.target.location
    return place.file === location.file && location.range.contains(place.range.lowerBound)
  }
}

extension CatalogDependency {
  /// The dependency's name in manifests: its label, else its key.
  package func name(_ names: KeyNames) -> String { label ?? names.key(key).text }
}

/// Finds a factory's dependencies by label, by linear search or, if there are many, in a table.
private struct SlotFinder {
  private let dependencies: [CatalogDependency]
  let names: KeyNames
  private var byLabel: [String: Int]?
  /// The only dependency with each key; `nil` if several dependencies have the key.
  private var byKey: [ServiceKey: Int?] = [:]

  init(_ dependencies: [CatalogDependency], _ names: KeyNames) {
    self.dependencies = dependencies
    self.names = names
    guard dependencies.count > 16 else { return }
    var byLabel: [String: Int] = [:]
    for (index, dependency) in dependencies.enumerated() {
      if let label = dependency.label, byLabel[label] == nil { byLabel[label] = index }
      let key = names.key(dependency.key)
      byKey[key] = .some(byKey[key] == nil ? index : nil)
    }
    self.byLabel = byLabel
  }

  func slot(for label: String) -> Int? {
    if let byLabel { return byLabel[label] ?? byKey[names.key(label)] ?? nil }
    if let labelled = dependencies.firstIndex(where: { $0.label == label }) { return labelled }
    let asked = slots(withKey: label)
    return asked.count == 1 ? asked[0] : nil
  }

  func slots(withKey name: String) -> [Int] {
    let key = names.key(name)
    return dependencies.indices.filter { names.key(dependencies[$0].key) == key }
  }
}
