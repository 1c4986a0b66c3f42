/// The work that one manifest may cause. It is counted in advance, since stages, aliases and globs can make a small
/// file cause much work.
///
/// A unit is about a fifth of a microsecond.
package struct WorkBudget: Sendable {
  package let limits: Limits
  package private(set) var remaining: Int
  package private(set) var isSpent = false

  package init(_ limits: Limits) {
    self.limits = limits
    remaining = limits.work
  }

  /// Grants a few visits to each node in the files, so that only repeated visits are limited.
  mutating func allow(nodes: Int) { remaining = remaining.addingSaturated(16.multipliedSaturated(nodes)) }

  /// The measured cost of each kind of work, in units.
  package enum Cost {
    /// Checking a service or parameter in a stage with distinct contents.
    static let shared = 4
    /// Applying an overlay's entry to a stage with distinct contents.
    static let entry = 30
    /// Reading a value in settings.
    static let setting = 3
    /// Visiting a folder or a folder's entry for a glob.
    static let folder = 5
    /// Finding a file with a glob.
    static let match = 50
    /// Writing a value in a command's output.
    package static let written = 16
    /// Drawing a service or dependency in a stage that differs from the others.
    package static let drawn = 8
    /// Drawing a finding for a stage.
    package static let drawnFinding = 60
    /// Compiling a service in a stage that differs from the others.
    package static let compiled = 70
    /// Comparing a service in a stage that differs from the others.
    package static let compared = 4
    /// Planning a service, a parameter or a parameter's use in a stage that differs from the others, including the
    /// comparison.
    static let planned = 25
    /// Describing a change between two manifests.
    package static let told = 25
  }

  /// Spends units of work; false if too few are left.
  package mutating func spend(_ units: Int) -> Bool {
    guard units <= remaining else {
      isSpent = true
      remaining = 0
      return false
    }
    remaining -= units
    return true
  }

  /// Spends units of work for a number of items. Throws a finding if too few units are left.
  ///
  /// - Parameter reason: Why so much work is needed, as text for the finding.
  package mutating func spend(
    _ units: Int, for count: Int, at place: SourceLocation, _ reason: () -> String
  ) throws(TooMuchWork) {
    guard !spend(units.multipliedSaturated(count)) else { return }
    throw TooMuchWork(finding: finding(at: place, reason()))
  }

  package func finding(at place: SourceLocation, _ reason: String) -> Diagnostic {
    var finding = limits.passed(.work, at: place)
    finding.notes = [reason]
    return finding
  }
}

extension WorkBudget {
  /// Spends the units for reading all services' settings, and for checking them once per distinct set of parameters.
  mutating func spend(onSettingsOf stages: [ComposedStage], _ entry: SourceLocation) throws(TooMuchWork) {
    // Most manifests are so far from the limit that it does not matter what their stages share.
    let groups = stages.alike
    let most = groups.reduce(0) { sum, group in
      stages[group.first].services.reduce(sum) { $0.addingSaturated($1.settingsCount) }
    }
    let units = (Cost.setting + groups.count).multipliedSaturated(most)
    if units < remaining / 16, stages.allSatisfy({ $0.lifecycle.isEmpty }) {
      remaining -= units
      return
    }
    struct Use {
      var count: Int
      var groups = 0
      var last: Int?
      let place: SourceLocation
    }
    let parameters = stages.ofSameParameters
    var uses = OrderedEntries<ObjectIdentifier, Use>()
    for (first, _) in groups {
      let stage = stages[first]
      for service in stage.services where service.settingsCount > 0 {
        let id = ObjectIdentifier(service)
        let place = service.settings?.location ?? service.location
        var use = uses[id] ?? Use(count: service.settingsCount, place: place)
        guard use.last != parameters[first] else { continue }
        use.last = parameters[first]
        use.groups += service.parameterUses.isEmpty ? 0 : 1
        uses.set(use, for: id)
      }
      let initializers = stage.lifecycle.flatMap(\.initializers.settingsNodes)
      let values = initializers.reduce(0) { $0 + $1.expandedCount }
      try spend(Cost.setting + 1, for: values, at: entry) {
        "the initializers' settings have \(counted(values, "value"))"
      }
    }
    for use in uses.values {
      try spend(Cost.setting + use.groups, for: use.count, at: use.place) {
        "these settings have \(counted(use.count, "value")) after aliases are expanded"
          + (use.groups > 1 ? ", in \(use.groups) stages with different parameters" : "")
      }
    }
  }
}

extension ComposedManifest {
  /// The units for planning every distinct stage and comparing the plans.
  package var unitsOfPlanning: Int {
    stages.alike.reduce(0) { units, group in
      let stage = stages[group.first]
      let sizes = Dictionary(
        stage.parameters.map { ($0.name.value, $0.countOfValues) }, uniquingKeysWith: { first, _ in first })
      let values = stage.services.reduce(0) { sum, service in
        let brought = service.parameterUses.reduce(0) { $0 + (sizes[$1.value] ?? 1) - 1 }
        return sum.addingSaturated(service.settingsCount + brought)
      }
      let uses = stage.services.reduce(0) { $0 + $1.parameterUses.count }
      return units.addingSaturated(WorkBudget.Cost.planned * (stage.services.count + stage.parameters.count + uses))
        .addingSaturated(WorkBudget.Cost.setting.multipliedSaturated(values))
    }
  }
}

extension ComposedParameter {
  /// The number of elements that each reference to this parameter adds.
  fileprivate var countOfValues: Int {
    let literals = [`default`] + [source].map { if case .value(let literal) = $0 { literal } else { nil } }
    return literals.reduce(1) { most, literal in
      if case .list(let elements)? = literal?.content { max(most, elements.count) } else { most }
    }
  }
}

/// Thrown if a task needs more work than the limit allows.
package struct TooMuchWork: Error {
  package let finding: Diagnostic
}

extension Int {
  func addingSaturated(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  func multipliedSaturated(_ other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
