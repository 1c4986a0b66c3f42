/// A service's scope: either built in or declared in the manifest.
package enum ScopeName: Hashable, Sendable, CustomStringConvertible {
  case singleton, transient, graph, weak
  case declared(String)

  package init(_ text: String) {
    self = Self.builtIn.first { $0.text == text } ?? .declared(text)
  }

  /// The scopes that every container has.
  package static let builtIn: [ScopeName] = [.singleton, .transient, .graph, .weak]

  package var text: String {
    switch self {
    case .singleton: "singleton"
    case .transient: "transient"
    case .graph: "graph"
    case .weak: "weak"
    case .declared(let name): name
    }
  }

  package var isBuiltIn: Bool {
    if case .declared = self { false } else { true }
  }

  /// Whether each instance lives only as long as something holds it, since the container does not keep it.
  package var isMadeAnew: Bool {
    switch self {
    case .transient, .graph, .weak: true
    case .singleton, .declared: false
    }
  }

  package var description: String { text }
}
