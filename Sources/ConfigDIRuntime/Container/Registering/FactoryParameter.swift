/// The kind of value that one parameter of a factory takes.
enum FactoryParameter {
  case settings(any ServiceSettings.Type)
  /// The argument itself, which the caller passes.
  case argument(any ArgumentWrapper.Type)
  /// The injection site: the service that the factory makes.
  case site
  /// A wrapper around the type of a service.
  case wrapper(any DependencyWrapper.Type)
  case instance(any Any.Type)

  init(_ type: any Any.Type) {
    if let settings = type as? any ServiceSettings.Type {
      self = .settings(settings)
    } else if let argument = type as? any ArgumentWrapper.Type {
      self = .argument(argument)
    } else if type == InjectionSite.self {
      self = .site
    } else if let wrapper = type as? any DependencyWrapper.Type {
      self = .wrapper(wrapper)
    } else {
      self = .instance(type)
    }
  }

  /// Whether a type can be a key. Settings, arguments, wrappers and injection sites cannot.
  static func isKey(_ type: any Any.Type) -> Bool {
    if case .instance = FactoryParameter(type) { true } else { false }
  }
}
