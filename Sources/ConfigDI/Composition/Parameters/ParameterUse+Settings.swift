extension ComposedStage {
  /// The names of the parameters that settings and `select` entries use.
  package var parametersRead: Set<String> {
    var read: Set<String> = []
    for service in services {
      for use in service.parameterUses { read.insert(use.value) }
      if case .select(let name, _) = service.kind { read.insert(name.value) }
    }
    for phase in lifecycle {
      for use in ParameterUse.collect(from: nil, phase.initializers) { read.insert(use.value) }
    }
    return read
  }
}

extension ParameterUse {
  /// Every `${name}` in settings, in document order.
  package static func collect(from settings: ComposedSettings?, _ decorators: [FactoryUse]) -> [ParameterUse] {
    var uses: [ParameterUse] = []
    for node in (settings?.nodes ?? []) + decorators.compactMap(\.settings) {
      node.forEachInterpolatedScalar { scalar, isKey in
        if !isKey { uses += OpenText(scalar).parameters }
      }
    }
    return uses
  }
}
