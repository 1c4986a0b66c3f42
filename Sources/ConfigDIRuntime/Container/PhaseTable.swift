/// What each phase runs. Entries that say the same, in one phase or several, share one initializer.
struct PhaseTable: Sendable {
  /// Each once.
  private(set) var initializers: [PlannedFactory] = []
  private(set) var entries: [String: [Entry]] = [:]
  /// In the manifest's order.
  let names: [String]

  struct Entry: Sendable {
    /// Index in `initializers`.
    let initializer: Int
    let location: SourceLocation
    let continuesAfterFailure: Bool
  }

  init(_ phases: [PlannedPhase]) {
    names = phases.map(\.name)
    var known: [String: [Int]] = [:]
    for phase in phases {
      for planned in phase.initializers {
        let factory = planned.factory
        let same = known[factory.name]?.first { initializers[$0].isWired(like: factory) }
        if same == nil {
          known[factory.name, default: []].append(initializers.count)
          initializers.append(factory)
        }
        entries[phase.name, default: []].append(
          Entry(
            initializer: same ?? initializers.count - 1, location: factory.origin,
            continuesAfterFailure: planned.continuesAfterFailure))
      }
    }
  }
}

extension PlannedFactory {
  fileprivate func isWired(like other: PlannedFactory) -> Bool {
    arguments.elementsEqual(other.arguments) { $0.kind == $1.kind && $0.targets == $1.targets }
      && Setting.areSame(settings, other.settings)
  }
}

extension Setting {
  /// Whether two settings have the same content, wherever they are written.
  ///
  /// Without recursion: anchors nest settings deeper than any text is.
  fileprivate static func areSame(_ left: Setting?, _ right: Setting?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    var open = [(left, right)]
    while let (left, right) = open.popLast() {
      switch (left.content, right.content) {
      case (.null, .null): continue
      case (.bool(let left), .bool(let right)) where left == right: continue
      case (.int(let left), .int(let right)) where left == right: continue
      case (.float(let left), .float(let right)) where left == right: continue
      case (.string(let left), .string(let right)) where left == right: continue
      case (.list(let left), .list(let right)) where left.count == right.count:
        open += zip(left, right)
      case (.map(let left), .map(let right)) where left.map(\.name.value) == right.map(\.name.value):
        open += zip(left.map(\.value), right.map(\.value))
      default: return false
      }
    }
    return true
  }
}
