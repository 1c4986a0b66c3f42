import ConfigDI

public protocol Part: Sendable { var id: Int { get } }

/// A service without dependencies.
public final class First: Part {
  public let id = 0
  init() {}
}

/// A service that needs three others.
public final class Whole: Part {
  public let id: Int
  let parts: (any Part, any Part, any Part)

  init(_ first: any Part, _ second: any Part, _ third: any Part) {
    id = first.id &+ 1
    parts = (first, second, third)
  }
}

/// So many services, of which each needs the one before it, the one at half its index and the one at a third.
struct Graph {
  let names: [String]
  let variants: [String]
  let manifest: String

  init(count: Int) {
    names = (0..<count).map { "part\($0)" }
    variants = (0..<count).map { "s\($0)" }
    var text = "configdi: 1\nroots: [Part/s\(count - 1)]\nservices:\n"
    for index in names.indices {
      text += "  Part/s\(index): { factory: part\(index)"
      if index > 3 { text += ", dependencies: [Part/s\(index - 1), Part/s\(index / 2), Part/s\(index / 3)]" }
      text += " }\n"
    }
    manifest = text
  }

  var options: ManifestOptions {
    var limits = Limits()
    limits.nodes = .max
    limits.fileBytes = .max
    return ManifestOptions(limits: limits)
  }

  func register() -> FactoryRegistry {
    var registry = FactoryRegistry()
    for (index, name) in names.enumerated() {
      if index > 3 {
        registry.register(name, as: (any Part).self, Whole.init)
      } else {
        registry.register(name, as: (any Part).self) { First() }
      }
    }
    return registry
  }

  func container() throws -> Container {
    try Container(manifest: .yaml(manifest), registry: register(), options: options)
  }

  func compiled() throws -> [UInt8] {
    try Checker(registry: register(), options: options).compile(.yaml(manifest))
  }

  func container(of compiled: [UInt8]) throws -> Container {
    try Container(manifest: .compiled(compiled), registry: register())
  }

  func madeContainer() throws -> Container { try made(try container()) }

  func made(_ container: Container) throws -> Container {
    for variant in variants { keep(try container.resolve((any Part).self, named: variant)) }
    return container
  }

  func madeByHand() -> [any Part] {
    var made: [any Part] = []
    for index in names.indices {
      made.append(index > 3 ? Whole(made[index - 1], made[index / 2], made[index / 3]) : First())
    }
    return made
  }

  func registerByHand() -> ByHand {
    var byHand = ByHand()
    for (index, name) in names.enumerated() {
      if index > 3 {
        byHand.closures[name] = { try Whole($0.part($1 - 1), $0.part($1 / 2), $0.part($1 / 3)) }
      } else {
        byHand.closures[name] = { _, _ in First() }
      }
    }
    return byHand
  }
}

/// What there is without a container: a dictionary of closures.
struct ByHand {
  var closures: [String: @Sendable (ByHand, Int) throws -> any Part] = [:]

  func part(_ index: Int) throws -> any Part {
    guard let make = closures["part\(index)"] else { throw Missing() }
    return try make(self, index)
  }

  struct Missing: Error {}
}
