/// The kind of value that one parameter of a factory takes.
enum FactoryParameter: Sendable {
  case settings(any ServiceSettings.Type)
  case dependency(DependencyForm, any Any.Type)
  /// A wrapper whose calls make a service with an argument, such as ``Maker``.
  case maker(DependencyForm, any Any.Type, argument: any Any.Type)
  /// The argument itself, which the caller passes.
  case argument(any Any.Type)
  /// The injection site: the service that the factory makes.
  case site
  /// A wrapper around a wrapper or around settings, which is invalid.
  case meaningless(any Any.Type)

  init(_ type: any Any.Type) {
    if let settings = type as? any ServiceSettings.Type {
      self = .settings(settings)
    } else if let argument = type as? any ArgumentWrapper.Type {
      self = .argument(argument.argument)
    } else if type == InjectionSite.self {
      self = .site
    } else if let wrapper = type as? any DependencyWrapper.Type {
      let wrapped = wrapper.wrapped
      if !Self.isKey(wrapped) {
        self = .meaningless(type)
      } else if let maker = type as? any MakerWrapper.Type {
        self = .maker(wrapper.form, wrapped, argument: maker.argument)
      } else {
        self = .dependency(wrapper.form, wrapped)
      }
    } else {
      self = .dependency(.instance, type)
    }
  }

  /// Whether a type can be a key. Settings, arguments, wrappers and injection sites cannot.
  static func isKey(_ type: any Any.Type) -> Bool {
    !(type is any ServiceSettings.Type) && !(type is any DependencyWrapper.Type) && !(type is any ArgumentWrapper.Type)
      && type != InjectionSite.self
  }
}
