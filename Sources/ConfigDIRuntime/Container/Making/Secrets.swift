/// The texts that must not be shown, and the texts shown in their place.
package final class Secrets: Sendable {
  private let plan: Plan
  private let texts = Lock<[(text: String, shown: String)]?>(nil)

  init(_ plan: Plan) {
    self.plan = plan
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

  /// Collected at the first failure, since few containers have one.
  private var known: [(text: String, shown: String)] {
    texts.withLock { texts in
      if let texts { return texts }
      var collected: [String: String] = [:]
      func collect(_ setting: Setting, under name: String? = nil) {
        for (text, name) in setting.secretTexts(under: name) where collected[text] == nil { collected[text] = name }
      }
      for parameter in plan.parameters {
        collect(parameter.value, under: parameter.isSecret ? parameter.name : nil)
      }
      for factory in plan.services.flatMap(\.factories) { factory.settings.map { collect($0) } }
      for initializer in plan.phases.flatMap(\.initializers) { initializer.factory.settings.map { collect($0) } }
      let sorted = collected.map { (text: $0.key, shown: "<secret \($0.value)>") }
        .sorted { ($1.text.utf8.count, $0.text) < ($0.text.utf8.count, $1.text) }
      texts = sorted
      return sorted
    }
  }
}
