import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct CatalogKeyNamesTests {
  static func catalog(types: [String], keys: [CatalogKey] = []) -> Catalog {
    var catalog = Catalog()
    catalog.keys = keys
    catalog.factories = types.enumerated().map { index, type in
      var factory = CatalogFactory(name: "f\(index)")
      factory.provides = type
      return factory
    }
    return catalog
  }

  @Test(
    "every key is spelled with the shortest name",
    arguments: [
      ("Database", "Database"), ("App.Database", "Database"), ("Database/replica", "Database/replica"),
      ("App.Database/replica", "Database/replica"), ("Line", "Line"), ("Address.Line", "Line"),
      ("User.Address.Line", "Line"), ("App.User.Address.Line", "Line"), ("Other", "Other"),
      ("Kit.Database", "Kit.Database"),
    ]) func everySpellingIsTheShortestName(written: String, name: String)
  {
    let names = Self.catalog(types: ["App.Database", "App.User.Address.Line"]).keyNames
    #expect(names.key(written).text == name)
  }

  @Test(
    "generic types are spelled in full, without modules, or by their last parts",
    arguments: [
      ("Repository<User>", "Repository<User>"), ("App.Repository<App.User>", "Repository<User>"),
      ("Repository<App.User>", "Repository<User>"), ("App.Repository<User>", "Repository<User>"),
      ("Deep<Int>", "Deep<Int>"), ("Outer<User>.Deep<Int>", "Deep<Int>"), ("A & B", "A & B"),
      ("App.A & App.B", "A & B"),
      ("(Int) -> Storage", "(Int) -> Storage"), ("(Swift.Int) -> App.Storage", "(Int) -> Storage"),
      ("App.Pairing<First == App.User, Second == Swift.Int>", "Pairing<First == User, Second == Int>"),
      ("Store<Outer.Inner, Int>", "Store<Inner, Int>"), ("App.Store<Outer.Inner, Int>", "Store<Inner, Int>"),
      ("Store<Inner, Int>", "Store<Inner, Int>"), ("App.Store<App.Outer.Inner, Swift.Int>", "Store<Inner, Int>"),
      ("C & Outer.D<User>", "C & D<User>"), ("Box<Outer<User>.Deep>", "Box<Deep>"),
    ]) func genericsAreSpeltInFullOrByLastParts(written: String, name: String)
  {
    let names = Self.catalog(types: [
      "App.Repository<App.User>", "App.Outer<App.User>.Deep<Swift.Int>", "App.A & App.B", "(Swift.Int) -> App.Storage",
      "App.Pairing<First == App.User, Second == Swift.Int>", "App.Store<App.Outer.Inner, Swift.Int>",
      "App.C & App.Outer.D<App.User>", "App.Box<App.Outer<App.User>.Deep>",
    ]).keyNames
    #expect(names.key(written).text == name)
  }

  @Test("a name in two modules needs its module") func oneNameInTwoModulesNeedsTheModule() {
    let catalog = Self.catalog(types: ["App.Database", "Kit.Database", "App.Clock"])
    #expect(catalog.keyNames.ambiguous == ["Database": ["App.Database", "Kit.Database"]])
    #expect(catalog.keyNames.key("App.Database").text == "App.Database")
    #expect(catalog.keyNames.key("Kit.Database").text == "Kit.Database")
    #expect(catalog.keyNames.key("Database").text == "Database")
    #expect(catalog.keyNames.key("App.Clock").text == "Clock")
  }

  @Test("generic arguments can tell types apart") func genericArgumentsCanMakeTheDifference() {
    let catalog = Self.catalog(types: ["App.Repository<App.User>", "App.Repository<Kit.User>"])
    #expect(catalog.keyNames.ambiguous.keys.sorted() == ["App.Repository<User>", "Repository<User>"])
    #expect(catalog.keyNames.key("App.Repository<Kit.User>").text == "Repository<Kit.User>")
    let nested = Self.catalog(types: ["App.Repository<App.Old.User>", "App.Repository<App.New.User>"])
    #expect(nested.keyNames.ambiguous.keys.sorted() == ["App.Repository<User>", "Repository<User>"])
    for written in ["Repository<Old.User>", "App.Repository<App.Old.User>", "Repository<App.Old.User>"] {
      #expect(nested.keyNames.key(written).text == "Repository<Old.User>")
    }
  }

  @Test("a custom key is not a spelling of a type") func aCustomKeyIsNoSpellingOfAType() {
    let catalog = Self.catalog(
      types: ["App.Database"], keys: [(name: "Database", type: "App.Database")])
    #expect(catalog.keyNames.key("Database").text == "Database")
    #expect(catalog.keyNames.key("App.Database").text == "App.Database")
    #expect(catalog.keyNames.ambiguous.isEmpty)
  }

  @Test("a handwritten catalog may abbreviate a type") func aHandWrittenCatalogMayNameATypeInPart() {
    var catalog = Self.catalog(types: ["App.Outer.Database", "Outer.Database", "Database"])
    catalog.factories[0].dependencies = [CatalogDependency(key: "Clock", form: .instance)]
    #expect(catalog.keyNames.ambiguous.isEmpty)
    for name in ["Database", "Outer.Database", "App.Outer.Database"] {
      #expect(catalog.keyNames.key(name).text == "Database")
    }
    #expect(catalog.keyNames.key("Clock").text == "Clock")
  }
}
