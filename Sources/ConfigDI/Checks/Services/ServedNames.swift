/// A manifest's services, scopes, stages and parameters, by their names in Swift code.
package final class ServedNames: Sendable {
  package let graph: DependencyGraph
  /// The nodes of all keys, grouped by the last part of the key's name.
  private let grouped = Memo<[String: [Int]]>()
  private let knownAsync = Memo<AsyncServices>()
  private let knownKeys = Memo<KeyIndex>()

  package init(_ graph: DependencyGraph) {
    self.graph = graph
  }

  package var path: String { graph.composed.entry.path }

  /// The nodes that a call may refer to; several if it names a type by an ambiguous short name.
  package func nodes(of subject: CallSite.Subject) -> [Int] {
    let names = graph.catalog?.names ?? KeyNames()
    switch subject {
    case .custom(let name):
      let keys = [ServiceKey(name), names.key(name)]
      return keys.lazy.compactMap { self.graph.nodes[$0] }.first.map { [$0] } ?? []
    case .type(let name, let variant):
      let exact = graph.nodes[names.key(subject.name)]
      let others = nodes(named: name).filter { node in
        let key = graph.keys[node]
        return node != exact && key.variant.map(String.init) == variant && Self.mayBeOne(key.nameText, name)
      }
      return (exact.map { [$0] } ?? []) + others
    case .scope, .stage, .parameter, .exposedParameter, .phase: return []
    }
  }

  /// Whether a call omits a required argument, or passes an unwanted argument, in every stage and case; `nil` if
  /// unknown.
  func isMisused(by call: CallSite) -> Bool? {
    guard graph.catalog != nil else { return nil }
    var answer: Bool?
    for node in nodes(of: call.subject) {
      for target in graph.targets(of: node, in: ScenarioSet(graph.presence[node])) {
        let version = graph.versions[target.version]
        if version.isRefused { return nil }
        guard (version.argument != nil) != call.call.handsArgument else { return false }
        answer = true
      }
    }
    return answer
  }

  /// The keys of a type that differ only in their variant.
  func variants(ofType name: String) -> [String] {
    nodes(named: name).map { graph.keys[$0] }.filter { Self.mayBeOne($0.nameText, name) }.map(\.text)
  }

  /// The stages that have the name in a call: all stages if a section was not read that may have the name.
  package func stages(having subject: CallSite.Subject) -> StageSet {
    let composed = graph.composed
    let kind: Absence.Kind? =
      switch subject {
      case .type, .custom: .service
      case .scope: .scope
      case .stage: .stage
      case .parameter, .exposedParameter: .parameter
      case .phase: nil
      }
    guard composed.stages.allSatisfy({ !$0.isIncomplete && kind?.mayBe(in: $0.unread) != true }) else {
      return graph.allStages
    }
    switch subject {
    case .type, .custom:
      let served = nodes(of: subject).map { graph.presence[$0] }.united
      let key = key(of: subject)
      return served.union(graph.stages { $0.isIncomplete || $0.unmet.contains(Absence(.service, key.text)) })
    case .parameter(let name), .exposedParameter(let name):
      return graph.stages { stage in
        stage.isIncomplete || stage.unmet.contains(Absence(.parameter, name))
          || stage.parameters.contains { $0.name.value == name && ($0.isExposed || subject.kind == .parameter) }
      }
    case .scope(let name):
      return composed.scopes.contains { $0.name.value == name } ? graph.allStages : StageSet()
    case .stage(let name, _):
      return composed.declaredStages.contains { $0.value == name } ? graph.allStages : StageSet()
    case .phase(let name): return graph.stages { $0.lifecycle.contains { $0.name.value == name } }
    }
  }

  /// The key that a call names, spelled as in the manifest if the manifest has the key.
  package func key(of subject: CallSite.Subject) -> ServiceKey {
    nodes(of: subject).first.map { graph.keys[$0] } ?? ServiceKey(subject.name)
  }

  package var async: AsyncServices { knownAsync.answer { AsyncServices(graph) } }
  package var keys: KeyIndex { knownKeys.answer { KeyIndex(graph) } }

  private func nodes(named name: String) -> [Int] {
    let nodes = grouped.answer {
      Dictionary(grouping: graph.keys.indices) { Self.shortened(graph.keys[$0].nameText) }
    }
    return nodes[Self.shortened(name)] ?? []
  }

  /// Whether two spellings may mean the same type because one spelling ends with the other. For generic types, the last
  /// parts of all names are compared.
  private static func mayBeOne(_ left: String, _ right: String) -> Bool {
    if left.utf8.contains(UInt8(ascii: "<")) || right.utf8.contains(UInt8(ascii: "<")) { return true }
    return left == right || left.hasSuffix(".\(right)") || right.hasSuffix(".\(left)")
  }

  /// A type's name with only the last part of each dotted name: `App.Fleet<Swift.Int>` becomes `Fleet<Int>`.
  static func shortened(_ name: String) -> String {
    var result: [UInt8] = []
    var start = 0
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "."): result.removeSubrange(start...)
      case UInt8(ascii: " "): break
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        result.append(byte)
      default:
        result.append(byte)
        start = result.count
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
