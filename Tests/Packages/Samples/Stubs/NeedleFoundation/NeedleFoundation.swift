/// The signatures of Needle that the migration page uses.
open class BootstrapComponent {
  public init() {}

  // swift-format-ignore: AlwaysUseLowerCamelCase
  public func shared<T>(__function: String = #function, _ factory: () -> T) -> T { factory() }
}
