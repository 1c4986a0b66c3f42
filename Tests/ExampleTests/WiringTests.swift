import ConfigDI
import Testing

@testable import Parcels

/// The example's wiring in this process.
@Suite struct WiringTests {
  @Test func theManifestIsSound() throws {
    try Checker(registry: FactoryRegistry(PartsAssembly())).validate(.path(Example.manifest), failingOn: .note)
  }

  @Test("an overlay reaches the tracker") func anOverlayReachesTheTracker() async throws {
    let container = try Container(
      manifest: .path(Example.manifest), stage: "test", registry: FactoryRegistry(PartsAssembly()),
      provided: [.init(Silence(), as: (any Journal).self)])
    let overlay = OverlayDefinition((any APIClient).self, returning: Lost())
    try await container.withOverlays(overlay) {
      try await container.withScope("request", providing: [.init(Request(number: 1), as: Request.self)]) {
        scope in
        let answer = try await scope.resolve((any ParcelTracker).self).track(1001)
        #expect(answer == "lost")
      }
    }
    #expect("\(try container.resolve((any APIClient).self))" == "canned answers, counted")
    try await container.shutdown()
  }

  @Test("each request has its own scope") func aRequestHasAScopeOfItsOwn() async throws {
    let container = try Container(
      manifest: .path(Example.manifest), stage: "test", registry: FactoryRegistry(PartsAssembly()),
      provided: [.init(Silence(), as: (any Journal).self)])
    let request = Provided(Request(number: 1), as: Request.self)
    let answer = try await container.withScope("request", providing: [request]) { scope in
      let tracker = try scope.resolve((any ParcelTracker).self)
      return try await tracker.track(1001)
    }
    #expect(answer == "in transit, Utrecht")
    try await container.shutdown()
  }

  private struct Lost: APIClient {
    func send(_ request: APIRequest) async throws -> String { "lost" }
    var description: String { "lost" }
  }

  private struct Silence: Journal {
    func note(_ subject: String, _ text: String) {}
  }
}
