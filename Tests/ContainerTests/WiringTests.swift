import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

final class Knob: Sendable {}

/// Types that end in the full name of another.
enum Wide {
  final class Knob: Sendable {}

  enum ContainerTests {
    final class Knob: Sendable {}
  }
}

@Suite struct WiringTests {
  /// A name of an instance that only the program has stands for any type that is spelt so; that of a registered type
  /// for no other.
  @Test("a registered type's name means only that type") func aRegisteredTypesNameStandsForThatTypeAlone() throws {
    var registry = FactoryRegistry()
    registry.register("knob", as: Knob.self) { Knob() }
    registry.register("wide", as: Wide.Knob.self) { Wide.Knob() }
    var plan = HandMadePlan()
    plan.add("ContainerTests.Knob", "knob")
    plan.add("Wide.Knob", "wide")
    plan.provided("Clock")
    let container = try plan.container(registry, provided: [Provided(SystemClock(), for: Key<any Clock>("Clock"))])
    for _ in 0..<2 {
      #expect(container.wiring.key(of: Knob.self)?.text == "ContainerTests.Knob")
      #expect(container.wiring.key(of: Wide.Knob.self)?.text == "Wide.Knob")
      #expect(container.wiring.key(of: (any Clock).self)?.text == "Clock")
      let other = container.wiring.key(of: Wide.ContainerTests.Knob.self)?.text
      #expect(other == "ContainerTests.Wide.ContainerTests.Knob")
    }
    refusal(.unknownKey) { try container.resolve(Wide.ContainerTests.Knob.self) }
  }
}
