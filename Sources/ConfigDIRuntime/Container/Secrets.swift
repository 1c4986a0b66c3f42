/// The texts that must not be shown, and what is shown instead.
package final class Secrets: Sendable {
  private let plan: Plan
  private let texts = Lock<[(text: String, shown: String)]?>(nil)

  init(_ plan: Plan) {
    self.plan = plan
  }

  /// The text with every known secret replaced by its parameter's name, the longer of two where one holds the other.
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

  /// Collected at the first failure, which few containers live to see.
  private var known: [(text: String, shown: String)] {
    texts.withLock { texts in
      if let texts { return texts }
      var collected: [String: String] = [:]
      for parameter in plan.parameters where parameter.isSecret {
        collect(parameter.value, under: parameter.name, into: &collected)
      }
      for service in plan.services {
        for factory in Wiring.factories(of: service) {
          if let settings = factory.settings { collect(settings, under: settings.secret, into: &collected) }
        }
      }
      for factory in plan.phases.flatMap(\.initializers).map(\.factory) {
        if let settings = factory.settings { collect(settings, under: settings.secret, into: &collected) }
      }
      let sorted = collected.map { (text: $0.key, shown: "<secret \($0.value)>") }
        .sorted { ($1.text.utf8.count, $0.text) < ($0.text.utf8.count, $1.text) }
      texts = sorted
      return sorted
    }
  }

  /// A setting is nested no deeper than the reader allows.
  private func collect(_ setting: Setting, under name: String?, into texts: inout [String: String]) {
    let name = setting.secret ?? name
    func add(_ text: String) {
      if let name, !text.isEmpty, texts[text] == nil { texts[text] = name }
    }
    switch setting.content {
    case .null, .unknown: break
    case .bool(let value): add("\(value)")
    case .int(let value): add("\(value)")
    case .float(let value): add("\(value)")
    case .string(let value): add(value)
    case .list(let elements): for element in elements { collect(element, under: name, into: &texts) }
    case .map(let entries): for entry in entries { collect(entry.value, under: name, into: &texts) }
    }
  }
}
