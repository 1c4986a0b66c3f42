extension ComposedStage {
  /// The names of the parameters that settings and `select` entries use.
  package var parametersRead: Set<String> {
    var read: Set<String> = []
    for service in services {
      for use in service.parameterUses { read.insert(use.name) }
      if case .select(let name, _) = service.kind { read.insert(name.value) }
    }
    for phase in lifecycle {
      for use in ParameterUse.collect(from: nil, phase.initializers) { read.insert(use.name) }
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
        guard !isKey else { return }
        lazy var places = Template.places(in: scalar.location)
        for case .parameter(let name, let occurrence) in Template(scalar).pieces {
          uses.append(
            ParameterUse(name: name, location: occurrence < places.count ? places[occurrence] : scalar.location))
        }
      }
    }
    return uses
  }
}
