import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A letter is made from its stamps and from what only its sender knows.
final class Letter: Sendable {
  struct Address: Sendable, Equatable {
    var name = "Ann"
    var street = 1
  }

  let stamps: any Store
  let address: Address
  let mark: String

  init(_ stamps: any Store, _ address: Address, mark: String = "") {
    self.stamps = stamps
    self.address = address
    self.mark = mark
  }
}

struct Office: Sendable {
  let letters: Maker<Letter.Address, Letter>
}

/// Makes its own successor.
final class Serial: Sendable {
  let number: Int
  let next: Maker<Int, Serial>

  init(_ number: Argument<Int>, next: Maker<Int, Serial>) {
    self.number = number.value
    self.next = next
  }
}

@MainActor final class Poster {
  let title: String
  let store: any Store

  init(_ title: String, _ store: any Store) {
    self.title = title
    self.store = store
  }
}

struct Billboard: Sendable {
  let posters: MainMaker<String, Poster>
}

@Suite struct MakerTests {
  static let registry: FactoryRegistry = {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    registry.register("letter", as: Letter.self) { (stamps: any Store, address: Argument<Letter.Address>) in
      Letter(stamps, address.value)
    }
    registry.register("numbered", as: Letter.self) { (number: Argument<Int>, stamps: any Store) in
      guard number.value >= 0 else { throw Refusal(text: "no street") }
      return Letter(stamps, .init(street: number.value))
    }
    registry.registerDecorator("marked", of: Letter.self) { (letter, address: Argument<Letter.Address>) in
      Letter(letter.stamps, letter.address, mark: "to \(address.value.name)\(letter.mark)")
    }
    registry.registerDecorator("folded", of: Letter.self) { letter in
      Letter(letter.stamps, letter.address, mark: letter.mark + " folded")
    }
    registry.register("office", as: Office.self, Office.init)
    registry.register("serial", as: Serial.self, Serial.init)
    registry.registerMainActor("poster", as: Poster.self) { (title: Argument<String>, store: any Store) in
      Poster(title.value, store)
    }
    registry.register("billboard", as: Billboard.self, Billboard.init)
    return registry
  }()

  static let text = """
    configdi: 1
    scopes: { post: {} }
    services:
      Clock: clock
      Store: store
      Store/post: { factory: store, scope: post }
      Letter: letter
      Letter/marked: { factory: letter, decorators: [folded, marked] }
      Letter/post: { factory: letter, dependencies: [Store/post] }
      Letter/numbered: numbered
      Letter/any: { alias: Letter }
      Office: office
      Office/marked: { factory: office, dependencies: [{ provider: Letter/marked }] }
      Office/post: { factory: office, scope: post, dependencies: [{ provider: Letter/post }] }
      Office/any: { factory: office, dependencies: [{ provider: Letter/any }] }
      Serial: serial
      Poster: poster
      Billboard: billboard
    """
  static let manifest = ManifestLocation.yaml(text)

  private func container() throws -> Container { try Container(manifest: Self.manifest, registry: Self.registry) }

  private let ben = Letter.Address(name: "Ben", street: 7)

  @Test("each call makes one, with its argument and the shared dependencies") func eachCallMakesOne() throws {
    let container = try container()
    let office = try container.resolve(Office.self)
    let first = try office.letters(ben)
    let second = try office.letters(.init())
    #expect(first.address == ben)
    #expect(second.address == .init())
    #expect(first !== second)
    #expect(try first.stamps === second.stamps && first.stamps === container.resolve((any Store).self))
    #expect(try container.resolve(Office.self, named: "any").letters(ben).address == ben)
  }

  @Test("make(_:with:) makes one too, by type, variant and custom key") func makeWithAnArgument() throws {
    let container = try container()
    #expect(try container.make(Letter.self, with: ben).address == ben)
    #expect(try container.make(Letter.self, named: "numbered", with: 3).address.street == 3)
    #expect(try container.make(Key<Letter>("Letter/any"), with: ben).address == ben)
    // As `make` fills any function.
    #expect(try container.make(Office.init).letters(ben).address == ben)
  }

  @Test("without an argument there is nothing to resolve") func withoutAnArgument() throws {
    let container = try container()
    let handle = try container.handle(for: Letter.self)
    refusal(.wrongArgument) { try container.resolve(Letter.self) }
    refusal(.wrongArgument) { try handle() }
    let error = refusal(.wrongArgument) { try container.make { (letter: Letter) in letter } }
    #expect(error?.chain == ["Letter"])
    #expect(
      error?.description.contains(
        "takes an argument, but was requested without one\n  help: pass it with make(_:with:), or depend on the service "
          + "through a Maker") == true)
  }

  @Test("an argument of another type, or one too many, is refused at the call") func otherArguments() throws {
    let container = try container()
    let other = refusal(.wrongArgument) { try container.make(Letter.self, with: 7) }
    #expect(other?.description.contains("takes an argument of type Address, but got one of type Int") == true)
    let tooMany = refusal(.wrongArgument) { try container.make((any Store).self, with: 7) }
    #expect(tooMany?.description.contains("takes no argument, but got one of type Int") == true)
    refusal(.unknownKey) { try container.make(String.self, with: 7) }
  }

  @Test("a decorator takes the same argument") func decorators() throws {
    let container = try container()
    let letter = try container.resolve(Office.self, named: "marked").letters(ben)
    #expect(letter.mark == "to Ben folded")
    #expect(letter.address == ben)
  }

  @Test("a factory that throws is named, and the next call works") func throwing() throws {
    let container = try container()
    let error = refusal(.factoryFailed) { try container.make(Letter.self, named: "numbered", with: -1) }
    #expect(error?.underlying as? Refusal == Refusal(text: "no street"))
    #expect(try container.make(Letter.self, named: "numbered", with: 1).address.street == 1)
  }

  @Test("a maker resolves in the scope that made it") func scopes() async throws {
    let container = try container()
    let store = try await container.withScope("post") { scope in
      let office = try scope.resolve(Office.self, named: "post")
      let letter = try office.letters(ben)
      #expect(try letter.stamps === scope.resolve((any Store).self, named: "post"))
      #expect(try scope.make(Letter.self, named: "post", with: ben).stamps === letter.stamps)
      return letter.stamps
    }
    refusal(.scopeNotOpen) { try container.make(Letter.self, named: "post", with: ben) }
    let letters = try container.make(labels: ["Letter/post"]) { (letters: Maker<Letter.Address, Letter>) in letters }
    refusal(.scopeNotOpen) { try letters(ben) }
    try await container.withScope("post") { scope in
      let letter = try scope.make(Letter.self, named: "post", with: ben)
      #expect(letter.stamps !== store)
    }
  }

  @Test("a maker inside a making hands in its own argument") func recursion() throws {
    let container = try container()
    let first = try container.make(Serial.self, with: 1)
    let second = try first.next(2)
    #expect((first.number, second.number, try second.next(3).number) == (1, 2, 3))
    #expect(try first.next(9).number == 9)
  }

  @Test("a service of the main actor is made there") @MainActor func mainActor() throws {
    let container = try container()
    let billboard = try container.resolve(Billboard.self)
    #expect(try billboard.posters("one").title == "one")
    #expect(try container.main.make(Poster.self, with: "two").title == "two")
    #expect(try container.main.make(Letter.self, with: ben).address == ben)
    let error = refusal(.notOnMainActor) { try container.make(Poster.self, with: "three") }
    #expect(
      error.map { "\($0)" }?.hasSuffix(
        "help: make it with container.main.make(_:with:), or depend on it through a MainMaker") == true)
  }

  @Test("an overlay's closure gets the original with the same argument") func overlays() async throws {
    let container = try container()
    let office = try container.resolve(Office.self)
    try await container.withOverlays(
      .use(for: Letter.self) { original in
        let letter = try original()
        return Letter(letter.stamps, letter.address, mark: "copied")
      }
    ) {
      let letter = try container.make(Letter.self, with: ben)
      #expect(letter.mark == "copied" && letter.address == ben)
      #expect(try container.resolve(Office.self).letters(ben).mark == "copied")
      // What was made before the overlay goes on as it was.
      #expect(try office.letters(ben).mark == "")
    }
    let fixed = Letter(MemoryStore(SystemClock()), .init(), mark: "fixed")
    try await container.withOverlays(.use(instance: fixed, for: Letter.self)) {
      let letter = try container.resolve(Office.self).letters(ben)
      #expect(letter === fixed)
    }
    #expect(try container.make(Letter.self, with: ben).mark == "")
  }

  @Test("an overlay's factory must take the argument that makers hand in") func otherFactories() async throws {
    let container = try container()
    await #expect(throws: ManifestError.self) {
      try await container.withOverlays(.use("numbered", for: Letter.self)) {}
    }
    // Nobody but the program asks for this one.
    try await container.withOverlays(.use("letter", for: Letter.self, named: "numbered")) {
      let letter = try container.make(Letter.self, named: "numbered", with: ben)
      #expect(letter.address == ben)
      refusal(.wrongArgument) { try container.make(Letter.self, named: "numbered", with: 3) }
    }
  }

  @Test("a level of a stack makes with its own services") func stacks() async throws {
    let stack = try ContainerStack(manifest: Self.manifest, registry: Self.registry)
    let below = try stack.current.make(Letter.self, with: ben)
    let clock = SystemClock("fixed")
    try await stack.push { $0.use(instance: clock, for: (any Clock).self) }
    let above = try stack.current.make(Letter.self, with: ben)
    #expect(above.stamps.clock === clock && below.stamps.clock !== clock)
    #expect(try stack.current.resolve(Office.self).letters(ben).stamps === above.stamps)
    try await stack.pop()
    #expect(try stack.current.make(Letter.self, with: ben).stamps === below.stamps)
    try await stack.shutdown()
  }

  @Test("a level's instance is used for every argument, over text and compiled") func instancesInStacks() async throws {
    let compiled = ManifestLocation.compiled(try Compilation(Self.text, Self.registry).bytes)
    for manifest in [Self.manifest, compiled] {
      let stack = try ContainerStack(manifest: manifest, registry: Self.registry)
      let fixed = Letter(MemoryStore(SystemClock()), .init(), mark: "fixed")
      try await stack.push { $0.use(instance: fixed, for: Letter.self) }
      #expect(try stack.current.resolve(Office.self).letters(ben) === fixed)
      #expect(try stack.current.make(Letter.self, with: ben) === fixed)
      try await stack.pop()
      #expect(try stack.current.make(Letter.self, with: ben).address == ben)
      try await stack.shutdown()
    }
  }

  @Test("a live container's generations make with their own services") func liveContainers() async throws {
    let world = LiveWorld(Self.text)
    let live = try LiveContainer(manifest: world.changing, registry: Self.registry)
    try await live.start()
    let office = try live.withCurrent { try $0.resolve(Office.self) }
    #expect(try office.letters(ben).mark == "")
    world.edit("Letter: letter", "Letter: { factory: letter, decorators: [folded] }")
    _ = try await live.reload().change
    #expect(try live.withCurrent { try $0.make(Letter.self, with: ben) }.mark == " folded")
    #expect(try live.withCurrent { try $0.resolve(Office.self) }.letters(ben).mark == " folded")
    world.edit("Letter: { factory: letter, decorators: [folded] }", "Letter: numbered")
    await #expect(throws: (any Error).self) { _ = try await live.reload().change }
    #expect(try live.withCurrent { try $0.make(Letter.self, with: ben) }.mark == " folded")
    try await live.shutdown()
  }

  @Test("a compiled manifest makes the same") func compiled() throws {
    let bytes = try Checker(registry: Self.registry).compile(Self.manifest)
    let container = try Container(manifest: .compiled(bytes), registry: Self.registry)
    #expect(try container.resolve(Office.self, named: "marked").letters(ben).mark == "to Ben folded")
    refusal(.wrongArgument) { try container.resolve(Letter.self) }
    var other = FactoryRegistry()
    other.register("letter", as: Letter.self) { (stamps: any Store, street: Argument<Int>) in
      Letter(stamps, .init(street: street.value))
    }
    #expect(throws: (any Error).self) { try Container(manifest: .compiled(bytes), registry: other) }
  }

  @Test("nothing keeps an argument after its call") func leaks() throws {
    final class Token: Sendable {}
    let container = try container()
    weak var token: Token?
    do {
      let own = Token()
      token = own
      refusal(.wrongArgument) { try container.make(Letter.self, with: own) }
    }
    #expect(token == nil)
  }

  @Test("a maker is of no use after the container has ended") func ended() async throws {
    let container = try container()
    let office = try container.resolve(Office.self)
    try await container.shutdown()
    #expect(throws: ContainerClosed.self) { try office.letters(ben) }
    #expect(throws: ContainerClosed.self) { try container.make(Letter.self, with: ben) }
  }

  @Test("every thread gets what it handed in") func threads() async throws {
    let container = try container()
    let office = try container.resolve(Office.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          for index in 0..<500 {
            let street = task * 1000 + index
            let letter = try office.letters(.init(street: street))
            let numbered = try container.make(Letter.self, named: "numbered", with: street)
            #expect(letter.address.street == street && numbered.address.street == street)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("a maker without a container calls its closure") func byHand() throws {
    let maker = Maker<Int, String> { "\($0)" }
    #expect(try maker(3) == "3")
  }
}
