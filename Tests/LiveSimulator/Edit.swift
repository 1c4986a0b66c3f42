/// What the files say: three services, each over the one before, and what is wrong.
struct Edit: Equatable, Sendable {
  /// The settings of store, cache and api.
  var words = [0, 0, 0]
  var fault = Fault.none
  var remark = 0

  enum Fault: Equatable, Sendable, CaseIterable {
    case none, notYAML, unknownFactory, factoryThrows, hookThrows, takesTooLong
  }

  /// Whether closing the cache or the api of this word never returns.
  static func hangs(_ word: Int) -> Bool { word % 4 == 3 }

  /// What is meant, the remark left out.
  var meaning: [Int] { words }

  /// Two files that belong together. The store's words stand in the one, and again in the other: a reading of two states
  /// has two that differ.
  var texts: [String: String] {
    let api =
      switch fault {
      case .unknownFactory: "nothing"
      case .factoryThrows: "throwing"
      case .takesTooLong: "stuck"
      case .none, .notYAML, .hookThrows: "api"
      }
    let hook = fault == .hookThrows ? "refusing" : "agreeing"
    return [
      "/app.yaml": """
      configdi: 1 \(fault == .notYAML ? "[" : "")
      imports: [store.yaml]
      # remark \(remark)
      parameters: { both: { value: \(words[0]) } }
      services:
        Cache: { factory: cache, settings: { word: \(words[1]), state: "${both}" }, eager: true }
        Api: { factory: \(api), settings: { word: \(words[2]) }, eager: true }
      lifecycle: { reload: [\(hook)] }
      """,
      "/store.yaml": """
      configdi: 1
      # remark \(remark)
      services: { Store: { factory: store, settings: { word: \(words[0]) }, eager: true } }
      """,
    ]
  }
}
