/// The names that some stage declares or some overlay removes. Such a name is never treated as a misspelling.
package struct DeclaredNames: Sendable {
  private let stages: [String?]
  /// For each name, the stages that have it. The set is empty if overlays removed the name from every stage.
  private var holders: [String: StageSet] = [:]
  private let removed: [[String: SourceLocation]]

  package init(servicesOf stages: [ComposedStage]) {
    self.init(stages, names: { $0.services.map(\.key.value.text) }, removed: \.removed)
  }

  package init(parametersOf stages: [ComposedStage]) {
    self.init(stages, names: { $0.parameters.map(\.name.value) }, removed: \.removedParameters)
  }

  private init(
    _ stages: [ComposedStage], names: (ComposedStage) -> [String],
    removed: (ComposedStage) -> [String: SourceLocation]
  ) {
    self.stages = stages.map(\.name)
    self.removed = stages.map(removed)
    for (position, same) in stages.alike {
      for name in names(stages[position]) { holders[name] = holders[name]?.union(same) ?? same }
      for name in self.removed[position].keys where holders[name] == nil { holders[name] = StageSet() }
    }
  }

  func contains(_ name: String) -> Bool { holders[name] != nil }

  /// The location where an overlay removes a name in any of the stages.
  func removal(of name: String, in stages: StageSet) -> SourceLocation? {
    stages.members.lazy.filter { removed.indices.contains($0) }.compactMap { removed[$0][name] }.first
  }

  /// The stages that declare a name; `nil` if none or all of them do.
  func holders(of name: String) -> [String]? {
    guard let holders = holders[name], !holders.isEmpty, holders != StageSet(all: stages.count) else { return nil }
    return holders.members.compactMap { stages[$0] }
  }

  /// Notes in a finding which stages have the name, or where it is removed. The name is not a misspelling, so suggestions
  /// of similar names are dropped, and nothing that follows from a misspelling is hidden.
  func explain(_ finding: inout Diagnostic, about name: String, in stages: StageSet) {
    guard contains(name) else { return }
    finding.help.removeAll(where: Spelling.isSuggestion)
    finding.removeRemedies()
    finding.hides = finding.rule.hides
    if let place = removal(of: name, in: stages) {
      finding.related.append(.init("\(name) is removed here", at: place))
    }
    if let holders = holders(of: name) { finding.notes.append(.definedOnly(in: holders, name)) }
  }

  /// The remedy for a name that some stages lack; `nil` if no stage has the name and no overlay removes it.
  ///
  /// - Parameter entry: The entry that would add the name to a stage, without `new: true`.
  func remedy(for name: String, entry: String, in stages: StageSet) -> String? {
    if removal(of: name, in: stages) != nil { return "keep \(name): delete the entry that removes it" }
    return holders(of: name) == nil ? nil : "add it to the other stages too: \(name): { new: true, \(entry) }"
  }
}

extension String {
  static func definedOnly(in stages: [String], _ name: String) -> String {
    "\(name) is defined only in \(self.stages(stages))"
  }

  /// "stage a" or "stages a, b".
  static func stages(_ names: [String]) -> String { "\(names.count == 1 ? "stage" : "stages") \(listed(names))" }
}
