import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

private protocol Greeter: Sendable {
  var greeting: String { get }
}

/// Overlays that change factories and parameters are planned with the program's own code: its settings.
@Suite(.serialized, .timeLimit(.minutes(10))) struct OverlayPlanningTests {
  private struct Polite: Greeter {
    let greeting: String
  }

  private struct Settings: ServiceSettings {
    static let duringDecoding = Lock<(@Sendable () throws -> Void)?>(nil)
    let text: String

    enum CodingKeys: String, CodingKey { case text }

    init(from decoder: any Decoder) throws {
      text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
      let body = Settings.duringDecoding.withLock { body in
        defer { body = nil }
        return body
      }
      try body?()
    }
  }

  private struct Counting: ServiceSettings {
    let number: Int

    enum CodingKeys: String, CodingKey { case number }

    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      guard number < 10 else { throw TooMany(number: number) }
    }
  }

  private struct TooMany: Error, CustomStringConvertible {
    let number: Int
    var description: String { "\(number) is too many" }
  }

  private static let key = Key<any Greeter>("Greeter")

  private static let manifest = """
    configdi: 1
    parameters: { word: hello, count: 10 }
    services: { Greeter: { factory: polite, settings: { text: "${word}!" } } }
    """

  private static var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(key)
    registry.register("polite", as: (any Greeter).self) { (settings: Settings) in Polite(greeting: settings.text) }
    registry.register("counting", as: (any Greeter).self) { (settings: Counting) in
      Polite(greeting: "number \(settings.number)")
    }
    return registry
  }

  private static func container() throws -> Container {
    try Container(manifest: .yaml(manifest), registry: registry)
  }

  private static func stack() throws -> ContainerStack {
    try ContainerStack(manifest: .yaml(manifest), registry: registry)
  }

  /// One overlay, and a level of a stack, with the same changes in the same order.
  @Test(
    "the last change to a service wins, in an overlay as in a level",
    arguments: [
      ("factory closure", "closure hello!"), ("closure factory", "number 3"), ("instance factory", "number 3"),
      ("factory instance", "instance"), ("factory back", "hello!"), ("back factory", "number 3"),
      ("factory renew", "number 3"), ("renew factory", "number 3"), ("instance renew", "instance"),
      ("closure renew", "closure hello!"), ("renew instance", "instance"), ("set instance", "instance"),
      ("set closure", "closure bye!"), ("closure set", "closure bye!"), ("set back", "bye!"), ("back set", "bye!"),
    ]) func theLastChangeWins(_ changes: String, _ greeting: String) async throws
  {
    let key = Self.key
    let settings: [String: any SettingConvertible] = ["number": 3]
    let wrap: @Sendable (Provider<any Greeter>) throws -> any Greeter = { original in
      Polite(greeting: "closure \(try original().greeting)")
    }
    let instance: any Greeter = Polite(greeting: "instance")
    let words = changes.split(separator: " ")
    let container = try Self.container()
    let definitions = words.map { word -> OverlayDefinition in
      switch word {
      case "factory": .use("counting", for: key, settings: settings)
      case "closure": .use(for: key, wrap)
      case "instance": .use(instance: instance, for: key)
      case "renew": .renew(key)
      case "set": .set("word", to: "bye")
      default: .takeBack(key)
      }
    }
    let seen = try await container.withOverlays(definitions) { try container.resolve(key).greeting }
    #expect(seen == greeting)
    let stack = try Self.stack()
    try await stack.push { level in
      for word in words {
        switch word {
        case "factory": level.use("counting", for: key, settings: settings)
        case "closure": level.use(for: key, wrap)
        case "instance": level.use(instance: instance, for: key)
        case "renew": level.renew(key)
        case "set": level.set("word", to: "bye")
        default: level.takeBack(key)
        }
      }
    }
    #expect(try stack.current.resolve(key).greeting == greeting)
    try await stack.shutdown()
  }

  @Test("a parameter that is taken back stays so under a newer overlay") func takenBackParameter() async throws {
    let container = try Self.container()
    try await container.withOverlays(.set("word", to: "bye")) {
      try await container.withOverlays(.takeBack(parameter: "word")) {
        try await container.withOverlays(.set("count", to: 3)) {
          #expect(try container.resolve(Self.key).greeting == "hello!")
          let inner = try await container.withOverlays(.set("word", to: "hi"), .renew(Self.key)) {
            try container.resolve(Self.key).greeting
          }
          #expect(inner == "hi!")
        }
      }
    }
  }

  @Test("a factory is taken back, and the overlay's other changes to the service apply", arguments: [false, true])
  func takenBackAndChanged(_ renews: Bool) async throws {
    let container = try Self.container()
    let key = Self.key
    let last = renews ? OverlayDefinition.renew(key) : .set("count", to: 3)
    try await container.withOverlays(.use("counting", for: key, settings: ["number": 3])) {
      let own = try await container.withOverlays(.takeBack(key), last) { try container.resolve(key).greeting }
      #expect(own == "hello!")
      let changed = try await container.withOverlays(.takeBack(key), .set("word", to: "bye"), last) {
        try container.resolve(key).greeting
      }
      #expect(changed == "bye!")
    }
  }

  @Test("a factory is taken back in a scope that was opened under it") func takenBackFactory() async throws {
    let text = Self.manifest.replacing("factory: polite", with: "factory: polite, scope: page")
    let container = try Container(manifest: .yaml(text + "\nscopes: { page: {} }"), registry: Self.registry)
    let key = Self.key
    let use = OverlayDefinition.use("counting", for: key, settings: ["number": 3])
    try await container.withOverlays(use) {
      try await container.withScope("page") { scope in
        #expect(try scope.resolve(key).greeting == "number 3")
        let inside = try await container.withOverlays(.takeBack(key)) { try scope.resolve(key).greeting }
        #expect(inside == "hello!")
      }
      try await container.withOverlays(.takeBack(key)) {
        let outside = try await container.withScope("page") { try $0.resolve(key).greeting }
        #expect(outside == "hello!")
      }
    }
    try await container.shutdown()
  }

  @Test("an overlay's factory serves its key, whichever service a select chooses in a level")
  func factoryOfASelect() async throws {
    let stack = try ContainerStack(
      manifest: .yaml(
        """
        configdi: 1
        parameters: { kind: { type: enum, of: [one, two], value: one } }
        services:
          Greeter/one: { factory: polite, settings: { text: one } }
          Greeter/two: { factory: polite, settings: { text: two } }
          Greeter: { select: kind, cases: { one: Greeter/one, two: Greeter/two } }
        """), registry: Self.registry)
    let token = try stack.current.overlay(.use("polite", for: Self.key, settings: ["text": "fake"]))
    #expect(try stack.current.resolve(Self.key).greeting == "fake")
    try await stack.push { $0.set("kind", to: "two") }
    #expect(try stack.current.resolve(Self.key).greeting == "fake")
    #expect(try stack.current.resolve(Key<any Greeter>("Greeter/one")).greeting == "one")
    try await token.close()
    #expect(try stack.current.resolve(Self.key).greeting == "two")
  }

  @Test("a value from Swift is kept or refused, never rounded") func valuesFromSwift() async throws {
    struct Numbers: ServiceSettings {
      var pause: Duration?
      var big: UInt64?
    }
    final class Keeper: Sendable {
      let numbers: Numbers
      init(_ numbers: Numbers) { self.numbers = numbers }
    }
    var registry = FactoryRegistry()
    let key = Key<Keeper>("Keeper")
    registry.declare(key)
    registry.register("keeper", as: Keeper.self, Keeper.init)
    let container = try Container(
      manifest: .yaml("configdi: 1\nservices: { Keeper: { factory: keeper } }"), registry: registry)
    func keep(_ name: String, _ value: any SettingConvertible) async throws -> Numbers {
      try await container.withOverlays(.use("keeper", for: key, settings: [name: value])) {
        try container.resolve(key).numbers
      }
    }
    func refusal(_ name: String, _ value: any SettingConvertible) async -> String {
      do { return "\(try await keep(name, value))" } catch { return "\(error)" }
    }
    for pause in [Duration.milliseconds(1750), .milliseconds(1), .zero, .seconds(90)] {
      #expect(try await keep("pause", pause).pause == pause)
    }
    #expect(try await keep("big", UInt64(Int64.max)).big == UInt64(Int64.max))
    #expect(
      await refusal("pause", Duration.microseconds(500)).contains("expected a duration such as '30s', found '0.0005s'"))
    #expect(await refusal("pause", Duration.nanoseconds(1_000_001)).contains("found '0.001000001s'"))
    #expect(
      await refusal("big", UInt64.max).contains(
        "1.8446744073709552e+19 is out of range: 0 to 9223372036854775807"))
  }

  @Test("settings that open an overlay are decoded without a lock")
  func settingsThatOpenAnOverlayAreDecodedWithoutALock() throws {
    let container = try Self.container()
    let calls = Lock(0)
    let nested: @Sendable () throws -> Void = {
      let token = try container.overlay(.set("word", to: "nested"))
      let greeting = try container.resolve(Self.key).greeting
      #expect(greeting == "nested!")
      token.remove()
      calls.withLock { $0 += 1 }
    }
    let low = try container.overlay(.set("word", to: "low"))
    Settings.duringDecoding.withLock { $0 = nested }
    let high = try container.overlay(.set("word", to: "high"))
    #expect(try container.resolve(Self.key).greeting == "high!")
    Settings.duringDecoding.withLock { $0 = nested }
    // The other is planned again without it.
    low.remove()
    #expect(try container.resolve(Self.key).greeting == "high!")
    #expect(calls.withLock { $0 } == 2)
    high.remove()
    #expect(try container.resolve(Self.key).greeting == "hello!")
  }

  /// It may be any thread. The overlay above is planned again elsewhere, or by the next who resolves.
  @Test("releasing a token plans nothing on the releasing thread")
  func aReleasedTokenPlansNothingOnTheThreadThatReleasesIt() throws {
    let container = try Self.container()
    let thread = ThreadIdentity.current
    let isPlanned = Lock(false)
    let note: @Sendable () -> Void = {
      if ThreadIdentity.current == thread { isPlanned.withLock { $0 = true } }
    }
    var low: OverlayToken? = try container.overlay(.set("word", to: "low"))
    let high = try container.overlay(.set("count", to: 3))
    #expect(try container.resolve(Self.key).greeting == "low!")
    Settings.duringDecoding.withLock { $0 = note }
    low = nil
    #expect(low == nil && !isPlanned.withLock { $0 })
    #expect(try container.resolve(Self.key).greeting == "hello!")

    let removed = try container.overlay(.set("word", to: "removed"))
    let over = try container.overlay(.set("count", to: 4))
    Settings.duringDecoding.withLock { $0 = note }
    removed.remove()
    #expect(isPlanned.withLock { $0 }, "remove() plans at its own place")
    over.remove()
    high.remove()
    Settings.duringDecoding.withLock { $0 = nil }
  }

  /// Whichever tokens are released or removed, whoever resolves right afterwards sees the newest that is left.
  @Test("the newest remaining overlay wins", arguments: 0..<60) func theNewestOverlayThatIsLeftCounts(
    seed: UInt64
  ) throws {
    var chance = Seeded(seed)
    let container = try Self.container()
    var open: [(word: String?, token: OverlayToken)] = []
    for step in 0..<12 {
      switch chance.number(below: 5) {
      case 0, 1: open.append(("\(step)", try container.overlay(.set("word", to: "\(step)"))))
      case 2: open.append((nil, try container.overlay(.set("count", to: step))))
      default:
        guard !open.isEmpty else { continue }
        let index = chance.number(below: open.count)
        if chance.number(below: 2) == 0 { open[index].token.remove() }
        open.remove(at: index)
      }
      let expected = open.last { $0.word != nil }?.word ?? "hello"
      if chance.number(below: 3) > 0 { #expect(try container.resolve(Self.key).greeting == "\(expected)!") }
    }
    open = []
    #expect(try container.resolve(Self.key).greeting == "hello!")
  }

  @Test("an overlay that does not fit without another one throws") func anOverlayThatDoesNotFitWithoutAnotherSaysSo()
    throws
  {
    let container = try Self.container()
    #expect(try container.resolve(Self.key).greeting == "hello!")
    let number = try container.overlay(.set("count", to: 5))
    let counting = try container.overlay(
      .use("counting", for: Self.key, settings: ["number": .template("${count}")]))
    #expect(try container.resolve(Self.key).greeting == "number 5")
    number.remove()
    for _ in 0..<2 {
      let error = #expect(throws: ManifestError.self) { try container.resolve(Self.key) }
      #expect(error?.description.contains("10 is too many") == true, "\(String(describing: error))")
    }
    counting.remove()
    #expect(try container.resolve(Self.key).greeting == "hello!")
  }
}
