/// A service holds so many others without a lifetime of their own, one inside the other, that making it could exhaust
/// the stack.
///
/// Found when the container is built; or, where a `lazy` or `provider` dependency is called inside an initializer and so
/// leads back to where it came from, when it is.
struct NestingTooDeep: ResolutionCause {
  let reason = ResolutionError.Reason.nestingTooDeep
  let limit: Int

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) is made inside itself or others more than \(limit) deep, none of which is shared",
      help: "make one of them a singleton, or call the provider after the initializer, not inside it")
  }
}
