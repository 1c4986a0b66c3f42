import ConfigDIRuntime
import Testing

@testable import ConfigDI

private protocol Greeter: Sendable {
  var greeting: String { get }
}

/// Overlays that change factories and parameters are planned with the program's own code: its settings.
@Suite(.serialized, .timeLimit(.minutes(5))) struct OverlayPlanningTests {
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

  private static func container() throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(key)
    registry.register("polite", as: (any Greeter).self) { (settings: Settings) in Polite(greeting: settings.text) }
    registry.register("counting", as: (any Greeter).self) { (settings: Counting) in
      Polite(greeting: "number \(settings.number)")
    }
    return try Container(
      manifest: .yaml(
        """
        configdi: 1
        parameters: { word: hello, count: 10 }
        services: { Greeter: { factory: polite, settings: { text: "${word}!" } } }
        """),
      registry: registry)
  }

  @Test func settingsThatOpenAnOverlayAreDecodedWithoutALock() throws {
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

  @Test func anOverlayThatDoesNotFitWithoutAnotherSaysSo() throws {
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
