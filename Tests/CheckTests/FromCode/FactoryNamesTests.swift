import Testing

@testable import configdi_check

@Suite struct FactoryNamesTests {
  @Test(
    "a factory is named after its type",
    arguments: [
      ("OAuthSessionManager", "SessionManager", "oauth"), ("SystemClock", "Clock", "system"),
      ("ClockOfTheTower", "Clock", "ofTheTower"), ("HTTPServer", "Endpoint", "httpServer"),
      ("SQLOrders", "Orders", "sql"), ("Clock2", "Clock", "clock2"), ("URL", "Place", "url"),
      ("Pager", "Page", "pager"), ("Storefront", "Store", "storefront"), ("PageURL", "Page", "url"), ("a", "b", "a"),
    ])
  func aNameIsTheTypesWithoutItsProtocols(type: String, protocolName: String, name: String) {
    #expect(FactoryNames.short(type, without: protocolName) == name)
  }

  @Test("existing names stay and new ones avoid them") func fixedNamesStayAndOthersGiveWay() {
    let names = FactoryNames.distribute(
      [["a", "aLong"], ["a"], ["b", "bLong"], ["c", "cLong"]], taken: ["c"])
    #expect(names == ["aLong", "a", "b", "cLong"])
  }
}
