import ConfigDI
import ConfigDITesting
import Testing

struct LettersAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("paper", as: (any Letter).self) { PaperLetter() }
    registry.register("outbox", as: Outbox.self, Outbox.init)
    registry.registerInstance("sender", as: Sender.self, Sender(name: "Ada"))
  }
}

protocol Letter: Sendable {
  var text: String { get }
}

struct PaperLetter: Letter {
  let text = "paper"
}

struct Sender: Sendable {
  let name: String
}

final class Outbox: Sendable {
  let letter: any Letter
  let sender: Sender

  init(letter: any Letter, sender: Sender) {
    self.letter = letter
    self.sender = sender
  }

  var next: String { "\(letter.text) by \(sender.name)" }
}

/// Each test has a container of its own, so that none has anything to put back.
@Suite(.container("Manifests/letters.yaml", registry: FactoryRegistry(LettersAssembly())))
struct OutboxTests {
  struct Copied: Letter {
    let text: String
  }

  @Test func aCallbackIsGivenTheOriginal() throws {
    let container = try Container.current
    let token = try container.overlay((any Letter).self) { original in Copied(text: "copied \(try original().text)") }
    #expect(try container.resolve(Outbox.self).next == "copied paper by Ada")
    token.remove()
    #expect(try container.resolve(Outbox.self).next == "paper by Ada")
  }

  @Test func anInstanceIsGivenToEveryone() throws {
    let container = try Container.current
    let token = try container.overlay((any Letter).self, returning: Copied(text: "fixed"))
    defer { token.remove() }
    #expect(try container.resolve(Outbox.self).next == "fixed by Ada")
  }

  @Test(.overlays([OverlayDefinition((any Letter).self, returning: Copied(text: "fixed"))]))
  func soItIsForOneTest() throws {
    #expect(try Container.current.resolve(Outbox.self).next == "fixed by Ada")
  }
}
