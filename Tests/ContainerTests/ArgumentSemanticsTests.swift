import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What Swinject and Factory promise of arguments, by their own tests' meaning.
@Suite struct ArgumentSemanticsTests {
  protocol Animal: Sendable { var name: String? { get } }
  struct Cat: Animal {
    var name: String?
    var isWild = false
  }
  struct NameAndWildness: Sendable {
    let name: String
    let isWild: Bool
  }
  struct Owner: Sendable {
    let pet: any Animal
    init(_ name: Argument<String?>, pets: Maker<String, any Animal>) throws { pet = try pets(name.value ?? "Stray") }
  }

  private func container() throws -> Container {
    var registry = FactoryRegistry()
    registry.register("cat", as: (any Animal).self) { (name: Argument<String>) in Cat(name: name.value) }
    registry.register("wildCat", as: (any Animal).self) { (argument: Argument<NameAndWildness>) in
      Cat(name: argument.value.name, isWild: argument.value.isWild)
    }
    registry.register("maybeCat", as: (any Animal).self) { (name: Argument<String?>) in Cat(name: name.value) }
    registry.register("copyCat", as: (any Animal).self) { (other: Argument<any Animal>) in Cat(name: other.value.name) }
    registry.register("plainCat", as: (any Animal).self) { Cat() }
    registry.register("owner", as: Owner.self, Owner.init)
    return try Container(
      manifest: .yaml(
        """
        configdi: 1
        services:
          Animal: cat
          Animal/wild: wildCat
          Animal/maybe: maybeCat
          Animal/copy: copyCat
          Animal/plain: { factory: plainCat, scope: transient }
          Owner: owner
        """), registry: registry)
  }

  @Test("Swinject: one argument, and several as one struct") func severalArguments() throws {
    let container = try container()
    #expect(try container.make((any Animal).self, with: "Mimi").name == "Mimi")
    let wild = try container.make((any Animal).self, named: "wild", with: NameAndWildness(name: "Leo", isWild: true))
    #expect((wild as? Cat)?.isWild == true)
  }

  @Test("Swinject: an optional and a protocol as arguments") func optionalsAndProtocols() throws {
    let container = try container()
    #expect(try container.make((any Animal).self, named: "maybe", with: String?.none).name == nil)
    #expect(try container.make((any Animal).self, named: "maybe", with: String?("Mia")).name == "Mia")
    let animal: any Animal = Cat(name: "Tom")
    #expect(try container.make((any Animal).self, named: "copy", with: animal).name == "Tom")
  }

  @Test("Swinject: an argument of another type is refused; one that Swift converts is not") func otherTypes() throws {
    let container = try container()
    refusal(.wrongArgument) { try container.make((any Animal).self, with: 7) }
    #expect(try container.make((any Animal).self, named: "maybe", with: "Mia").name == "Mia")
    #expect(try container.make((any Animal).self, named: "copy", with: Cat(name: "Tom")).name == "Tom")
  }

  @Test("Swinject: a registration without arguments is another one") func withAndWithout() throws {
    let container = try container()
    #expect(try container.resolve((any Animal).self, named: "plain").name == nil)
    refusal(.wrongArgument) { try container.make((any Animal).self, named: "plain", with: "Mimi") }
  }

  @Test("Swinject: an argument travels on through a service that is made with one") func nested() throws {
    let container = try container()
    #expect(try container.make(Owner.self, with: String?("Lily")).pet.name == "Lily")
    #expect(try container.make(Owner.self, with: String?.none).pet.name == "Stray")
  }

  @Test("Factory: a parameter factory makes a unique service for each parameter") func unique() throws {
    let container = try container()
    let (first, second) = (
      try container.make((any Animal).self, with: "8"), try container.make((any Animal).self, with: "9")
    )
    #expect((first.name, second.name) == ("8", "9"))
  }

  @Test("Factory: a cached parameter factory, which gives the first to everyone, is refused") func cached() throws {
    var registry = FactoryRegistry()
    registry.register("cat", as: (any Animal).self) { (name: Argument<String>) in Cat(name: name.value) }
    let findings = try Checker(registry: registry).check(
      .yaml("configdi: 1\nservices: { Animal: { factory: cat, scope: singleton } }"))
    #expect(findings.map(\.rule.code) == ["DI305"])
  }
}
