extension ContainerStack {
  /// Writes what the levels change into a store, as YAML: a document a level, the lowest first, in the form of an overlay
  /// file. Neither instances nor closures are written, and values of secret parameters only into a store of their own.
  ///
  /// - Parameters:
  ///   - store: Where the text goes, under `key`.
  ///   - secrets: Where the values of secret parameters go, under the same key; without one they are left out.
  ///   - key: The key in both stores.
  /// - Returns: What was left out.
  /// - Throws: ``StackError`` where a level's own settings have a secret; what a store throws.
  @discardableResult
  public func save(
    to store: some KeyValueStore, secrets: (any KeyValueStore)? = nil, key: String = "ConfigDI.stack",
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> StackReport {
    try await turns.take {
      let layers = state.withLock { $0.layers }
      guard let top = layers.last else { return StackReport(leftOut: []) }
      let saved = try planning.text(of: layers.map(\.definition), in: top.seat.container)
      // First, so that a text never stands beside secrets of another without its being seen.
      try await secrets?.set(saved.secrets, for: key)
      try await store.set(saved.text, for: key)
      return StackReport(leftOut: secrets == nil ? saved.leftOut : saved.leftOut.filter { $0.kind != .secret })
    }
  }

  /// Puts the levels that were saved in the place of those that there are, all at once.
  ///
  /// What is saved is checked like any overlay, over the manifest as it is now.
  ///
  /// - Parameters:
  ///   - store: Where the text is, under `key`.
  ///   - secrets: Where the values of secret parameters are, under the same key.
  ///   - key: The key in both stores.
  /// - Returns: What the levels had when they were saved, and lack now; `nil` where there was nothing to restore.
  /// - Throws: ``ManifestError`` where what is saved does not fit any more, and all that
  ///   ``push(isolation:_:)`` throws. The stack is as it was.
  @discardableResult
  public func restore(
    from store: some KeyValueStore, secrets: (any KeyValueStore)? = nil, key: String = "ConfigDI.stack",
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> StackReport? {
    guard let text = try await store.value(for: key) else { return nil }
    let (definitions, report) = try planning.levels(in: text, secrets: try await secrets?.value(for: key))
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
    return report
  }
}
