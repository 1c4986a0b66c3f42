/// The kind of thing that one parameter of a factory asks for.
enum FactoryParameter: Sendable {
  case settings(any ServiceSettings.Type)
  case dependency(DependencyForm, any Any.Type)
  /// The service that the factory makes.
  case site
  /// A wrapper around a wrapper, or around settings, which is not allowed.
  case meaningless(any Any.Type)

  init(_ type: any Any.Type) {
    if let settings = type as? any ServiceSettings.Type {
      self = .settings(settings)
    } else if type == InjectionSite.self {
      self = .site
    } else if let wrapper = type as? any DependencyWrapper.Type {
      let wrapped = wrapper.wrapped
      self = Self.isKey(wrapped) ? .dependency(wrapper.form, wrapped) : .meaningless(type)
    } else {
      self = .dependency(.instance, type)
    }
  }

  /// Whether a type can be a key: neither settings, a wrapper, nor a site.
  static func isKey(_ type: any Any.Type) -> Bool {
    !(type is any ServiceSettings.Type) && !(type is any DependencyWrapper.Type) && type != InjectionSite.self
  }
}
