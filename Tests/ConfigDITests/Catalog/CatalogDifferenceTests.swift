import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct CatalogDifferenceTests {
  func catalog(_ change: (inout CatalogFactory) -> Void = { _ in }) -> Catalog {
    var catalog = Catalog()
    var factory = CatalogFactory(name: "orders")
    factory.provides = "App.OrderRepository"
    factory.dependencies = [
      CatalogDependency(key: "App.Database", form: .instance, label: "db"),
      CatalogDependency(key: "App.Cache", form: .instance),
    ]
    factory.settings = SettingsSchema(
      type: "OrderSettings",
      fields: [
        SettingsField("table", .string), SettingsField("limit", .int),
        SettingsField("retry", .object(fields: [SettingsField("attempts", .int)], isOpaque: false)),
      ])
    factory.file = "App/Factories.swift"
    change(&factory)
    catalog.factories = [factory]
    return catalog
  }

  func changes(_ change: (inout CatalogFactory) -> Void) -> [String] {
    catalog(change).difference(from: catalog())
  }

  @Test func nothingChanged() {
    #expect(changes { _ in }.isEmpty)
    // Another spelling of the same type is no change.
    #expect(changes { $0.provides = "OrderRepository" }.isEmpty)
  }

  @Test("added and removed factories are reported") func factoriesComeAndGo() {
    var added = catalog()
    added.factories.append(CatalogFactory(name: "mailer"))
    #expect(added.difference(from: catalog()) == ["factory 'mailer' is new"])
    #expect(catalog().difference(from: added) == ["factory 'mailer' was removed"])
  }

  @Test("an argument's type is told") func arguments() {
    #expect(changes { $0.argument = "App.ID" } == ["factory 'orders' now takes an argument of type App.ID"])
    #expect(
      changes { $0.dependencies.append(CatalogDependency(key: "App.Page", form: .maker, argument: "Swift.Int")) }
        == ["factory 'orders' now needs Page through a maker of Swift.Int"])
    var old = catalog { $0.argument = "App.ID" }
    #expect(
      catalog { $0.argument = "Swift.Int" }.difference(from: old) == [
        "factory 'orders' now takes an argument of type Swift.Int (was App.ID)"
      ])
    #expect(catalog().difference(from: old) == ["factory 'orders' no longer takes an argument"])
    old = catalog { $0.dependencies.append(CatalogDependency(key: "App.Page", form: .maker, argument: "App.ID")) }
    let new = catalog { $0.dependencies.append(CatalogDependency(key: "App.Page", form: .maker, argument: "App.No")) }
    #expect(
      new.difference(from: old) == [
        "factory 'orders' now needs Page through a maker of App.No (was through a maker of App.ID)"
      ])
  }

  @Test func dependencies() {
    #expect(
      changes { $0.dependencies.append(CatalogDependency(key: "App.Clock", form: .instance)) }
        == ["factory 'orders' now needs Clock"])
    #expect(changes { $0.dependencies.removeLast() } == ["factory 'orders' no longer needs Cache"])
    #expect(
      changes { $0.dependencies[1].form = .lazy } == ["factory 'orders' now needs Cache lazily (was as an instance)"])
    #expect(
      changes { $0.dependencies[1].form = .mainProvider }
        == ["factory 'orders' now needs Cache through a provider on the main actor (was as an instance)"])
    #expect(
      changes { $0.dependencies.append(CatalogDependency(key: "App.Page", form: .scopedProvider)) }
        == ["factory 'orders' now needs Page through a scoped provider"])
    #expect(
      changes { $0.dependencies[0].label = "database" }
        == ["factory 'orders' now labels its dependency Database 'database'"])
    #expect(
      changes { $0.dependencies.swapAt(0, 1) } == ["factory 'orders' now takes its dependencies in a different order"])
    #expect(
      changes { $0.dependencies.append(CatalogDependency(key: "App.Check", form: .all)) }
        == ["factory 'orders' now needs Check as a collection"])
  }

  @Test func settings() {
    #expect(
      changes { $0.settings?.fields.append(SettingsField("mode", .bool)) }
        == ["factory 'orders' now needs the setting 'mode' ('true' or 'false')"])
    #expect(changes { $0.settings?.fields.removeFirst() } == ["factory 'orders' no longer has the setting 'table'"])
    #expect(
      changes { $0.settings?.fields[1].type = .string }
        == ["factory 'orders' now takes text for the setting 'limit' (was a whole number)"])
    #expect(
      changes { $0.settings?.fields[1].defaultText = "10" } == ["factory 'orders' no longer needs the setting 'limit'"])
    #expect(
      changes { $0.settings?.fields[2].type = .object(fields: [SettingsField("attempts", .float)], isOpaque: false) }
        == ["factory 'orders' now takes a number for the setting 'retry.attempts' (was a whole number)"])
    #expect(
      changes { $0.settings?.fields[0].isSecret = true } == ["factory 'orders' now keeps the setting 'table' secret"])
    #expect(changes { $0.settings = nil } == ["factory 'orders' no longer takes settings"])
    #expect(
      changes { $0.settings?.fields.swapAt(0, 1) } == ["factory 'orders' now takes its settings in a different order"])
  }

  @Test func everythingElse() {
    #expect(changes { $0.provides = "App.Store" } == ["factory 'orders' now provides Store (was OrderRepository)"])
    #expect(changes { $0.isAsync = true } == ["factory 'orders' is now asynchronous"])
    #expect(changes { $0.isShareable = false } == ["factory 'orders' can no longer be shared"])
    #expect(changes { $0.isReference = true } == ["factory 'orders' now makes class instances"])
    #expect(changes { $0.isolation = .main } == ["factory 'orders' now runs on the main actor"])
    #expect(changes { $0.deprecated = "old" } == ["factory 'orders' is now deprecated"])
    #expect(changes { $0.role = .decorator } == ["factory 'orders' is now a decorator (was a service factory)"])
    #expect(changes { $0.file = "App/B.swift" } == ["factory 'orders' is now registered in App/B.swift"])
    var keyed = catalog()
    keyed.keys = [(name: "db", type: "App.Database")]
    #expect(keyed.difference(from: catalog()) == ["key 'db' is new and has type Database"])
  }
}

extension Catalog {
  /// The changes since an older catalog, one sentence per change.
  func difference(from old: Catalog) -> [String] {
    changes(since: old).flatMap { change in change.texts.map { "\(change.subject.name) \($0)" } }
  }
}
