extension Wiring {
  /// Throws if a service cannot be given to callers that ask for it with this type.
  func check(_ type: any Any.Type, serves service: Int) throws {
    let planned = plan.services[service]
    let found: String
    switch planned.kind {
    case .factory(let factory, _):
      guard let product = registry.factories[factory.name]?.product, product != type else { return }
      found = TypeName.short(product)
    case .provided:
      let declared = registry.keys.first { $0.name == planned.key.nameText }
      guard declared.map({ $0.type != type }) ?? (key(of: type)?.text != planned.key.nameText) else { return }
      found = declared.map { TypeName.short($0.type) } ?? planned.key.nameText
    case .alias, .select: return
    }
    throw ResolutionError(WrongType(expected: TypeName.short(type), found: found), at: [step(service)])
  }
}
