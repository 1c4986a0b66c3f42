/// Keeps an answer that is computed on first use. No lock is held meanwhile, so the closure may ask again. If several
/// threads ask at once, all get the answer that was stored first.
package struct Memo<Answer: Sendable>: ~Copyable, Sendable {
  private let answer = Lock<Answer?>(nil)

  package init() {}

  package borrowing func answer<Failure: Error>(_ ask: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    if let known = answer.withLock({ $0 }) { return known }
    let new = try ask()
    return answer.withLock { answer in
      let first = answer ?? new
      answer = first
      return first
    }
  }
}

/// Keeps the first answer for each key.
package final class Memos<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  private let answers = Lock<[Key: Answer]>([:])

  package init() {}

  var keys: [Key] { answers.withLock { Array($0.keys) } }

  /// The answers that are known so far.
  var all: [Answer] { answers.withLock { Array($0.values) } }

  package func answer<Failure: Error>(_ key: Key, _ ask: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    if let known = answers.withLock({ $0[key] }) { return known }
    let new = try ask()
    return answers.withLock { answers in
      let first = answers[key] ?? new
      answers[key] = first
      return first
    }
  }
}

extension Dictionary {
  /// The value for a key, which is found now if the key is new.
  mutating func answer(_ key: Key, _ find: () -> Value) -> Value {
    if let known = self[key] { return known }
    let found = find()
    self[key] = found
    return found
  }
}
