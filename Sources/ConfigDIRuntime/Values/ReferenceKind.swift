package enum ReferenceKind: String, Sendable, Hashable, CaseIterable {
  case instance, lazy, provider, optional, all
}
