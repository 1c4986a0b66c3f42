import ConfigDI

/// The factories of Several, under the names that manifests use.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
struct SeveralFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("adder", as: (any Machine).self, labels: ["input", "output"], Adder.init)
    registry.register("health", as: Health.self, labels: ["machine", "probes"], Health.init)
    registry.register("machine", as: (any Probe).self, MachineProbe.init)
    registry.register("memoryStore", as: MemoryStore.self) { MemoryStore() }
    registry.register("memoryStoreAsReadable", as: (any Readable).self) { (memoryStore: MemoryStore) in memoryStore }
    registry.register("memoryStoreAsWritable", as: (any Writable).self) { (memoryStore: MemoryStore) in memoryStore }
    registry.register("store", as: (any Probe).self, labels: ["store"], StoreProbe.init)
  }
}
