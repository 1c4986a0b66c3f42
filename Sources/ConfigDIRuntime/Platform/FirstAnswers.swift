/// Remembers the first answer to each question.
final class FirstAnswers<Answer: Sendable>: Sendable {
  private let answers = Lock<[String: Answer]>([:])

  var all: [String: Answer] { answers.withLock { $0 } }

  /// The answer for a name. If two threads ask at the same time, both get the answer that was stored first. No lock is
  /// held during `ask`.
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
