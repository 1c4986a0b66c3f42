extension ContainerStack {
  /// Writes what the levels change into a store, as YAML: a document a level, the lowest first, in the form of an overlay
  /// file. Neither instances nor the values of secret parameters are written.
  ///
  /// It is under `key` in the store.
  ///
  /// - Throws: ``SecretInLevel`` where a level's own settings have a secret; what the store throws.
  public func save(
    to store: some KeyValueStore, key: String = "ConfigDI.stack", isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await turns.take {
      let layers = state.withLock { $0.layers }
      guard let top = layers.last else { return }
      try await store.set(try planning.text(of: layers.map(\.definition), in: top.seat.container), for: key)
    }
  }

  /// Puts the levels that were saved in the place of those that there are, all at once.
  ///
  /// What is saved is checked like any overlay, over the manifest as it is now.
  ///
  /// It is under `key` in the store.
  ///
  /// - Returns: Whether there was anything to restore.
  /// - Throws: ``ManifestError`` where what is saved does not fit any more, and all that
  ///   ``push(isolation:_:)`` throws. The stack is as it was.
  @discardableResult
  public func restore(
    from store: some KeyValueStore, key: String = "ConfigDI.stack", isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    guard let text = try await store.value(for: key) else { return false }
    let definitions = try planning.levels(in: text)
    try await change(.restore) { old in
      var layers: [StackLayer] = []
      do {
        for definition in definitions {
          let below = layers.last ?? old.first
          let container = try await container(
            of: layers.map(\.definition) + [definition], over: below.map { [$0.seat.container] } ?? [])
          // The lowest layer goes on with what it has made.
          layers.append(StackLayer(definition, container, after: layers.isEmpty ? old.first?.foundations ?? [] : []))
        }
      } catch {
        for layer in layers.reversed() { await abandon(layer.seat.container) }
        throw error
      }
      return (layers, layers.map(\.seat.container))
    }
    return true
  }
}
