import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

private let source = "ConfigDITests/RegistrationFindingsTests.swift"

private struct Concealed: Sendable {}
struct MoreSettings: ServiceSettings {}
struct WrongDefaults: ServiceSettings {
  var name: String
  var count: Int
  static let defaults: SettingDefaults = ["nmae": "x", "count": "many"]
}
struct UnnamedDefault: ServiceSettings {
  var count: Int
  static let defaults: SettingDefaults = 3
}

@Suite struct RegistrationFindingsTests {
  @Test("labels may be omitted") func aLabelMayBeLeftOut() {
    var registry = FactoryRegistry()
    registry.register("orders", as: (any Storage).self, labels: ["_", "late"], Orders.init)
    #expect(registry.findings.isEmpty)
    #expect(registry.catalog.factories.first?.dependencies.map(\.label) == [nil, "late"])
    registry.register("none", as: (any Storage).self, labels: ["_", "_"], Orders.init)
    #expect(registry.findings.isEmpty)
  }

  private final class Parts: Assembly {
    func assemble(_ registry: inout FactoryRegistry) { registry.registerInstance("tick", as: Tick.self, Tick()) }
  }

  @Test("one object is one assembly") func oneObjectIsOneAssembly() {
    let parts = Parts()
    #expect(FactoryRegistry(parts, parts).findings.isEmpty)
    #expect(FactoryRegistry(parts, Parts()).findings.map(\.rule.code) == ["DI411"])
  }

  @Test("a duplicate name is reported with both locations") func aNameTwiceIsFoundWithBothPlaces() throws {
    var registry = FactoryRegistry()
    registry.registerInstance("tick", as: Tick.self, Tick(), line: 10)
    registry.registerInstance("tick", as: Tick.self, Tick(), line: 20)
    let finding = try #require(registry.findings.first)
    #expect(registry.findings.count == 1)
    #expect(finding.rule.code == "DI411")
    #expect(finding.location?.description == "\(source):20:1")
    #expect(finding.related.map(\.location.description) == ["\(source):10:1"])
    // There is no text of a Swift file to show.
    #expect(
      finding.text() == """
        \(source):20:1: error: factory 'tick' is registered twice [DI411]
          ::: \(source):10:1: first registered here
          = help: add 'replace: true' to the later registration if it should replace the earlier one

        """)
  }

  @Test("there must be one label for each dependency") func labelsAreOneForEachDependency() throws {
    var registry = FactoryRegistry()
    registry.register("orders", as: (any Storage).self, labels: ["settings", "clock", "late"], line: 3, Orders.init)
    registry.register("bare", as: Tick.self, labels: ["x"]) { Tick() }
    registry.register("twice", as: (any Storage).self, labels: ["a", "a"], Orders.init)
    let findings = registry.findings
    #expect(findings.map(\.rule.code) == ["DI412", "DI412", "DI412"])
    #expect(findings[0].location?.description == "\(source):3:1")
    #expect(findings[0].message == "factory 'orders' has 3 labels for 2 dependencies")
    #expect(findings[0].help.first?.contains("ConfigDITests.Clocked, ConfigDITests.Storage") == true)
    #expect(findings[1].message == "factory 'bare' has 1 label for 0 dependencies")
    #expect(findings[2].message == "factory 'twice' uses the label 'a' for two dependencies")
  }

  @Test("defaults without names are reported") func defaultsWithoutNames() {
    var registry = FactoryRegistry()
    registry.register("unnamed", as: Tick.self) { (_: UnnamedDefault) in Tick() }
    #expect(
      registry.findings.map(\.message) == ["invalid default in UnnamedDefault: settings: expected a mapping, found 3"])
  }

  @Test("a factory takes one settings parameter") func settingsAreOneParameter() {
    var registry = FactoryRegistry()
    registry.register("two", as: Tick.self) { (_: StoreSettings, _: MoreSettings) in Tick() }
    #expect(registry.findings.map(\.message) == ["factory 'two' has 2 settings parameters"])
  }

  @Test("a factory takes one argument of a type with a stable name, and an initializer none") func arguments() {
    struct Local {}
    var registry = FactoryRegistry()
    registry.register("two", as: Tick.self) { (_: Argument<Int>, _: Argument<String>) in Tick() }
    registry.registerInitializer("start") { (_: Argument<Int>) in Warmup(clock: Tick()) }
    registry.register("local", as: Tick.self) { (_: Argument<Local>) in Tick() }
    registry.register("nested", as: Tick.self) { (_: Lazy<Argument<Int>>) in Tick() }
    registry.register("labelled", as: Tick.self, labels: ["clock"]) { (_: any Clocked, _: Argument<[Int]?>) in Tick() }
    #expect(registry.findings.map(\.rule.code) == ["DI412", "DI412", "DI412", "DI412"])
    #expect(
      registry.findings.map(\.message).prefix(3) == [
        "factory 'two' has 2 'Argument' parameters",
        "initializer 'start' takes an argument, but a phase passes none",
        "factory 'local' takes an argument of Local, which is private or local, so its name changes with each build",
      ])
    let labelled = registry.catalog.factories.first { $0.name == "labelled" }
    #expect(labelled?.argument == "Swift.Optional<Swift.Array<Swift.Int>>")
    #expect(labelled?.dependencies.map(\.label) == ["clock"])
  }

  @Test("optional and lazy parameters do not nest") func formsDoNotNest() {
    var registry = FactoryRegistry()
    registry.register("nested", as: Tick.self) { (_: Lazy<Tick>?) in Tick() }
    registry.register("settings", as: Tick.self) { (_: StoreSettings?) in Tick() }
    registry.register("list", as: [Tick].self) { [] }
    #expect(registry.findings.map(\.rule.code) == ["DI412", "DI412", "DI412"])
    #expect(registry.findings[0].message.hasPrefix("Optional<Lazy<Tick>> cannot be a parameter"))
    #expect(registry.findings[1].message.hasPrefix("Optional<StoreSettings> cannot be a parameter"))
    #expect(registry.findings[2].message.hasPrefix("Array<Tick> cannot be a key"))
  }

  @Test("a private type needs its own key") func aPrivateTypeNeedsAKeyOfItsOwn() {
    var registry = FactoryRegistry()
    registry.registerInstance("hidden", as: Concealed.self, Concealed(), line: 7)
    registry.register("user", as: Tick.self) { (_: Concealed) in Tick() }
    #expect(registry.findings.map(\.rule.code) == ["DI412", "DI412"])
    #expect(registry.findings[0].message == "Concealed is private or local, so its name changes with each build")
    #expect(registry.findings[0].help.first?.contains("registry.declare(Key<Concealed>(") == true)

    registry.declare(Key<Concealed>("hidden.thing"))
    #expect(registry.findings.isEmpty)
    #expect(registry.catalog.keys.map { [$0.name, $0.type] } == [["hidden.thing", "hidden.thing"]])
    #expect(registry.catalog.factories.first { $0.name == "hidden" }?.provides == "hidden.thing")
    #expect(registry.catalog.factories.first { $0.name == "user" }?.dependencies.map(\.key) == ["hidden.thing"])
  }

  @Test("a key is declared once and without a variant") func aKeyIsDeclaredOnceAndHasNoVariant() {
    var registry = FactoryRegistry()
    registry.declare(Key<any Storage>("reporting.db"), line: 1)
    registry.declare(Key<any Storage>("reporting.db"), line: 2)
    registry.declare(Key<any Storage>("reporting/db"), line: 3)
    registry.declare(Key<Lazy<Tick>>("late"), line: 4)
    #expect(registry.findings.map(\.rule.code) == ["DI412", "DI412", "DI412"])
    #expect(registry.findings.map(\.location?.start.line) == [2, 3, 4])
    #expect(registry.findings[0].related.map(\.location.start.line) == [1])
  }

  @Test("defaults must be settings of the type") func defaultsAreSettingsOfTheType() {
    var registry = FactoryRegistry()
    registry.register("wrong", as: Tick.self, line: 5) { (_: WrongDefaults) in Tick() }
    #expect(registry.findings.map(\.rule.code) == ["DI412", "DI412"])
    #expect(registry.findings.allSatisfy { $0.location?.start.line == 5 })
    let messages = registry.findings.map(\.message).joined(separator: "\n")
    #expect(messages.contains("invalid default in WrongDefaults: there is no setting 'nmae'"))
    #expect(messages.contains("expected a whole number, found 'many'"))
  }
}
