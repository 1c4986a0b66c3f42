import ConfigDI
import Testing

/// A factory that learns for which service it makes an instance.
@Suite struct InjectionSiteTests {
  final class Part: Sendable {
    let names: [String]
    init(_ names: [String]) { self.names = names }
  }

  final class Holder: Sendable {
    let part: Part
    let name: String
    init(_ part: Part, _ site: InjectionSite) { (self.part, name) = (part, site.key) }
  }

  static let registry = {
    var registry = FactoryRegistry()
    registry.register("part", as: Part.self) { (site: InjectionSite) in Part([site.key]) }
    registry.registerDecorator("named", of: Part.self) { (part: Part, site: InjectionSite) in
      Part(part.names + [site.key])
    }
    registry.register("holder", as: Holder.self, labels: ["part"], Holder.init)
    return registry
  }()

  @Test("one factory serves several keys and learns each")
  func oneFactoryOfSeveralKeys() throws {
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        scopes: { request: {} }
        services:
          InjectionSiteTests.Part: part
          InjectionSiteTests.Part/decorated: { factory: part, decorators: [named], scope: transient }
          InjectionSiteTests.Holder:
            factory: holder
            scope: request
            dependencies: { part: InjectionSiteTests.Part/decorated }
        """), registry: Self.registry)
    #expect(try container.resolve(Part.self).names == ["Part"])
    for _ in 0..<2 {
      let scope = try container.openScope("request")
      let holder = try scope.resolve(Holder.self)
      #expect(holder.name == "Holder")
      #expect(
        holder.part.names == ["Part/decorated", "Part/decorated"])
    }
  }

  @Test("it is no dependency, and no key")
  func isNoDependency() {
    let text = Self.registry.catalog.json
    #expect(!text.contains("InjectionSite\""))
    var registry = Self.registry
    registry.register("site", as: InjectionSite.self) { InjectionSite(key: "mine") }
    #expect(registry.findings.map(\.rule.code) == ["DI412"])
  }
}
