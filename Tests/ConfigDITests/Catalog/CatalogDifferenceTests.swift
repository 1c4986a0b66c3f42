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

  @Test("a factory is reported with the fields that differ") func fieldsOfFactories() {
    let changed: [(field: String, change: (inout CatalogFactory) -> Void)] = [
      ("role", { $0.role = .decorator }), ("provides", { $0.provides = "App.Store" }),
      ("dependencies", { $0.dependencies.append(CatalogDependency(key: "App.Clock", form: .instance)) }),
      ("dependencies", { $0.dependencies.removeLast() }), ("dependencies", { $0.dependencies[1].form = .lazy }),
      ("dependencies", { $0.dependencies[0].label = "database" }), ("dependencies", { $0.dependencies.swapAt(0, 1) }),
      ("settings", { $0.settings?.fields.append(SettingsField("mode", .bool)) }),
      ("settings", { $0.settings?.fields[0].isSecret = true }), ("settings", { $0.settings?.fields.swapAt(0, 1) }),
      ("settings", { $0.settings?.isOpaque = true }), ("settings", { $0.settings = nil }),
      ("argument", { $0.argument = "App.ID" }), ("isolation", { $0.isolation = .main }),
      ("async", { $0.isAsync = true }),
      ("shareable", { $0.isShareable = false }), ("reference", { $0.isReference = true }),
      ("concrete", { $0.isConcrete = true }), ("deprecated", { $0.deprecated = "old" }),
      ("file", { $0.file = "App/B.swift" }),
    ]
    for (field, change) in changed { #expect(changes(change) == ["factory 'orders' differs in '\(field)'"]) }
    #expect(
      changes {
        $0.dependencies.removeAll()
        $0.isAsync = true
      } == ["factory 'orders' differs in 'dependencies', 'async'"])
    let pages = ["App.ID", "App.No"].map { argument in
      catalog { $0.dependencies.append(CatalogDependency(key: "App.Page", form: .maker, argument: argument)) }
    }
    #expect(pages[1].difference(from: pages[0]) == ["factory 'orders' differs in 'dependencies'"])
  }

  @Test("added, removed and changed keys are reported") func keys() {
    var keyed = catalog()
    keyed.keys = [(name: "db", type: "App.Database")]
    #expect(keyed.difference(from: catalog()) == ["key 'db' is new"])
    #expect(catalog().difference(from: keyed) == ["key 'db' was removed"])
    var other = catalog()
    other.keys = [(name: "db", type: "App.Cache")]
    #expect(other.difference(from: keyed) == ["key 'db' differs in 'type'"])
  }
}

extension Catalog {
  /// The changes since an older catalog, one sentence per change.
  func difference(from old: Catalog) -> [String] {
    changes(since: old).map { "\($0.subject.name) \($0.text)" }
  }
}
