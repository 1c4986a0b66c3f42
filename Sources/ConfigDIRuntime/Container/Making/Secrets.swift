/// The texts that must not be shown, and the texts shown in their place.
package final class Secrets: Sendable {
  private let plan: Plan
  private let state = Lock(State())

  private struct State: Sendable {
    /// Collected at the first failure, since few containers have one.
    var known: [Known]?
    var below: Secrets?
  }

  private typealias Known = (text: String, shown: String)

  init(_ plan: Plan) {
    self.plan = plan
  }

  /// Lets the values that the plan below had before this one's changes be replaced too. Call before any failure.
  func alsoHide(_ below: Secrets) { state.withLock { $0.below = below } }

  /// The secrets of the lowest plan.
  var lowest: Secrets {
    var lowest = self
    while let below = lowest.state.withLock({ $0.below }) { lowest = below }
    return lowest
  }

  /// The text with every known secret replaced by its parameter's name. If one secret contains another, the longer one
  /// is replaced.
  package func redacted(_ text: String) -> String {
    let known = known.filter { text.contains($0.text) }
    guard !known.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let secret = known.first(where: { bytes[index...].starts(with: $0.text.utf8) }) {
        result.append(contentsOf: secret.shown.utf8)
        index += secret.text.utf8.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private var known: [Known] {
    let (known, below) = state.withLock { ($0.known, $0.below) }
    if let known { return known }
    var collected = Dictionary(
      (below?.known ?? []).map { ($0.text, $0.shown) }, uniquingKeysWith: { first, _ in first })
    func collect(_ setting: Setting, under name: String? = nil) {
      for (text, name) in setting.secretTexts(under: name) where collected[text] == nil {
        collected[text] = "<secret \(name)>"
      }
    }
    for parameter in plan.parameters {
      collect(parameter.value, under: parameter.isSecret ? parameter.name : nil)
    }
    for factory in plan.services.flatMap(\.factories) { factory.settings.map { collect($0) } }
    for initializer in plan.phases.flatMap(\.initializers) { initializer.factory.settings.map { collect($0) } }
    let sorted = collected.map { (text: $0.key, shown: $0.value) }
      .sorted { ($1.text.utf8.count, $0.text) < ($0.text.utf8.count, $1.text) }
    state.withLock { $0.known = sorted }
    return sorted
  }
}
