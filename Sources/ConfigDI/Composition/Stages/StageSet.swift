/// A set of a manifest's stages, by position. For up to 64 stages it is a single machine word.
package struct StageSet: Sendable, Hashable {
  private var low: UInt64 = 0
  /// The machine words for the 65th and later stages.
  private var high: [UInt64] = []

  package init() {}

  package init(stage: Int) { insert(stage) }

  package init(_ stages: some Sequence<Int>) {
    for stage in stages { insert(stage) }
  }

  /// The set of the first `count` stages.
  package init(all count: Int) {
    func word(_ start: Int) -> UInt64 { count - start >= 64 ? .max : (1 << UInt64(count - start)) - 1 }
    low = word(0)
    high = stride(from: 64, to: count, by: 64).map(word)
  }

  package mutating func insert(_ stage: Int) {
    guard stage >= 64 else {
      low |= 1 << UInt64(stage)
      return
    }
    let word = stage / 64 - 1
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(stage % 64)
  }

  package func contains(_ stage: Int) -> Bool {
    guard stage >= 64 else { return low & (1 << UInt64(stage)) != 0 }
    let word = stage / 64 - 1
    return word < high.count && high[word] & (1 << UInt64(stage % 64)) != 0
  }

  package var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

  package mutating func formUnion(_ other: StageSet) {
    low |= other.low
    while high.count < other.high.count { high.append(0) }
    for word in other.high.indices { high[word] |= other.high[word] }
  }

  package func union(_ other: StageSet) -> StageSet {
    combined(other, |)
  }

  package func intersection(_ other: StageSet) -> StageSet {
    combined(other, &)
  }

  package func subtracting(_ other: StageSet) -> StageSet {
    combined(other) { $0 & ~$1 }
  }

  package func isSubset(of other: StageSet) -> Bool {
    subtracting(other).isEmpty
  }

  /// The positions in the set, in ascending order.
  package var members: [Int] {
    var members: [Int] = []
    for (position, word) in ([low] + high).enumerated() {
      var left = word
      while left != 0 {
        members.append(64 * position + left.trailingZeroBitCount)
        left &= left - 1
      }
    }
    return members
  }

  /// Groups of stages with the same key, ordered by each group's first stage. A stage without a key is a group.
  func groups(by key: (Int) -> Int?) -> [(first: Int, stages: StageSet)] {
    var groups: [(first: Int, stages: StageSet)] = []
    let members = members
    guard members.count > 1 else { return members.map { ($0, self) } }
    var known: [Int: Int] = [:]
    for stage in members {
      let key = key(stage)
      if let group = key.flatMap({ known[$0] }) {
        groups[group].stages.insert(stage)
      } else {
        if let key { known[key] = groups.count }
        groups.append((stage, StageSet(stage: stage)))
      }
    }
    return groups
  }

  /// The smallest position in the set.
  package var first: Int? { low != 0 ? low.trailingZeroBitCount : high.isEmpty ? nil : members.first }

  private func combined(_ other: StageSet, _ operation: (UInt64, UInt64) -> UInt64) -> StageSet {
    var result = StageSet()
    result.low = operation(low, other.low)
    guard !(high.isEmpty && other.high.isEmpty) else { return result }
    for word in 0..<max(high.count, other.high.count) {
      result.high.append(operation(word < high.count ? high[word] : 0, word < other.high.count ? other.high[word] : 0))
    }
    while result.high.last == 0 { result.high.removeLast() }
    return result
  }
}

extension Sequence<StageSet> {
  /// The stages in any of the sets.
  package var united: StageSet { reduce(into: StageSet()) { $0.formUnion($1) } }
}

/// Collects findings from several stages, and reports a finding once even if many stages have it.
struct StagedFindings {
  private var findings: [(finding: Diagnostic, stages: StageSet)] = []
  private var positions: [Diagnostic.Identity: Int] = [:]

  mutating func report(_ finding: Diagnostic, in stages: StageSet) {
    let identity = finding.identity
    if let position = positions[identity] {
      findings[position].stages = findings[position].stages.union(stages)
      findings[position].finding.completeRemedies(from: finding)
    } else {
      positions[identity] = findings.count
      findings.append((finding, stages))
    }
  }

  mutating func report(contentsOf diagnostics: Diagnostics, in stages: StageSet) {
    for finding in diagnostics.findings { report(finding, in: stages) }
  }

  mutating func update(_ change: (inout Diagnostic, StageSet) -> Void) {
    for position in findings.indices { change(&findings[position].finding, findings[position].stages) }
  }

  /// Reports the findings, each with its stages' names, or without names if all stages have the finding.
  func finish(names: @autoclosure () -> [String?], reporting diagnostics: inout Diagnostics) {
    guard !findings.isEmpty else { return }
    let names = names()
    let all = StageSet(all: names.count)
    for (finding, stages) in findings {
      var finding = finding
      finding.stages = stages == all ? nil : stages.members.compactMap { $0 < names.count ? names[$0] : nil }
      diagnostics.report(finding)
    }
  }
}

extension Diagnostics {
  /// Merges equal findings of different stages.
  mutating func mergeStages(of names: [String?]) {
    var merged = StagedFindings()
    for finding in findings {
      merged.report(
        finding,
        in: finding.stages.map { stages in
          StageSet(names.indices.filter { names[$0].map(stages.contains) ?? false })
        } ?? StageSet(all: names.count))
    }
    self = Diagnostics([], suppressedConsequences: suppressedConsequences)
    merged.finish(names: names, reporting: &self)
  }
}

extension Diagnostic {
  /// The properties in which two reports of one finding are equal.
  struct Identity: Hashable {
    let code: String
    let message: String
    let location: SourceLocation?
  }

  /// A finding about a deferred cycle is the same even at another location.
  var identity: Identity {
    Identity(code: rule.code, message: message, location: rule == .deferredCycle ? nil : location)
  }
}
