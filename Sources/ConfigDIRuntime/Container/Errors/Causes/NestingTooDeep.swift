/// A service holds so many services of the scopes `transient`, `graph` or `weak`, one inside the other, that making it
/// could overflow the thread's stack.
///
/// Found when the container is built. If a `lazy` or `provider` dependency is called inside an initializer and leads
/// back to the same service, it is found at that call.
struct NestingTooDeep: ResolutionCause {
  let reason = ResolutionError.Reason.nestingTooDeep
  let limit: Int

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) is made inside itself or others more than \(limit) deep, none of which is shared",
      help: "make one of them a singleton, or call the provider after the initializer, not inside it")
  }
}
