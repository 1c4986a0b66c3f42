import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// The error for a name that the manifest lacks says which manifest and stage, and what is near: from text and compiled.
@Suite struct UnknownNameTests {
  private static let manifest = """
    configdi: 1
    stages: { production: {} }
    scopes: { request: {} }
    services: { Wheel: wheel, Engine: engine, Seat/front: seat }
    """

  private static func containers() throws -> [Container] {
    let registry = AgreementRegistry.registry
    let compiled = try Compilation(manifest, registry)
    return [
      try Container(
        manifest: ManifestLocation.yaml(manifest, named: "app.yaml"), stage: "production", registry: registry),
      try Container(
        manifest: .compiled(compiled.bytes), stage: "production", registry: registry),
    ]
  }

  @Test("an unknown key is told with the manifest, the stage and the nearest keys")
  func anUnknownKey() throws {
    for container in try Self.containers() {
      let near = refusal(.unknownKey) { try container.resolve(Key<any Wheel>("Wheal")) }
      #expect(
        near?.description.contains("'app.yaml' has no service Wheal in stage production; did you mean Wheel?") == true)
      let variant = refusal(.unknownKey) { try container.resolve((any TestSupport.Seat).self) }
      #expect(variant?.description.contains("no service Seat in stage production; did you mean Seat/front?") == true)
      let far = refusal(.unknownKey) { try container.handle(for: (any Radio).self) }
      #expect(far?.description.contains("'app.yaml' has no service Radio in stage production\n") == true)
    }
  }

  @Test("an unknown scope is told with the manifest and the nearest scopes")
  func anUnknownScope() throws {
    for container in try Self.containers() {
      let error = refusal(.unknownScope) { try container.openScope("requst") }
      #expect(error?.description.contains("'app.yaml' declares no scope requst; did you mean request?") == true)
    }
  }
}
