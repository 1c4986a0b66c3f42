/// The kind of thing that one parameter of a factory asks for.
enum FactoryParameter: Sendable {
  case settings(any ServiceSettings.Type)
  case dependency(DependencyForm, any Any.Type)
  /// A wrapper around a wrapper, or around settings, which is not allowed.
  case meaningless(any Any.Type)

  init(_ type: any Any.Type) {
    if let settings = type as? any ServiceSettings.Type {
      self = .settings(settings)
    } else if let wrapper = type as? any DependencyWrapper.Type {
      let wrapped = wrapper.wrapped
      self = Self.isKey(wrapped) ? .dependency(wrapper.form, wrapped) : .meaningless(type)
    } else {
      self = .dependency(.instance, type)
    }
  }

  /// Whether a type can be a key: neither settings nor a wrapper.
  static func isKey(_ type: any Any.Type) -> Bool {
    !(type is any ServiceSettings.Type) && !(type is any DependencyWrapper.Type)
  }
}
