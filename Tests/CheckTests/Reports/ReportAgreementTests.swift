import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport
@testable import configdi_check

/// `graph`, `why` and `env` read the graph and the composed manifest, since they answer for unsound manifests too. Where
/// a manifest is sound they tell what its plan says, from which containers are made: for the manifests of the repository
/// in each of their stages, and for random ones.
@Suite struct ReportAgreementTests {
  @Test("the reports of the repository's manifests agree with the plan") func theRepositorysReportsTellThePlan() throws
  {
    var compared = 0
    for sample in ManifestSample.ofRepository { compared += try Self.compare(sample) }
    #expect(compared > 120)
  }

  @Test("the reports of random manifests agree with the plan") func randomReportsTellThePlan() throws {
    var compared = 0
    for seed in 0..<UInt64(15) { compared += try Self.compare(.random(seed)) }
    #expect(compared > 110)
  }

  /// - Returns: The number of edges that were compared; none for a manifest with errors.
  private static func compare(_ sample: ManifestSample) throws -> Int {
    guard let (checked, composed) = sample.checked() else { return 0 }
    var edges = 0
    var facts: [String?: PlanFacts] = [:]
    for (position, stage) in composed.stages.enumerated() {
      let plan = try #require(checked.plan(of: position))
      let stageFacts = PlanFacts(plan, stage)
      facts[stage.name] = stageFacts
      let place: Testing.Comment = "\(sample.path), stage \(stage.name ?? "-")"
      guard let graph: Printed.Graph = try run("graph", [], sample, stage.name) else { return 0 }
      #expect(graph.nodes.map(\.key).sorted() == plan.services.map(\.key.text).sorted(), place)
      #expect(graph.edges.map(\.words).sorted() == stageFacts.edges.map(\.words).sorted(), place)
      edges += graph.edges.count
      for service in plan.services {
        let key = service.key.text
        let why: Printed.Why = try #require(try run("why", [key], sample, stage.name))
        #expect(why.neededBy.map(\.words).sorted() == stageFacts.users(of: key), "\(place) \(key)")
        #expect((why.path != nil) == stageFacts.isReached(key), "\(place) \(key)")
        for (from, to) in zip(why.path ?? [], why.path?.dropFirst() ?? []) {
          #expect(stageFacts.leads(from, to: to), "\(place) \(from) -> \(to)")
        }
      }
    }
    let contract: Printed.Contract = try #require(try run("env", [], sample, nil))
    for entry in contract.variables + contract.files {
      let users = (entry.stages ?? composed.stages.map(\.name)).compactMap { facts[$0] }
        .reduce(into: Set<String>()) { $0.formUnion($1.parameterUsers[entry.parameter] ?? []) }
      let told = entry.usedBy.filter { $0 != "the program" && !$0.hasPrefix("parameter ") }
      #expect(Set(told) == users, "\(sample.path), \(entry.name)")
    }
    return edges
  }

  private static func run<Output: Decodable>(
    _ command: String, _ further: [String], _ sample: ManifestSample, _ stage: String?
  ) throws -> Output? {
    try sample.output(command, further, stage: stage).map { try JSONDecoder().decode(Output.self, from: Data($0.utf8)) }
  }

  private enum Printed {
    struct Graph: Decodable {
      let nodes: [Node]
      let edges: [Edge]
    }
    struct Node: Decodable {
      let key: String
    }
    struct Edge: Decodable {
      let from: String
      let to: String
      let kind: String
      let label: String?

      var words: String { "\(from) -> \(to) \(kind) \(label ?? "-")" }
    }
    struct Why: Decodable {
      let path: [String]?
      let neededBy: [User]
    }
    struct User: Decodable {
      let key: String
      let kind: String
      let label: String?

      var words: String { "\(key) \(kind) \(label ?? "-")" }
    }
    struct Contract: Decodable {
      let variables: [Entry]
      let files: [Entry]
    }
    struct Entry: Decodable {
      let name: String
      let parameter: String
      let stages: [String?]?
      let usedBy: [String]
    }
  }

  /// A plan, put as the reports put it, by other means than theirs.
  private struct PlanFacts {
    var edges: [Printed.Edge] = []
    var parameterUsers: [String: Set<String>] = [:]
    /// What each collection has, and the starts of paths, by name.
    private var members: [String: [String]] = [:]
    private var starts: [Printed.Edge] = []
    private var eager: [String] = []
    /// The parameter of each `select`.
    private var choices: [String: String] = [:]

    init(_ plan: Plan, _ stage: ComposedStage) {
      for service in plan.services {
        let key = service.key.text
        switch service.kind {
        case .alias(_, let target):
          if let target { add(key, plan.services[target], "alias", nil) }
        case .select(let choice):
          parameterUsers[choice.parameter, default: []].insert(key)
          choices[key] = choice.parameter
          for option in choice.cases {
            if let target = option.target { add(key, plan.services[target], "case", option.value) }
          }
        case .factory(let factory, let decorators):
          edges += Self.edges(key, factory, plan)
          edges += decorators.flatMap { Self.edges(key, $0, plan, isDecorator: true) }
          note([factory] + decorators, usedBy: key)
        case .provided: break
        }
        if service.isEager { eager.append(key) }
      }
      for phase in plan.phases {
        for initializer in phase.initializers {
          starts += Self.edges("\(phase.name): \(initializer.factory.name)", initializer.factory, plan)
          note([initializer.factory], usedBy: "lifecycle \(phase.name)")
        }
      }
      for collection in plan.collections {
        members[collection.name] = collection.members.map { plan.services[$0].key.text }
      }
      starts += stage.roots.map { root in
        Printed.Edge(from: "root \(root.key.value)", to: root.key.value.text, kind: "instance", label: nil)
      }
    }

    private mutating func add(_ from: String, _ to: PlannedService, _ kind: String, _ label: String?) {
      edges.append(Printed.Edge(from: from, to: to.key.text, kind: kind, label: label))
    }

    private mutating func note(_ factories: [PlannedFactory], usedBy user: String) {
      for use in factories.compactMap(\.template).flatMap(\.uses) {
        parameterUsers[use.value, default: []].insert(user)
      }
    }

    private static func edges(
      _ from: String, _ factory: PlannedFactory, _ plan: Plan, isDecorator: Bool = false
    ) -> [Printed.Edge] {
      factory.arguments.flatMap { argument in
        let kind =
          switch argument.kind {
          case .all: "collection"
          case .lazy, .provider: argument.kind.rawValue
          case .instance, .optional: isDecorator ? "decorator" : argument.kind.rawValue
          }
        return argument.targets.map {
          Printed.Edge(from: from, to: plan.services[$0].key.text, kind: kind, label: argument.label)
        }
      }
    }

    func users(of key: String) -> [String] {
      let direct = (edges + starts).filter { $0.to == key && $0.kind != "collection" }
        .map { "\($0.from) \($0.kind) \($0.label ?? "-")" }
      return (direct + members.filter { $0.value.contains(key) }.map { "\($0.key) collection -" }).sorted()
    }

    /// Whether a path of the plan leads from one name to another, directly or, for a collection, by its members.
    func leads(_ from: String, to: String) -> Bool {
      if let members = members[from] { return members.contains(to) }
      let targets = (edges + starts).filter { $0.from == from }
      if let members = members[to] {
        return members.allSatisfy { member in targets.contains { $0.to == member && $0.kind == "collection" } }
      }
      return targets.contains { $0.to == to }
    }

    /// Whether a key is reached for some values of the parameters.
    func isReached(_ key: String) -> Bool {
      assignments.contains { values in
        var reached = Set(starts.map(\.to) + eager + members.values.joined())
        var open = Array(reached)
        while let next = open.popLast() {
          let value = choices[next].flatMap { values[$0] }
          for edge in edges where edge.from == next && (edge.kind != "case" || edge.label == value) {
            if reached.insert(edge.to).inserted { open.append(edge.to) }
          }
        }
        return reached.contains(key)
      }
    }

    /// Every combination of values of the `select` parameters.
    private var assignments: [[String: String]] {
      var values: [String: Set<String>] = [:]
      for edge in edges where edge.kind == "case" {
        if let parameter = choices[edge.from], let value = edge.label { values[parameter, default: []].insert(value) }
      }
      return values.reduce([[:]]) { assignments, choice in
        assignments.flatMap { assignment in choice.value.map { assignment.merging([choice.key: $0]) { $1 } } }
      }
    }
  }
}
