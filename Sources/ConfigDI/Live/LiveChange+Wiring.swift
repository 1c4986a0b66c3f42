extension LiveChange.Item {
  /// A difference as `configdi-check diff` finds it.
  package init(_ change: WiringDifference.Change) {
    self.init(kind: Kind(change.kind), key: change.key, from: change.from, to: change.to, origin: change.origin)
  }
}

extension LiveChange.Item.Kind {
  fileprivate init(_ kind: WiringDifference.Change.Kind) {
    self =
      switch kind {
      case .added: .added
      case .removed: .removed
      case .swapped: .swapped
      case .rescoped: .rescoped
      case .rewired: .rewired
      case .settings: .resettled
      case .parameter: .parameter
      }
  }
}
