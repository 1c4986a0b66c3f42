import ConfigDI
import ConfigDIRuntime

extension Catalog {
  /// The catalog that a manifest without one asks for: factories with the dependencies that it writes.
  init(usedBy composed: ComposedManifest) {
    self.init()
    var known: [String: CatalogFactory] = [:]
    for stage in composed.stages {
      let services = Dictionary(stage.services.map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first })
      /// What an alias or choice gives in the end.
      func type(of key: ServiceKey) -> String {
        var key = key
        for _ in 0..<8 {
          switch services[key]?.kind {
          case .alias(let next)?: key = next.value
          case .select(_, let cases)?: key = cases?.value.first?.key.value ?? key
          default: return key.nameText
          }
        }
        return key.nameText
      }
      func add(
        _ name: String, _ role: CatalogFactory.Role, provides: String?, _ dependencies: DependencyList?,
        hasSettings: Bool, isReference: Bool = false
      ) {
        var factory = known[name] ?? CatalogFactory(name: name)
        factory.role = role
        factory.provides = provides
        factory.isReference = factory.isReference || isReference
        if hasSettings { factory.settings = SettingsSchema(type: "Settings", fields: [], isOpaque: true) }
        let asked = (dependencies?.items ?? []).map { dependency in
          let target = dependency.reference.target.value
          let element = stage.collections.first { $0.name.value == target.text }?.element.value
          let kind = dependency.reference.kind
          // Which may reach another scope, as a manifest without a catalog takes it to do.
          return CatalogDependency(
            key: type(of: element ?? target), form: kind == .provider ? .scopedProvider : DependencyForm(kind),
            label: dependency.label?.value)
        }
        if factory.dependencies.count < asked.count { factory.dependencies = asked }
        known[name] = factory
      }
      for service in stage.services {
        if case .factory(let name) = service.kind {
          add(
            name.value, .service, provides: service.key.value.nameText, service.dependencies,
            hasSettings: service.settings != nil, isReference: service.scope?.value == .weak)
        }
        for use in service.decorators {
          add(
            use.factory.value, .decorator, provides: service.key.value.nameText, use.dependencies,
            hasSettings: use.settings != nil)
        }
      }
      for use in stage.lifecycle.flatMap(\.initializers) {
        add(use.factory.value, .initializer, provides: nil, use.dependencies, hasSettings: use.settings != nil)
      }
    }
    factories = known.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    // Otherwise what stands before the dot is read as a module.
    let names = Set(factories.compactMap(\.provides)).filter { $0.contains(".") }
    keys = names.sorted().map { (name: $0, type: $0) }
  }
}
