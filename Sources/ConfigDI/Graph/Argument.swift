/// One dependency of a factory's use: the reference in the manifest, matched with the dependency in the catalog. A class,
/// since the edges, which every rule goes through, carry it.
package final class Argument: Sendable {
  /// The form in which the instance is given.
  package let kind: ReferenceKind
  /// The key, or with `all` the collection's name. `nil` if the catalog asks for a collection and the manifest must
  /// have exactly one of that key.
  package let target: ServiceKey?
  /// The reference in the manifest; `nil` if only the catalog asks for it.
  package let written: Dependency?
  /// The dependency in the catalog; `nil` without a catalog.
  package let slot: CatalogDependency?
  /// The place of the reference, or of the factory's name if only the catalog asks for it.
  package let location: SourceLocation

  private init(
    kind: ReferenceKind, target: ServiceKey?, written: Dependency?, slot: CatalogDependency?, location: SourceLocation
  ) {
    self.kind = kind
    self.target = target
    self.written = written
    self.slot = slot
    self.location = location
  }

  private convenience init(written: Dependency, slot: CatalogDependency?) {
    self.init(
      kind: written.reference.kind, target: written.reference.target.value, written: written, slot: slot,
      location: written.reference.target.location)
  }

  /// The factory's label, else the manifest's.
  package var label: String? { slot?.label ?? written?.label?.value }

  /// What its factory takes; without a catalog, as it is written.
  package var form: DependencyForm { slot?.form ?? DependencyForm(kind) }

  /// Its name for people: its label, else the key that is asked for.
  package var name: String? {
    label ?? slot?.key
  }
}

/// A written dependency that fits no slot of the factory.
package struct MisfitArgument: Sendable {
  package enum Reason: Sendable {
    /// An unknown label, with the factory's dependencies that no label names.
    case unknownLabel(open: [CatalogDependency])
    case tooMany(expected: Int)
    case named(twiceAs: String)
  }

  package let dependency: Dependency
  package let reason: Reason
}

extension Argument {
  /// Matches the references in the manifest with the factory's slots, in the slots' order. Without a factory they are
  /// used as they are.
  package static func match(
    _ list: DependencyList?, factory: CatalogFactory?, at factoryLocation: SourceLocation, names: KeyNames
  ) -> (arguments: [Argument], misfits: [MisfitArgument]) {
    guard let factory else {
      return ((list?.items ?? []).map { Argument(written: $0, slot: nil) }, [])
    }
    var written = [Dependency?](repeating: nil, count: factory.dependencies.count)
    var misfits: [MisfitArgument] = []
    if let list, list.isMapping {
      let finder = SlotFinder(factory.dependencies, names)
      let slots = list.items.map { $0.label.flatMap { finder.slot(for: $0.value) } }
      let open = slots.contains(nil) ? open(factory, beside: Set(slots)) : []
      for (dependency, slot) in zip(list.items, slots) {
        guard let slot else {
          misfits.append(MisfitArgument(dependency: dependency, reason: .unknownLabel(open: open)))
          continue
        }
        if let earlier = written[slot]?.label?.value {
          misfits.append(MisfitArgument(dependency: dependency, reason: .named(twiceAs: earlier)))
        } else {
          written[slot] = dependency
        }
      }
    } else if let list {
      for (index, dependency) in list.items.enumerated() {
        if index < written.count {
          written[index] = dependency
        } else {
          misfits.append(MisfitArgument(dependency: dependency, reason: .tooMany(expected: written.count)))
        }
      }
    }
    let arguments = zip(factory.dependencies, written).map { slot, dependency in
      if let dependency { return Argument(written: dependency, slot: slot) }
      return Argument(
        kind: slot.kind, target: slot.kind == .all ? nil : names.key(slot.key), written: nil, slot: slot,
        location: factoryLocation)
    }
    return (arguments, misfits)
  }

  private static func open(_ factory: CatalogFactory, beside slots: Set<Int?>) -> [CatalogDependency] {
    factory.dependencies.indices.filter { !slots.contains($0) }.map { factory.dependencies[$0] }
  }
}

/// Finds the dependencies of a factory that labels mean. A few are looked at one after another; of many there is a table.
private struct SlotFinder {
  private let dependencies: [CatalogDependency]
  private let names: KeyNames
  private var byLabel: [String: Int]?
  /// The only dependency of each key; `nil` for one of several.
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
    let key = names.key(label)
    let asked = dependencies.indices.filter { names.key(dependencies[$0].key) == key }
    return asked.count == 1 ? asked[0] : nil
  }
}
