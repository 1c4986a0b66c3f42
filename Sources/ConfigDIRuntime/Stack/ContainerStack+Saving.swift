extension ContainerStack {
  /// Saves the levels' changes in a store, as YAML: one document for each level, lowest first, in the form of an
  /// overlay file. Instances and closures are omitted. Values of secret parameters go only into the separate store.
  ///
  /// - Parameters:
  ///   - store: The store for the YAML, under `key`.
  ///   - secrets: The store for the values of secret parameters, under the same key. Without this store the values are
  ///     omitted.
  ///   - key: The key in both stores.
  /// - Returns: The services and parameters that were not saved: the keys of instances and closures, and the names of
  ///   secret parameters.
  /// - Throws: ``ContainerError`` if a level's own settings contain a secret; any error of a store.
  @discardableResult
  public func save(
    to store: some KeyValueStore, secrets: (any KeyValueStore)? = nil, key: String = "ConfigDI.stack",
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> [String] {
    try await turns.take {
      let layers = state.withLock { $0.layers }
      let saved = try planning.text(of: layers.map(\.definition), in: layers.top.seat.container)
      // Secrets are stored first, so that a restore always notices secrets and YAML that do not belong together.
      try await secrets?.set(saved.secrets, for: key)
      try await store.set(saved.text, for: key)
      return saved.leftOut.filter { secrets == nil || $0.kind != .secret }.map(\.name)
    }
  }

  /// Replaces the stack's levels with saved levels in one step.
  ///
  /// The saved levels are checked against the current manifest, like any overlay. The stores and the key are those of
  /// ``save(to:secrets:key:isolation:)``.
  ///
  /// - Returns: The services and parameters of the saved levels that could not be restored, by key or name; `nil` if
  ///   nothing was saved.
  /// - Throws: ``ManifestError`` if the saved levels no longer fit, and all errors of ``push(isolation:_:)``. In these
  ///   cases the stack is unchanged.
  @discardableResult
  public func restore(
    from store: some KeyValueStore, secrets: (any KeyValueStore)? = nil, key: String = "ConfigDI.stack",
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> [String]? {
    guard let text = try await store.value(for: key) else { return nil }
    let (definitions, leftOut) = try planning.levels(in: text, secrets: try await secrets?.value(for: key))
    try await change(Change.restore) { old in
      var layers: [StackLayer] = []
      do {
        for definition in definitions {
          // The lowest layer keeps its instances.
          let replaced = layers.isEmpty ? old.first : nil
          layers.append(try await makeLayer(definition, on: layers, replacing: replaced))
        }
      } catch {
        for layer in layers.reversed() { await abandon(layer.seat.container, after: error) }
        throw error
      }
      return layers
    }
    return leftOut.map(\.name)
  }
}
