import ConfigDI
import ConfigDITesting
import Synchronization
import Testing

/// Tests that run side by side, on one container that they share, each with an overlay of the same key.
@Suite struct ParallelOverlayTests {
  private static let shared = Result {
    try Container(
      manifest: ShopAssembly.manifest, stage: "test", registry: FactoryRegistry(ShopAssembly()))
  }
  private static let tills = Mutex<[ObjectIdentifier: Till]>([:])

  /// Nobody has made the till when the first of these asks for it: it is made anew in each.
  @Test("each test sees its own overlay", arguments: 0..<200) func eachSeesItsOwn(number: Int) async throws {
    let container = try Self.shared.get()
    let mock = OverlayDefinition((any Clock).self, returning: NamedClock(name: "\(number)"))
    let till = try await container.withOverlays(mock) {
      let first = try container.resolve(Till.self)
      for _ in 0..<20 {
        #expect(try container.resolve((any Clock).self).name == "\(number)")
        let till = try container.resolve(Till.self)
        #expect(till === first)
        #expect(till.clock.name == "\(number)")
        await Task.yield()
        async let child = container.resolve(Till.self)
        let inherited = try await child
        #expect(inherited === first)
      }
      return first
    }
    let isNew = Self.tills.withLock { $0.updateValue(till, forKey: ObjectIdentifier(till)) == nil }
    #expect(isNew)
    if number.isMultiple(of: 7) {
      #expect(try container.resolve(Till.self).clock.name == "stopped")
    }
  }

  /// The same through the trait, each with a container of its own.
  @Test(
    "each test has its own container",
    .container(ShopAssembly.manifest, stage: "test", registry: FactoryRegistry(ShopAssembly())), arguments: 0..<200)
  func eachHasItsOwnContainer(number: Int) async throws {
    let container = try Container.current
    try await container.withOverlays(
      OverlayDefinition((any Clock).self) { original in NamedClock(name: "\(number) over \(try original().name)") }
    ) {
      for _ in 0..<5 {
        let till = try Container.current.resolve(Till.self)
        #expect(till.clock.name == "\(number) over stopped")
        await Task.yield()
      }
    }
    #expect(try Container.current.resolve(Till.self).clock.name == "stopped")
  }
}
