import Foundation
import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// One change to a stack, and how its values are written.
@Suite struct StackChangeTests {
  private static let session = Key((any Session).self)

  /// One change, as an overlay and as a level has it.
  private struct Change: Sendable {
    let overlay: OverlayDefinition
    let user: String
    let level: @Sendable (inout LevelChanges) -> Void

    init(_ overlay: OverlayDefinition, _ user: String, _ level: @escaping @Sendable (inout LevelChanges) -> Void) {
      self.overlay = overlay
      self.user = user
      self.level = level
    }
  }

  @Test("an overlay and a level take the same changes, by type and by key") func changesAreTheSame() async throws {
    let (key, type) = (Self.session, (any Session).self)
    let own = User(name: "own")
    let changes = [
      Change(.use("account", for: key), "account") { $0.use("account", for: key) },
      Change(.use(instance: own, for: key), "own") { $0.use(instance: own, for: key) },
      Change(.use(instance: own, for: type), "own") { $0.use(instance: own, for: type) },
      Change(.use(for: key) { _ in own }, "own") { $0.use(for: key) { _ in own } },
      Change(.use(for: type) { _ in own }, "own") { $0.use(for: type) { _ in own } },
      Change(.renew(key), "guest") { $0.renew(key) },
      Change(.takeBack(key), "guest") { $0.takeBack(key) },
    ]
    let stack = try Shop.stack()
    let guest = try stack.current.resolve(key)
    for change in changes {
      let inside = try await stack.current.withOverlays(change.overlay) { try stack.current.resolve(key).user }
      #expect(inside == change.user)
      try await stack.push(change.level)
      #expect(try stack.current.resolve(key).user == change.user)
      try await stack.pop()
      #expect(try stack.current.resolve(key) === guest)
    }
  }

  @Test(
    "durations are written as in manifests",
    arguments: [
      (Duration.zero, "0s"), (.milliseconds(1), "1ms"), (.seconds(90), "90s"), (.milliseconds(-1500), "-1500ms"),
      (.seconds(Int64.max), "9223372036854775807s"), (.nanoseconds(1), "0.000000001s"),
      (.milliseconds(-1500.5), "-1.5005s"),
    ]) func durationsAreWrittenAsInManifests(duration: Duration, text: String)
  {
    #expect(duration.yaml == .text(text))
  }

  private struct KeySettings: ServiceSettings {
    var keys: Secret<[String]>
    var port: Secret<Int>
  }

  private static let text = """
    configdi: 1
    parameters:
      keys: { env: KEYS, type: list, secret: true }
      port: { env: PORT, type: int, secret: true }
    services: { Session: { factory: keyed, settings: { keys: "${keys}", port: "${port}" } } }
    """

  private static func stack(isCompiled: Bool) throws -> ContainerStack {
    var registry = FactoryRegistry()
    registry.register("keyed", as: (any Session).self) { (settings: KeySettings) in
      User(name: settings.keys.value.joined(separator: "|"))
    }
    let manifest: ManifestLocation =
      isCompiled ? .compiled(try Checker(registry: registry).compile(.yaml(text))) : .yaml(text)
    return try ContainerStack(
      manifest: manifest, registry: registry, options: ManifestOptions(environment: ["KEYS": "a,b", "PORT": "1"]))
  }

  @Test("a secret list that a level sets keeps its elements", arguments: [true, false])
  func secretLists(isCompiled: Bool) async throws {
    let stack = try Self.stack(isCompiled: isCompiled)
    #expect(try stack.current.resolve(Self.session).user == "a|b")
    for keys in [["c,d", "e"], [""], [], [" f ", "${port}"]] {
      let user = keys.joined(separator: "|")
      #expect(
        try await stack.current.withOverlays(.set("keys", to: keys)) { try stack.current.resolve(Self.session).user }
          == user)
      try await stack.push { $0.set("keys", to: keys) }
      #expect(try stack.current.resolve(Self.session).user == user)
    }
    try await stack.shutdown()
  }

  @Test("a refused level names all its mistakes, without a secret", arguments: [true, false])
  func allMistakesOfALevel(isCompiled: Bool) async throws {
    let stack = try Self.stack(isCompiled: isCompiled)
    let error = await #expect(throws: ManifestError.self) {
      try await stack.push {
        $0.set("prot", to: 2)
        $0.set("port", to: "hush")
      }
    }
    let text = try #require(error.map { "\($0)" })
    #expect(text.contains("<level 2 of the stack>:1:1: error: there is no parameter 'prot' to set [DI108]"), "\(text)")
    #expect(text.contains("error: expected a whole number for 'port', found something else [DI506]"), "\(text)")
    #expect(text.components(separatedBy: "<level 2 of the stack>").count == 3, "\(text)")
    #expect(!text.contains("hush"))
    #expect(stack.depth == 1)
    try await stack.shutdown()
  }

  private final class Piece: Closeable, Sendable {
    private let onClose: @Sendable () -> Void
    init(_ onClose: @escaping @Sendable () -> Void) { self.onClose = onClose }
    func close() { onClose() }
  }

  @Test("a shutdown closes a removed level before the levels that it uses", arguments: [true, false])
  func shutdownClosesRemovedLevelsFirst(replaces: Bool) async throws {
    let closed = Lock<[String]>([])
    let (key, base) = (Key<Piece>("Piece"), Key<Piece>("Piece/base"))
    var registry = FactoryRegistry()
    registry.declare(key)
    registry.register("base", as: Piece.self) { Piece { closed.withLock { $0.append("base") } } }
    registry.register("top", as: Piece.self, labels: ["base"]) { (_: Piece) in
      Piece { closed.withLock { $0.append("top") } }
    }
    let text = """
      configdi: 1
      services: { Piece/base: base, Piece: { factory: top, dependencies: { base: Piece/base } } }
      """
    let stack = try ContainerStack(manifest: .yaml(text), registry: registry)
    try await stack.push { changes in
      changes.renew(key)
      if replaces { changes.renew(base) }
    }
    try await stack.withCurrent { container in
      _ = try container.resolve(key)
      if replaces {
        try await stack.replaceCurrent { $0.renew(key) }
        _ = try stack.current.resolve(key)
      }
      try await stack.pop()
      #expect(closed.withLock { $0 } == [])
      try await stack.shutdown()
    }
    #expect(closed.withLock { $0 } == (replaces ? ["top", "top", "base"] : ["top", "base"]))
  }

  @Test("a shutdown closes what a removed level does not share before what it uses")
  func shutdownClosesUnsharedInstancesFirst() async throws {
    let closed = Lock<[String]>([])
    let made = Lock<[String: Int]>([:])
    let (key, base, other) = (Key<Piece>("Piece"), Key<Piece>("Piece/base"), Key<Piece>("Piece/other"))
    var registry = FactoryRegistry()
    registry.declare(key)
    @Sendable func piece(_ name: String) -> Piece {
      let number = made.withLock { made in
        made[name, default: 0] += 1
        return made[name] ?? 0
      }
      return Piece { closed.withLock { $0.append("\(name) \(number)") } }
    }
    registry.register("base", as: Piece.self) { piece("base") }
    registry.register("other", as: Piece.self) { piece("other") }
    registry.register("top", as: Piece.self, labels: ["base"]) { (_: Piece) in piece("top") }
    let text = """
      configdi: 1
      services:
        Piece: { factory: top, dependencies: { base: Piece/base }, eager: true }
        Piece/base: { factory: base, eager: true }
        Piece/other: { factory: other, eager: true }
      """
    let stack = try ContainerStack(manifest: .yaml(text), registry: registry)
    try await stack.start()
    try await stack.withCurrent { _ in
      try await stack.replaceCurrent { changes in
        changes.renew(key)
        changes.renew(other)
      }
      try await stack.replaceCurrent { $0.renew(base) }
      try await stack.shutdown()
    }
    let order = closed.withLock { $0 }
    #expect(Set(order) == ["top 1", "base 1", "other 1", "top 2", "other 2", "top 3", "base 2"])
    #expect(order.count == 7)
    #expect(try #require(order.firstIndex(of: "top 2")) < #require(order.firstIndex(of: "base 1")), "\(order)")
  }

  /// Pops the stack, which another task shuts down, when it is closed.
  private final class Popping: AsyncCloseable, Sendable {
    let stack = Lock<ContainerStack?>(nil)

    func close() async throws {
      guard let stack = stack.withLock({ $0.take() }) else { return }
      Task.detached { try await stack.shutdown(closing: nil) }
      while !stack.state.withLock({ $0.isShutDown }) { await Task.yield() }
      await #expect(throws: ContainerClosed.self) { try await stack.pop() }
    }
  }

  @Test("a service that pops the stack while it is being closed does not block a shutdown", .timeLimit(.minutes(10)))
  func popDuringShutdown() async throws {
    let key = Key<Popping>("Popping")
    var registry = FactoryRegistry()
    registry.declare(key)
    registry.register("popping", as: Popping.self) { Popping() }
    let stack = try ContainerStack(manifest: .yaml("configdi: 1\nservices: { Popping: popping }"), registry: registry)
    try await stack.push { $0.renew(key) }
    try stack.current.resolve(key).stack.withLock { $0 = stack }
    try await stack.pop()
    try await stack.shutdown()
  }

  @Test("an object that several levels return is closed once, by the last of them")
  func objectOfSeveralLevels() async throws {
    let closed = Lock(0)
    let key = Key<Piece>("Piece")
    let piece = Piece { closed.withLock { $0 += 1 } }
    var registry = FactoryRegistry()
    registry.declare(key)
    registry.register("piece", as: Piece.self) { piece }
    registry.register("broken", as: Int.self) { () throws -> Int in throw CancellationError() }
    registry.register("number", as: Int.self) { 1 }
    let text = """
      configdi: 1
      services: { Piece: { factory: piece, eager: true }, Swift.Int: { factory: number, eager: true } }
      """
    let stack = try ContainerStack(manifest: .yaml(text), registry: registry)
    try await stack.start()
    try await stack.push { $0.renew(key) }
    try await stack.replaceCurrent { $0.renew(key) }
    await #expect(throws: ResolutionError.self) {
      try await stack.push { changes in
        changes.renew(key)
        changes.use("broken", for: Int.self)
      }
    }
    // The program passes the object on, which is still the stack's.
    try await stack.push { $0.use(instance: piece, for: key) }
    for _ in 0..<2 { try await stack.pop() }
    #expect(closed.withLock { $0 } == 0)
    try await stack.shutdown()
    #expect(closed.withLock { $0 } == 1)
  }

  @Test("a replaced container lets go of shared services that a removed overlay's scope still held")
  func sharedServicesAreFastAgain() async throws {
    let stack = try Shop.stack()
    let type = (any Log).self
    let log = try stack.current.resolve(type)
    let token = try stack.current.overlay(.renew(type))
    let scope = try stack.current.openScope("request")
    token.remove()
    try await stack.replaceCurrent { $0.set("api.delay", to: Duration.seconds(1)) }
    let container = stack.current
    #expect(try container.resolve(type) === log)
    let slot = try container.level.slot(try container.service(type, nil))
    #expect(slot.door.load(ordering: .acquiring) > AnySlot.lastNumber)
    withExtendedLifetime(scope) {}
    try await stack.shutdown()
  }

  @Test("a factory that removed the level of its own service may change the stack again")
  func changedAgainByAFactory() async throws {
    let deed = Lock<(@Sendable () async throws -> Void)?>(nil)
    let key = Key<Piece>("Piece")
    var registry = FactoryRegistry()
    registry.declare(key)
    registry.registerAsync("piece", as: Piece.self) {
      let body = deed.withLock { $0.take() }
      try await body?()
      return Piece {}
    }
    registry.register("number", as: Int.self) { 1 }
    let text = "configdi: 1\nservices: { Piece: piece, Swift.Int: number }"
    let stack = try ContainerStack(manifest: .yaml(text), registry: registry)
    try await stack.push { $0.renew(key) }
    let token = try stack.current.overlay(.renew(key))
    deed.withLock {
      $0 = {
        try await stack.pop()
        try await stack.replaceCurrent { $0.renew(Int.self) }
      }
    }
    // Its level may be closed before the caller gets it.
    _ = try? await stack.current.resolveAsync(key)
    #expect(stack.depth == 1)
    token.remove()
    // Throws if a removed level waited for the factory.
    try await stack.shutdown()
  }
}
