import ConfigDI
import Foundation
import Synchronization
import Testing

/// Everything that a container does, by sixteen tasks at once, for as long as `CONFIGDI_SOAK` says (in seconds).
///
/// What must hold is held all along; memory and open files must not grow with the time.
@Suite(.timeLimit(.minutes(60))) struct SoakTests {
  final class Census: Sendable {
    let made = Atomic(0)
    let freed = Atomic(0)
    let refused = Atomic(0)
    let calls = Atomic(0)
    let rounds = Atomic(0)

    /// Every fifth call.
    var isUnlucky: Bool { calls.add(1, ordering: .relaxed).newValue % 5 == 0 }
  }

  final class Part: Sendable {
    let name: String
    let needed: [Part]
    private let census: Census

    init(_ name: String, _ needed: [Part], _ census: Census) {
      self.name = name
      self.needed = needed
      self.census = census
      census.made.add(1, ordering: .relaxed)
    }

    deinit { census.freed.add(1, ordering: .relaxed) }
  }

  private struct Refused: Error {}

  private static let manifest = """
    configdi: 1
    scopes: { session: {}, request: { parent: session } }
    services:
      Part/base: base
      Part/elsewhere: base
      Part/slow: { factory: slow, dependencies: [Part/base] }
      Part/flaky: { factory: flaky, scope: transient, dependencies: [Part/base] }
      Part/session: { factory: scoped, scope: session, dependencies: [Part/slow] }
      Part/request: { factory: scoped, scope: request, dependencies: [Part/session] }
      Part/again: { factory: again, scope: transient, dependencies: [{ provider: Part/base }] }
    """

  private static func key(_ variant: String) -> Key<Part> { Key<Part>("Part/\(variant)") }

  private static func registry(_ census: Census) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(Key<Part>("Part"))
    registry.register("base", as: Part.self) { Part("base", [], census) }
    registry.register("slow", as: Part.self) { (base: Part) in
      Thread.sleep(forTimeInterval: 0.001)
      return Part("slow", [base], census)
    }
    registry.register("flaky", as: Part.self) { (base: Part) in
      if census.isUnlucky { throw Refused() }
      return Part("flaky", [base], census)
    }
    registry.register("scoped", as: Part.self) { (needed: Part) in Part("scoped", [needed], census) }
    // It asks the container while it is being made.
    registry.register("again", as: Part.self) { (base: Provider<Part>) in
      Part("again", [try base(), try base()], census)
    }
    return registry
  }

  @Test func sixteenTasks() async throws {
    let seconds = ProcessInfo.processInfo.environment["CONFIGDI_SOAK"].flatMap(Double.init) ?? 1
    let census = Census()
    let container = try Container(
      manifest: .yaml(Self.manifest), registry: Self.registry(census), options: ManifestOptions(environment: [:]))
    // What the first rounds need stays; from then on nothing may grow.
    let stack = try ContainerStack(
      manifest: .yaml(Self.manifest), registry: Self.registry(census), options: ManifestOptions(environment: [:]))
    try await stack.push { $0.renew(Self.key("again")) }
    for task in 0..<16 { try await Self.round(container, stack, task, census) }
    let start = Resources()
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          while clock.now < end {
            try await Self.round(container, stack, task, census)
            census.rounds.add(1, ordering: .relaxed)
          }
        }
      }
      try await group.waitForAll()
    }
    let finish = Resources()
    let alive = census.made.load(ordering: .relaxed) - census.freed.load(ordering: .relaxed)
    print(
      "soak: \(census.rounds.load(ordering: .relaxed)) rounds in \(seconds) s, \(census.made.load(ordering: .relaxed)) made, "
        + "\(alive) alive, \(census.refused.load(ordering: .relaxed)) refused; memory \(start.memory) to \(finish.memory) KiB, "
        + "files \(start.files) to \(finish.files)")
    // The singletons of the container, and those of the stack with what its last level replaced.
    #expect(alive <= 8)
    #expect(finish.files <= start.files + 4)
    #expect(finish.memory < start.memory * 3 / 2 + 32_768)
    try await stack.shutdown()
    try await container.shutdown()
    #expect(throws: ContainerClosed.self) { try container.resolve(Self.key("base")) }
  }

  /// One task's turn: a scope in a scope, what throws, what resolves while it is made, overlays, levels of a stack.
  private static func round(
    _ container: Container, _ stack: ContainerStack, _ task: Int, _ census: Census
  ) async throws {
    let base = try container.resolve(Self.key("base"))
    switch task % 8 {
    case 0:
      try await container.withScope("session") { session in
        let own = try session.resolve(Self.key("session"))
        try await session.withScope("request") { request in
          let part = try request.resolve(Self.key("request"))
          #expect(part.needed.first === own && own.needed.first?.needed.first === base)
          await Task.yield()
          #expect(try request.resolve(Self.key("request")) === part)
        }
      }
    case 1:
      do {
        #expect(try container.resolve(Self.key("flaky")).needed.first === base)
      } catch let error as ResolutionError where error.reason == .factoryFailed {
        census.refused.add(1, ordering: .relaxed)
      }
    case 2:
      let again = try container.resolve(Self.key("again"))
      #expect(again.needed.count == 2 && again.needed.allSatisfy { $0 === base })
    case 3:
      let scope = try container.openScope("session")
      let first = try scope.resolve(Self.key("session"))
      #expect(try scope.resolve(Self.key("session")) === first)
      try await scope.close()
    case 4: try await overlays(container, base, census)
    case 5:
      let token = try container.overlay(
        OverlayDefinition(for: Self.key("elsewhere")) { try Part("over", [$0()], census) })
      _ = try container.resolve(Self.key("elsewhere"))
      withExtendedLifetime(token) {}
    case 6:
      try await stack.replaceCurrent { $0.renew(Self.key("slow")) }
      try await stack.push { $0.renew(Self.key("base")) }
      try await stack.pop()
    default:
      try await stack.withCurrent { current in
        let base = try current.resolve(Self.key("base"))
        await Task.yield()
        let slow = try current.resolve(Self.key("slow"))
        #expect(slow.needed.first === base)
        #expect(try current.resolve(Self.key("slow")) === slow)
      }
    }
  }

  /// What an overlay replaces is seen inside it, by child tasks too, and by nobody else.
  private static func overlays(_ container: Container, _ base: Part, _ census: Census) async throws {
    let own = Part("own", [], census)
    try await container.withOverlays(OverlayDefinition(for: Self.key("base"), returning: own)) {
      async let child = container.resolve(Self.key("slow")).needed.first
      let seen = try container.resolve(Self.key("base"))
      await Task.yield()
      let needed = try await child
      #expect(seen === own && needed === own)
    }
    #expect(try container.resolve(Self.key("base")) === base)
  }
}

/// What the process holds; nothing where the system does not say.
struct Resources {
  let memory: Int
  let files: Int

  init() {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    memory = line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
