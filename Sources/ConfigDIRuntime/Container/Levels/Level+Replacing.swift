extension Level {
  /// The overlays that count here but not in the level below, the newest first.
  var ownOverlays: ArraySlice<Overlay> { overlays[..<ownOverlayCount] }

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
  /// It is the slot of the level below, unless the service is affected by something that this level replaces: then it
  /// is made anew here.
  func original(of service: Int, replacedBy index: Int) throws -> AnySlot {
    let next = index + 1
    if let below, next <= ownOverlayCount, !ownOverlays[next...].contains(where: { $0.replacements[service] != nil }),
      !isReachedByOthers(service)
    {
      return try below.slot(service)
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

  private func isReachedByOthers(_ service: Int) -> Bool {
    let others = Set(ownOverlays.flatMap { $0.replacements.keys }).subtracting([service])
    return !others.isEmpty && wiring.reach(from: others).contains(service)
  }
}
