extension Container {
  /// Unavailable: a container takes no registrations, since it was checked whole when it was built.
  @available(
    *, unavailable,
    message: "a built container is frozen: register with replace: true before it is built, or open an overlay"
  )
  public func register<Service>(_ name: String, as type: Service.Type, replace: Bool = false, _ make: Any) {}
}
