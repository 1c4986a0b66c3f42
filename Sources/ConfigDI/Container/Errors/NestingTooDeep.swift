/// A service holds so many others without a lifetime of their own, one inside the other, that making it could exhaust
/// the stack.
struct NestingTooDeep: Error, Sendable, CustomStringConvertible {
  let step: ResolutionStep
  let limit: Int

  var description: String {
    "\(step) holds more than \(limit) transient, graph or weak services one inside the other\n"
      + "  help: make one of them a singleton, or use a provider"
  }
}
