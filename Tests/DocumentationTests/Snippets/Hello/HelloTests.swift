import ConfigDI
import ConfigDITesting
import Testing

@Suite(.container("config/app.yaml", stage: "test", registry: FactoryRegistry(HelloAssembly())))
struct HelloTests {
  @Test func itGreets() throws {
    try Container.current.resolve(Hello.self).run()
  }

  @Test(.overlays([OverlayDefinition((any Greeter).self, returning: PlainGreeter())]))
  func itGreetsPlainly() throws {
    try Container.current.resolve(Hello.self).run()
  }
}

@Test func wiringIsSound() {
  expectSound("config/app.yaml", registry: FactoryRegistry(HelloAssembly()), catalog: "config/configdi.catalog.json")
}
