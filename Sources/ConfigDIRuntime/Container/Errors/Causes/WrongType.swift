/// A key was asked for with a type that is not the key's.
struct WrongType: ResolutionCause {
  let reason = ResolutionError.Reason.wrongType
  let expected: String
  let found: String

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) is a \(found), not a \(expected)",
      help: "ask for it under the type that its factory was registered with")
  }
}
