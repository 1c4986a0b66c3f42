import ConfigDI
import ConfigDITesting
import Synchronization
import Testing

protocol EventSender: Sendable {
  func send(_ event: String) -> String
}

final class WebEventSender: EventSender {
  func send(_ event: String) -> String { "web \(event)" }
}

final class DeviceID: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

/// Holds what it was given when it was made, and so has to be made anew when that is replaced.
final class Tracker: Sendable {
  let sender: any EventSender
  let device: DeviceID

  init(sender: any EventSender, device: DeviceID) {
    self.sender = sender
    self.device = device
  }

  func track(_ event: String) -> String { "\(sender.send(event)) from \(device.text)" }
}

struct PushModule: Assembly {
  let device = DeviceID("device 1")

  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("web", as: (any EventSender).self) { WebEventSender() }
    registry.register("webItself", as: WebEventSender.self, WebEventSender.init)
    registry.registerInstance("device", as: DeviceID.self, device)
    registry.register("tracker", as: Tracker.self, Tracker.init)
  }

  static let manifest = ManifestLocation.yaml(
    """
    configdi: 1
    services:
      EventSender: { factory: web, scope: transient }
      EventSender/urgent: web
      WebEventSender: { factory: webItself, scope: transient }
      DeviceID: device
      Tracker: tracker
    """)

  static func container() throws -> Container {
    try Container(manifest: manifest, registry: FactoryRegistry(PushModule()))
  }
}

/// What programs on Batch's injection do: registered by protocol or class, injected anywhere, overlaid in tests.
@Suite struct BatchSuite {
  private struct Fake: EventSender {
    let name: String
    func send(_ event: String) -> String { "\(name) \(event)" }
  }

  private struct Loud: EventSender {
    let inner: any EventSender
    func send(_ event: String) -> String { inner.send(event).uppercased() }
  }

  @Test("a protocol and its class are two keys") func aProtocolAndItsClassAreTwoKeys() throws {
    let container = try PushModule.container()
    let token = try container.overlay((any EventSender).self, returning: Fake(name: "fake"))
    #expect(try container.resolve((any EventSender).self).send("a") == "fake a")
    #expect(try container.resolve(WebEventSender.self).send("a") == "web a")
    token.remove()
  }

  @Test("a factory runs at each injection, a singleton once, an instance never")
  func aFactoryRunsAtEachInjectionASingletonOnceAnInstanceNever() throws {
    let module = PushModule()
    let container = try Container(manifest: PushModule.manifest, registry: FactoryRegistry(module))
    #expect(try container.resolve(WebEventSender.self) !== container.resolve(WebEventSender.self))
    #expect(try container.resolve(Tracker.self) === container.resolve(Tracker.self))
    #expect(try container.resolve(DeviceID.self) === module.device)
  }

  @Test func registrationRunsOnceAtTheFirstInjection() async {
    await #expect(processExitsWith: .success) {
      let runs = Mutex(0)
      try Container.setDefault {
        runs.withLock { $0 += 1 }
        return try PushModule.container()
      }
      #expect(runs.withLock { $0 } == 0)
      let trackers = try await withThrowingTaskGroup(of: Tracker.self) { group in
        for _ in 0..<32 { group.addTask { try Container.current.resolve(Tracker.self) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(runs.withLock { $0 } == 1)
      #expect(trackers.count == 32 && trackers.allSatisfy { $0 === trackers[0] })
    }
  }

  @Test("an overlay's callback gets the original at each injection")
  func anOverlaysCallbackIsGivenTheOriginalAtEachInjection() throws {
    let container = try PushModule.container()
    let calls = Mutex(0)
    let callsOfIt: @Sendable () -> Int = { calls.withLock { $0 } }
    let token = try container.overlay((any EventSender).self) { original in
      calls.withLock { $0 += 1 }
      return Loud(inner: try original())
    }
    #expect(try container.resolve((any EventSender).self).send("a") == "WEB A")
    #expect(try container.resolve((any EventSender).self).send("b") == "WEB B")
    #expect(callsOfIt() == 2)
    #expect(try container.resolve(Tracker.self).track("c") == "WEB C from device 1")
    token.remove()
    #expect(try container.resolve((any EventSender).self).send("a") == "web a")
    #expect(callsOfIt() == 3)
  }

  @Test("the original is made only when it is called") func theOriginalIsMadeOnlyWhenItIsCalledFor() throws {
    struct Refusing: Assembly {
      func assemble(_ registry: inout FactoryRegistry) {
        registry.register("web", as: (any EventSender).self, replace: true) { throw Refusal() }
      }
      struct Refusal: Error {}
    }
    let container = try Container(
      manifest: PushModule.manifest, registry: FactoryRegistry(PushModule(), Refusing()))
    let token = try container.overlay((any EventSender).self) { _ in Fake(name: "fake") }
    #expect(try container.resolve(Tracker.self).track("a") == "fake a from device 1")
    token.remove()
    #expect(throws: ResolutionError.self) { try container.resolve((any EventSender).self) }
  }

  @Test func variantsAreOverlaidByName() throws {
    let container = try PushModule.container()
    let token = try container.overlay((any EventSender).self, named: "urgent", returning: Fake(name: "urgent"))
    #expect(try container.resolve((any EventSender).self, named: "urgent").send("a") == "urgent a")
    #expect(try container.resolve((any EventSender).self).send("a") == "web a")
    token.remove()
    #expect(try container.resolve((any EventSender).self, named: "urgent").send("a") == "web a")
  }

  @Test func anOverlayEndsWithItsToken() throws {
    let container = try PushModule.container()
    let before = try container.resolve(Tracker.self)
    do {
      let token = try container.overlay((any EventSender).self, returning: Fake(name: "fake"))
      #expect(try container.resolve(Tracker.self).track("a") == "fake a from device 1")
      withExtendedLifetime(token) {}
    }
    #expect(try container.resolve(Tracker.self) === before)
  }

  @Test("the newest overlay wins and they end in any order") func theNewestCountsAndTheyComeOffInAnyOrder() throws {
    let container = try PushModule.container()
    func said() throws -> String { try container.resolve(Tracker.self).sender.send("a") }
    let first = try container.overlay((any EventSender).self, returning: Fake(name: "first"))
    let second = try container.overlay((any EventSender).self) { Loud(inner: try $0()) }
    let third = try container.overlay((any EventSender).self, returning: Fake(name: "third"))
    #expect(try said() == "third a")
    second.remove()
    #expect(try said() == "third a")
    third.remove()
    #expect(try said() == "first a")
    first.remove()
    #expect(try said() == "web a")
  }

  @Test("only its task sees a task's overlay") func overlaysOfATaskAreSeenByItAlone() async throws {
    let container = try PushModule.container()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          let fake = OverlayDefinition((any EventSender).self, returning: Fake(name: "\(number)"))
          try await container.withOverlays(fake) {
            for _ in 0..<10 {
              let said = try container.resolve(Tracker.self).track("a")
              #expect(said == "\(number) a from device 1")
              await Task.yield()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try container.resolve(Tracker.self).track("a") == "web a from device 1")
  }

  /// Each of these has its own; see the tracker's sender.
  @Suite(.container(PushModule.manifest, registry: FactoryRegistry(PushModule())))
  struct WithTheTrait {
    private static let trackers = Mutex<[Tracker]>([])

    @Test(
      "each test has a fresh container",
      .overlays([OverlayDefinition((any EventSender).self, returning: Fake(name: "trait"))]), arguments: 0..<10)
    func eachTestHasAFreshContainer(_: Int) throws {
      let tracker = try Container.current.resolve(Tracker.self)
      #expect(tracker.track("a") == "trait a from device 1")
      Self.trackers.withLock { trackers in
        #expect(!trackers.contains { $0 === tracker })
        trackers.append(tracker)
      }
    }
  }
}
