/// Records what a level has to close: the instances that it made, and the overlay levels on top of it.
extension Level {
  /// Registers an overlay level on top of this level, so that the overlay level is closed first.
  func adopt(_ view: Level) throws {
    // Released after unlocking: a level that ends now may release services that call this again.
    let seen = try contents.withLock { contents -> [Level] in
      guard contents.isOpen else { throw ContainerClosed() }
      let rare = contents.makeRare()
      var open: [Level] = []
      if rare.views.count >= rare.viewsToSweep {
        open = rare.openViews
        rare.views = open.map { WeakLevel(level: $0) }
        // The limit doubles, so that opening many levels does not scan all the others each time.
        rare.viewsToSweep = max(16, open.count * 2)
      }
      view.number = openScopes.nextNumber()
      rare.views.append(WeakLevel(level: view))
      return open
    }
    withExtendedLifetime(seen) {}
  }

  /// Records an instance to be closed with this level, unless the program or another level closes it.
  ///
  /// - Returns: The record's number in this level; `nil` if nothing was recorded.
  @discardableResult
  func note<Value>(_ value: Value, of source: Made.Source, isOnMain: Bool = false) -> Int? {
    var made: Made?
    if case .service(let service) = source, let recipe = try? recipe(of: service) {
      made = recipe._withUnsafeGuaranteedRef { $0.closing.made(value, of: source, isOnMain: isOnMain) }
    } else {
      made = Made(value, of: source, isOnMain: isOnMain)
    }
    guard made != nil else { return nil }
    if let object = made?.object {
      noteProvided()
      guard isFoundation ? !isLeftOpenUnder(object) : !isNotedUnder(object) else { return nil }
      if isFoundation { core.noted.add(object) }
    }
    // Moved into the list, since another reference costs as much as a lock.
    return contents.withLock { contents in made.take().flatMap { contents.made.add($0) } }
  }

  /// Records that the program, not this level, closes an instance.
  ///
  /// - Parameter known: The `provided` service, if the program passed the instance for it.
  func leaveOpen<Value>(_ value: Value, of service: Int, _ known: ProvidedService? = nil) {
    let source = Made.Source.service(service)
    let made = if let known { known.closing.made(value, of: source, isOnMain: false) } else { Made(value, of: source) }
    guard let object = made?.object else { return }
    if isFoundation { core.noted.add(object) }
    contents.withLock { $0.made.leaveOpen(object) }
  }

  /// Whether an object is closed by the program, or by a level that this level uses.
  private func isNotedUnder(_ object: ObjectIdentifier) -> Bool {
    // Recursive, so that no level is retained.
    if older == nil, let lentBelow {
      return lentBelow._withUnsafeGuaranteedRef { $0.hasNoted(object) || $0.isNotedUnder(object) }
    }
    // A scope and an overlay inherit nothing themselves; the container under them may.
    guard !isFoundation || inheritance != nil else { return false }
    let under = withAllUnder
    return (under.dropFirst() + under.flatMap { $0.inheritance?.levels ?? [] }).contains { $0.hasNoted(object) }
  }

  /// Whether the program closes an object that it passed to a container whose instances this container shares.
  private func isLeftOpenUnder(_ object: ObjectIdentifier) -> Bool {
    inheritance?.levels.contains { level in
      level.core.noted.mayContain(object) && level.contents.withLock { $0.made.leavesOpen(object) }
    } ?? false
  }

  /// Whether another container of the same stack or live container also has to close an instance that is no longer in
  /// this level's list. The last of them closes it.
  func isLeftToOthers(_ made: Made) -> Bool {
    guard isFoundation, let object = made.object else { return false }
    return core.overlays.members.flatMap { [$0] + ($0.inheritance?.levels ?? []) }.contains { level in
      level !== self && level.core.noted.mayContain(object) && level.contents.withLock { $0.made.closes(object) }
    }
  }

  private func hasNoted(_ object: ObjectIdentifier) -> Bool {
    guard !isFoundation || Unmanaged.passUnretained(core)._withUnsafeGuaranteedRef({ $0.noted.mayContain(object) })
    else {
      return false
    }
    noteProvided()
    return contents.withLock { $0.made.contains(object) }
  }
}
