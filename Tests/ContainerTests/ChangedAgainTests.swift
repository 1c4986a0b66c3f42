import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Changes to a service that was changed before, and what remains of a change.
@Suite struct ChangedAgainTests {
  private final class Part: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  private final class Other: Sendable {}

  private struct Broken: Error {}

  private static let part = Key<Part>("parts.one")
  private static let other = Key<Other>("parts.other")

  private static var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(part)
    registry.declare(other)
    registry.register("part", as: Part.self) { Part(0) }
    registry.register("broken", as: Other.self) { () throws -> Other in throw Broken() }
    return registry
  }

  private static let manifest = "configdi: 1\nservices: { parts.one: part, parts.other: broken }"

  @Test("a service that is taken back can be renewed") func takenBackAndRenewed() async throws {
    let container = try Container(manifest: .yaml(Self.manifest), registry: Self.registry)
    let own = try container.resolve(Self.part)
    try await container.withOverlays(.use(instance: Part(1), for: Self.part)) {
      try await container.withOverlays(.takeBack(Self.part)) {
        let seen = try container.resolve(Self.part)
        #expect(seen === own)
      }
      try await container.withOverlays(.takeBack(Self.part), .renew(Self.part)) {
        let renewed = try container.resolve(Self.part)
        #expect(renewed !== own && renewed.number == 0)
      }
    }
  }

  @Test("a closure over a provided service is refused, also where an instance replaced it before")
  func closuresOverProvidedServices() async throws {
    let text = "configdi: 1\nservices: { parts.one: { provided: true } }"
    let provided = [Provided(Part(0), for: Self.part)]
    let bytes = try Checker(registry: Self.registry).compile(.yaml(text))
    let stacks = [
      try ContainerStack(manifest: .yaml(text), registry: Self.registry, provided: provided),
      try ContainerStack(manifest: .compiled(bytes), registry: Self.registry, provided: provided),
    ]
    for stack in stacks {
      let wrap: @Sendable (inout LevelChanges) -> Void = { level in
        level.use(for: Self.part) { original in Part(try original().number + 100) }
      }
      await #expect(throws: ContainerError.self) { try await stack.push(wrap) }
      try await stack.push { $0.use(instance: Part(1), for: Self.part) }
      await #expect(throws: ContainerError.self) { try await stack.replaceCurrent(wrap) }
      #expect(try stack.current.resolve(Self.part).number == 1)
      try await stack.push(wrap)
      #expect(try stack.current.resolve(Self.part).number == 101)
    }
  }

  @Test("an error that the program keeps keeps no instance of a level") func keptErrors() async throws {
    weak var instance: Part?
    var errors: [any Error] = []
    do {
      let stack = try ContainerStack(manifest: .yaml(Self.manifest), registry: Self.registry)
      let part = Part(1)
      instance = part
      try await stack.push { $0.use(instance: part, for: Self.part) }
      do { _ = try stack.current.resolve(Self.other) } catch { errors.append(error) }
      try await stack.pop()
      try await stack.shutdown()
    }
    #expect(errors.count == 1)
    #expect(instance == nil)
  }
}
