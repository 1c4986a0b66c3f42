/// A service of the scope `weak` is not a class instance.
struct NotAnObject: ResolutionCause {
  let reason = ResolutionError.Reason.notAnObject
  /// The type of the instance that the factory made.
  let type: String

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) has the scope weak, and its factory made a \(type), which is no class instance",
      help: "use the scope singleton or transient, or return a class instance")
  }
}
