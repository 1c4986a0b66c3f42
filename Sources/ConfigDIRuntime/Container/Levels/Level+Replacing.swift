extension Level {
  /// The slot of a service that this level owns: of the newest overlay that replaces the service, else of the manifest.
  func makeSlot(_ service: Int) throws -> AnySlot { try makeSlot(service, under: 0) }

  /// The index of the newest overlay that makes a service here in its own way; `nil` if the level's wiring makes it.
  func replacement(of service: Int, under first: Int = 0) -> Int? {
    guard !overlays.isEmpty else { return nil }
    for index in overlays.indices[first...] {
      switch overlays[index].replacements[service] {
      case nil, .renewed: continue
      case .planned: return nil
      case .slot: return index
      }
    }
    return nil
  }

  /// The slot that an overlay replaces: the service as this level has it without that overlay and the newer ones.
  ///
  /// It is made anew here if these overlays replace something under it, or make it anew.
  func original(of service: Int, replacedBy index: Int) throws -> AnySlot {
    let next = index + 1
    if let without = without(newest: next), !isAffected(service, by: overlays[...index]) {
      return try without.slot(service)
    }
    let place = Original(service: service, under: next)
    if let known = contents.withLock({ $0.originals[place] }) { return known }
    let slot = try makeSlot(service, under: next)
    return contents.withLock { contents in
      if let first = contents.originals[place] { return first }
      contents.originals[place] = slot
      return slot
    }
  }

  /// A service that overlays have replaced in a level, and the index of the first overlay that counts for it.
  struct Original: Sendable, Hashable {
    let service: Int
    let under: Int
  }

  private func makeSlot(_ service: Int, under first: Int) throws -> AnySlot {
    guard let index = replacement(of: service, under: first),
      case .slot(let replace) = overlays[index].replacements[service]
    else { return try plannedSlot(service) }
    return try replace(self, service) { try original(of: service, replacedBy: index) }
  }

  /// This level without its newest overlays; `nil` if the scope was opened under one of them.
  private func without(newest count: Int) -> Level? {
    var level: Level? = self
    for _ in 0..<count { level = level?.older }
    return level
  }

  /// - Parameter replacing: The overlays, the last of which has replaced the service itself.
  private func isAffected(_ service: Int, by replacing: ArraySlice<Overlay>) -> Bool {
    if replacing.dropLast().contains(where: { $0.replacements[service] != nil }) { return true }
    let others = Set(replacing.flatMap { $0.replacements.keys }).subtracting([service])
    return !others.isEmpty && wiring.reach(from: others).contains(service)
  }
}
