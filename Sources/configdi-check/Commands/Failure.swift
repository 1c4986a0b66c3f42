/// The reason why the work could not be completed: exit code 2, with one line on standard error.
struct Failure: Error, Sendable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
