extension ComposedStage {
  /// The names of the stage's parameters that settings and `select` entries use.
  package var parametersRead: Set<String> {
    let declared = Set(parameters.map(\.name.value))
    var unread = declared
    removeRead(from: &unread)
    return declared.subtracting(unread)
  }

  /// Removes the names of the parameters that settings and `select` entries use.
  func removeRead(from names: inout Set<String>) {
    for phase in lifecycle { for use in phase.parameterUses { names.remove(use.value) } }
    // The first services often use all parameters.
    for service in services where !names.isEmpty {
      for use in service.parameterUses { names.remove(use.value) }
      if case .select(let name, _) = service.kind { names.remove(name.value) }
    }
  }
}

extension PhaseEntry {
  /// The parameters used in the settings of the initializers.
  package var parameterUses: [ParameterUse] { ParameterUse.collect(from: initializers.settingsNodes) }
}

extension [FactoryUse] {
  /// The settings of all uses.
  package var settingsNodes: [Node] { compactMap(\.settings).flatMap(\.nodes) }
}

extension ParameterUse {
  /// Every `${name}` in settings, in document order.
  static func collect(from settings: [Node]) -> [ParameterUse] {
    var uses: [ParameterUse] = []
    for node in settings {
      node.forEachInterpolatedScalar { scalar, isKey in
        if !isKey { uses += OpenText(scalar).parameters }
      }
    }
    return uses
  }
}
