import TestSupport
import Testing

@testable import ConfigDI

/// Sets of scenarios and walks through them, compared with each scenario by itself.
@Suite struct ScenarioSetTests {
  /// A stage and the value of each parameter.
  private struct Single: Hashable {
    let stage: Int
    let values: [Int]

    var set: ScenarioSet {
      ScenarioSetTests.counts.indices.reduce(ScenarioSet(StageSet(stage: stage))) { set, parameter in
        set.intersection(Condition(parameter: parameter, value: values[parameter]).set)
      }
    }
  }

  private struct Condition {
    let parameter: Int
    let value: Int

    var set: ScenarioSet {
      ScenarioSet(
        StageSet(all: ScenarioSetTests.stageCount), where: "p\(parameter)", is: value,
        of: ScenarioSetTests.counts[parameter])
    }
  }

  private static let stageCount = 3
  /// The number of values of each parameter.
  private static let counts = [2, 3, 2]
  private static let all: [Single] = (0..<stageCount).flatMap { stage in
    (0..<counts[0]).flatMap { first in
      (0..<counts[1]).flatMap { second in
        (0..<counts[2]).map { Single(stage: stage, values: [first, second, $0]) }
      }
    }
  }

  private static func members(of set: ScenarioSet) -> Set<Single> {
    Set(all.filter { !set.intersection($0.set).isEmpty })
  }

  private static func condition(_ random: inout Seeded) -> Condition {
    let parameter = random.number(below: counts.count)
    return Condition(parameter: parameter, value: random.number(below: counts[parameter]))
  }

  private static func stages(_ random: inout Seeded) -> StageSet {
    (0..<stageCount).reduce(into: StageSet()) { if random.number(below: 2) == 0 { $0.insert($1) } }
  }

  @Test("operations on sets agree with those on their members", arguments: 0..<200)
  func operations(seed: Int) {
    var random = Seeded(UInt64(seed))
    var set = ScenarioSet()
    var expected: Set<Single> = []
    for _ in 0..<8 {
      let stages = Self.stages(&random)
      let condition = random.number(below: 3) == 0 ? nil : Self.condition(&random)
      let other = condition.map { $0.set.intersection(stages) } ?? ScenarioSet(stages)
      let others = Self.all.filter { single in
        stages.contains(single.stage) && condition.map { single.values[$0.parameter] == $0.value } ?? true
      }
      switch random.number(below: 4) {
      case 0:
        set = set.intersection(other)
        expected.formIntersection(others)
      case 1:
        set = set.subtracting(other)
        expected.subtract(others)
      default:
        set.formUnion(other)
        expected.formUnion(others)
      }
      #expect(Self.members(of: set) == expected)
      #expect(set.isEmpty == expected.isEmpty)
      #expect(Set(set.stages.members) == Set(expected.map(\.stage)))
    }
  }

  @Test("a set with too many conditions contains every scenario of its stages")
  func tooManyConditions() {
    let stages = StageSet(all: 2)
    var set = ScenarioSet()
    for index in 0..<40 { set.formUnion(ScenarioSet(stages, where: "p\(index)", is: 0, of: 2)) }
    #expect(ScenarioSet(stages).subtracting(set).isEmpty)
    #expect(set.steps == 1)
  }

  private struct Edge {
    let from: Int
    let to: Int
    let stages: StageSet
    let condition: Condition?

    var set: ScenarioSet { condition.map { $0.set.intersection(stages) } ?? ScenarioSet(stages) }

    func exists(in single: Single) -> Bool {
      stages.contains(single.stage) && condition.map { single.values[$0.parameter] == $0.value } ?? true
    }
  }

  @Test("a walk finds the shortest path of each scenario", arguments: 0..<100)
  func walks(seed: Int) {
    var random = Seeded(UInt64(seed))
    let edges = (0..<random.number(below: 25)).map { _ in
      Edge(
        from: random.number(below: 8), to: random.number(below: 8),
        stages: random.number(below: 3) == 0 ? Self.stages(&random) : StageSet(all: Self.stageCount),
        condition: random.number(below: 3) == 0 ? nil : Self.condition(&random))
    }
    var walk = ScenarioWalk(from: [0], in: ScenarioSet(StageSet(all: Self.stageCount)))
    while let stop = walk.next() {
      let (node, scenarios) = (walk.stops[stop].node, walk.stops[stop].scenarios)
      for (index, edge) in edges.enumerated() where edge.from == node {
        walk.follow(index, to: edge.to, in: scenarios.intersection(edge.set))
      }
    }
    for single in Self.all {
      var depths = [0: 0]
      var open = [0]
      while !open.isEmpty {
        let node = open.removeFirst()
        for edge in edges where edge.from == node && depths[edge.to] == nil && edge.exists(in: single) {
          depths[edge.to] = (depths[node] ?? 0) + 1
          open.append(edge.to)
        }
      }
      let stops = walk.stops.indices.filter { !walk.stops[$0].scenarios.intersection(single.set).isEmpty }
      #expect(stops.count == depths.count)
      for stop in stops {
        #expect(depths[walk.stops[stop].node] == walk.stops[stop].depth)
        let path = walk.path(to: stop, in: single.set).edges
        #expect(path.count == walk.stops[stop].depth)
        #expect(path.last == walk.lastEdge(to: stop, in: single.set))
        for edge in path { #expect(edges[edge].exists(in: single)) }
      }
    }
  }
}
