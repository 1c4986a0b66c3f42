/// The stages that extend each other, by position, without `extends` links that lead nowhere or into a cycle.
struct StageTree {
  private(set) var parents: [Int?]
  /// Positions in order, parents first.
  let order: [Int]
  /// The stages whose `extends` was ignored, so that their inherited entries are unknown.
  private(set) var cut: Set<Int> = []

  init(_ base: BaseLayer, reporting findings: inout Diagnostics) {
    let declared = base.stages.map { stage in stage.extends.flatMap { base.stagePositions[$0.value] } }
    parents = declared
    let names = base.stages.map(\.name.value)
    for (position, stage) in base.stages.enumerated() where parents[position] == nil {
      guard let extends = stage.extends else { continue }
      let finding = Diagnostic.unknownStage(extends, among: names, extendedBy: stage.name.value) { name in
        base.stagePositions[name].map { !isInside($0, position, declared) } ?? true
      }
      findings.report(finding)
      cut.insert(position)
    }
    let cycles = parentCycles(parents) { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }
    for cycle in cycles {
      let closing = cycle[cycle.count - 1]
      findings.report(
        .parentCycle(
          .stageExtendsCycle, of: "stage", cycle.map { (names[$0], base.stages[$0].extends) },
          key: StageKey.extends.rawValue
        ) { "\($0) extends \($1)" })
      parents[closing] = nil
      cut.insert(closing)
    }
    order = parentsFirst(parents)
  }

  func subtree(of root: Int) -> StageSet {
    var set = StageSet(stage: root)
    for position in order {
      if let parent = parents[position], set.contains(parent) { set.insert(position) }
    }
    return set
  }

  /// The given stages, and all stages that must be composed before them.
  func ancestry(of stages: [Int]) -> StageSet {
    order.reversed().reduce(into: StageSet(stages)) { set, position in
      if set.contains(position), let parent = parents[position] { set.insert(parent) }
    }
  }
}

extension Diagnostic {
  static func unknownStage(
    _ name: Located<String>, among stages: [String], extendedBy extending: String? = nil,
    where mayBe: (String) -> Bool = { _ in true }
  ) -> Diagnostic {
    let suggestions = StageChoice.suggestions(for: name.value, among: stages.filter { $0 != extending }).filter(mayBe)
    var finding = Diagnostic(
      .unknownStage, .noStage(name.value), at: name.location,
      notes: [stages.isEmpty ? "the manifest declares no stages" : "declared stages: \(listed(stages))"],
      meaning: suggestions, absent: Absence(.stage, name.value))
    if suggestions.isEmpty {
      let help = "declare it: stages: { \(FlowText.scalar(name.value)): {} }"
      finding.offer(help)
      finding.wantedEntries = [(help, ManifestKey.stages.rawValue, FlowText.scalar(name.value), "{}")]
    }
    return finding
  }

  /// The finding for stages or scopes whose parents form a cycle.
  ///
  /// - Parameters:
  ///   - key: The key that names the parent.
  ///   - describe: Describes the relation between a name and its parent's name.
  static func parentCycle(
    _ rule: Rule, of noun: String, _ cycle: [(name: String, parent: Located<String>?)], key: String,
    _ describe: (String, String) -> String
  ) -> Diagnostic {
    let path = elided((cycle + [cycle[0]]).map(\.name)).joined(separator: " -> ")
    let closing = cycle[cycle.count - 1].parent?.location
    return Diagnostic(
      rule, "\(noun) cycle: \(path)", at: closing,
      related: cycle.dropLast().prefix(8).compactMap { name, parent in
        parent.map { Related(describe(name, $0.value), at: $0.location) }
      }, help: ["remove one '\(key)' from the cycle"],
      fixes: closing.map { .removing(key, ofValueAt: $0, evenIfOnly: true) } ?? [])
  }
}

/// Whether an element is another one or inside it, where some parents may form a cycle.
func isInside(_ element: Int, _ outer: Int, _ parents: [Int?]) -> Bool {
  var next: Int? = element
  for _ in parents {
    guard let position = next, position != outer else { break }
    next = parents[position]
  }
  return next == outer
}

/// The elements of a forest, each after its parent.
func parentsFirst(_ parents: [Int?]) -> [Int] {
  var order: [Int] = []
  var isPlaced = [Bool](repeating: false, count: parents.count)
  for start in parents.indices {
    var chain: [Int] = []
    var next: Int? = start
    while let position = next, !isPlaced[position] {
      isPlaced[position] = true
      chain.append(position)
      next = parents[position]
    }
    order += chain.reversed()
  }
  return order
}

/// The cycles among elements that each have at most one parent. Each cycle is listed once, from its smallest member.
func parentCycles(_ parents: [Int?], smaller: (Int, Int) -> Bool) -> [[Int]] {
  var cycles: [[Int]] = []
  var walk = [Int](repeating: -1, count: parents.count)
  for start in parents.indices {
    var next: Int? = start
    while let position = next, walk[position] < 0 {
      walk[position] = start
      next = parents[position]
    }
    // An element that this walk has passed is in a cycle; one that an earlier walk passed has been examined.
    guard let first = next, walk[first] == start else { continue }
    var cycle = [first]
    while let position = parents[cycle[cycle.count - 1]], position != first { cycle.append(position) }
    let smallest = cycle.indices.min { smaller(cycle[$0], cycle[$1]) } ?? 0
    cycles.append(Array(cycle[smallest...] + cycle[..<smallest]))
  }
  return cycles
}
