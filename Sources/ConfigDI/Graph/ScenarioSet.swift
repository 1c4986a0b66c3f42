/// A set of scenarios: stages, and the values that `select` parameters have in them. It is to scenarios what `StageSet`
/// is to stages.
///
/// A set forgets its conditions if there are too many, or if a parameter has too many values. It then contains every
/// scenario of its stages.
package struct ScenarioSet: Sendable {
  /// The stages whose scenarios all belong to the set.
  private var whole = StageSet()
  /// Further scenarios, in which some parameters have certain values.
  private var parts: [Part] = []

  private static let mostConditions = 32
  private static let mostValues = 1000

  /// All scenarios of some stages.
  package init(_ stages: StageSet = StageSet()) {
    whole = stages
  }

  /// The scenarios in which a parameter has one of its values. The values are numbered from zero.
  package init(_ stages: StageSet, where parameter: String, is value: Int, of count: Int) {
    guard count <= Self.mostValues else {
      whole = stages
      return
    }
    let choice = Choice(values: ValueSet(stage: value), all: ValueSet(all: count))
    insert(Part(stages: stages, choices: [parameter: choice]))
  }

  private init(parts: some Sequence<Part>) {
    for part in parts { insert(part) }
  }

  package var isEmpty: Bool { whole.isEmpty && parts.isEmpty }

  package var stages: StageSet { parts.reduce(whole) { $0.union($1.stages) } }

  /// The steps that an operation with the set takes: a single one for a set without conditions.
  package var steps: Int { parts.reduce(1) { $0 + $1.choices.count } }

  package mutating func formUnion(_ other: ScenarioSet) {
    if parts.isEmpty, other.parts.isEmpty { return whole.formUnion(other.whole) }
    for part in other.all { insert(part) }
  }

  package func intersection(_ other: ScenarioSet) -> ScenarioSet {
    if parts.isEmpty, other.parts.isEmpty { return ScenarioSet(whole.intersection(other.whole)) }
    return ScenarioSet(parts: all.flatMap { part in other.all.compactMap { part.intersection($0) } })
  }

  package func intersection(_ stages: StageSet) -> ScenarioSet { intersection(ScenarioSet(stages)) }

  package func subtracting(_ other: ScenarioSet) -> ScenarioSet {
    if parts.isEmpty, other.parts.isEmpty { return ScenarioSet(whole.subtracting(other.whole)) }
    return other.all.reduce(self) { rest, part in
      ScenarioSet(parts: rest.all.flatMap { $0.subtracting(part) })
    }
  }

  private var all: [Part] { whole.isEmpty ? parts : [Part(stages: whole)] + parts }

  private mutating func insert(_ part: Part) {
    var new = part
    new.stages = part.stages.subtracting(whole)
    guard !new.stages.isEmpty else { return }
    var index = 0
    while index < parts.count {
      if let united = parts[index].united(with: new) {
        parts.remove(at: index)
        new = united
        index = 0
      } else {
        index += 1
      }
    }
    guard !new.choices.isEmpty else { return whole.formUnion(new.stages) }
    parts.append(new)
    if steps > 1 + Self.mostConditions { self = ScenarioSet(stages) }
  }
}

/// The scenarios in some stages in which each of some parameters has one of several values.
private struct Part {
  var stages: StageSet
  var choices: [String: Choice] = [:]

  func contains(_ other: Part) -> Bool {
    other.stages.isSubset(of: stages)
      && choices.allSatisfy { parameter, choice in other.choices[parameter].map(choice.contains) ?? false }
  }

  func intersection(_ other: Part) -> Part? {
    var common = Part(stages: stages.intersection(other.stages), choices: choices)
    guard !common.stages.isEmpty else { return nil }
    for (parameter, choice) in other.choices {
      let both = choices[parameter]?.intersection(choice) ?? choice
      guard !both.isEmpty else { return nil }
      common.choices[parameter] = both
    }
    return common
  }

  /// The scenarios that are not in another part, as parts that have no scenario in common.
  func subtracting(_ other: Part) -> [Part] {
    guard let common = intersection(other) else { return [self] }
    var outside: [Part] = []
    var rest = self
    rest.stages = stages.subtracting(other.stages)
    if !rest.stages.isEmpty { outside.append(rest) }
    rest.stages = common.stages
    for (parameter, choice) in other.choices.sorted(by: { $0.key < $1.key }) {
      let others = choices[parameter]?.intersection(choice.negated) ?? choice.negated
      rest.choices[parameter] = others
      if !others.isEmpty { outside.append(rest) }
      rest.choices[parameter] = common.choices[parameter]
    }
    return outside
  }

  /// The union with another part, if it is one part too.
  func united(with other: Part) -> Part? {
    if contains(other) { return self }
    if other.contains(self) { return other }
    guard choices.count == other.choices.count else { return nil }
    var united = self
    let differing = choices.keys.filter { choices[$0] != other.choices[$0] }
    guard let parameter = differing.first else {
      united.stages.formUnion(other.stages)
      return united
    }
    guard differing.count == 1, stages == other.stages, let own = choices[parameter],
      let further = other.choices[parameter]
    else { return nil }
    let either = own.union(further)
    united.choices[parameter] = either.isWhole ? nil : either
    return united
  }
}

/// Some of a parameter's values, and all of them.
private struct Choice: Equatable {
  var values: ValueSet
  let all: ValueSet

  var isEmpty: Bool { values.isEmpty }
  var isWhole: Bool { all.isSubset(of: values) }
  var negated: Choice { Choice(values: all.subtracting(values), all: all) }

  func contains(_ other: Choice) -> Bool { other.values.isSubset(of: values) }
  func union(_ other: Choice) -> Choice { Choice(values: values.union(other.values), all: all) }
  func intersection(_ other: Choice) -> Choice { Choice(values: values.intersection(other.values), all: all) }
}

/// Values by their numbers. They need the same bits as stages by their positions.
private typealias ValueSet = StageSet
