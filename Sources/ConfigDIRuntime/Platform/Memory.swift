/// Answers as they were when they were first asked for.
final class Memory<Answer: Sendable>: Sendable {
  private let answers = Lock<[String: Answer]>([:])

  var all: [String: Answer] { answers.withLock { $0 } }

  /// Of two threads that ask for the first time, one's answer is both's. No lock is held while one asks.
  func answer(_ name: String, _ ask: () -> Answer) -> Answer {
    if let known = answers.withLock({ $0[name] }) { return known }
    let answer = ask()
    return answers.withLock { answers in
      if let first = answers[name] { return first }
      answers[name] = answer
      return answer
    }
  }
}
