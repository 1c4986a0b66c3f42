import ConfigDI
import Testing

private struct IdleWords: ServiceSettings {
  var word: String
}

private struct Idle: Initializable {
  func perform(_ phase: Phase, with configuration: ExposedParameters) {}
}

struct UnusedLine: Sendable {}

private func container() throws -> Container {
  var registry = FactoryRegistry()
  registry.register("line", as: UnusedLine.self) { UnusedLine() }
  registry.registerInitializer("idle") { (_: IdleWords) in Idle() }
  let text = """
    configdi: 1
    parameters: { word: hello }
    services: { UnusedLine: line }
    lifecycle: { tidy: [{ factory: idle, settings: { word: "${word}" } }] }
    """
  return try Container(manifest: .yaml(text), registry: registry, options: ManifestOptions(environment: [:]))
}

/// What a program is told when it loses an overlay's token: each test is the whole life of a process.
@Suite("A token that is released") struct UnusedOverlayTests {
  @Test("an overlay that nothing used is told with its place") func nothing() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let container = try container()
      _ = try container.overlay(.set("word", to: "bye"))
      try await container.shutdown()
    }
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(error.contains("warning: the overlay opened at ContainerTests/UnusedOverlayTests.swift:"))
  }

  @Test("an overlay in which a service was made or a phase has run is not") func somethingUsedIt() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let container = try container()
      var token: OverlayToken? = try container.overlay(.set("word", to: "bye"))
      try await container.run("tidy")
      #expect(token != nil)
      token = try container.overlay(UnusedLine.self, returning: UnusedLine())
      _ = try container.resolve(UnusedLine.self)
      #expect(token != nil)
      token = nil
      try await container.shutdown()
    }
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(!error.contains("warning"), "\(error)")
  }
}
