extension Container {
  /// The chosen stage, and the values of the parameters that the manifest exposes to the program.
  public var configuration: Configuration {
    let exposed = wiring.plan.parameters.filter(\.isExposed).map { ($0.name, $0.value) }
    return Configuration(
      stage: wiring.plan.stage, values: Dictionary(exposed, uniquingKeysWith: { first, _ in first }))
  }
}
