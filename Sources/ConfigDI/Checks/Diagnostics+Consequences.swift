/// Hides and counts findings that only follow from other findings.
extension Diagnostics {
  /// Drops findings that a missing file may have caused: unused services, and entries missing only in stages without
  /// the file.
  package mutating func dropConsequences(ofMissingFilesIn stages: [ComposedStage]) {
    let intact = stages.filter { !$0.isIncomplete }
    drop { finding in
      switch finding.rule {
      case .unusedService: true
      case .missingService where finding.severity < .error: true
      case .missingService, .missingArgument, .unknownCollection, .emptyCollection:
        finding.stages.map { names in !intact.contains { $0.name.map(names.contains) ?? true } } ?? intact.isEmpty
      default: false
      }
    }
  }

  /// Drops findings about missing entries that a misspelled or malformed section may define.
  package mutating func dropConsequences(ofUnread sections: Set<String>) {
    let rules = sections.reduce(into: Set<Rule>()) { $0.formUnion(Self.consequences[$1] ?? []) }
    guard !rules.isEmpty else { return }
    drop { rules.contains($0.rule) }
  }

  /// Drops findings that a misspelled key causes elsewhere: overlay entries without effect, and names that seem unused.
  package mutating func dropConsequences(ofMisspellingsIn composed: ComposedManifest) {
    dropConsequencesOfMisspeltCollectionsAndKeys()
    let misspelt = Set(findings.lazy.filter { !Self.namesAtUse.contains($0.rule) }.compactMap(\.meant))
    // It is unknown which parameter was meant, so each one may be.
    let namesNothing = findings.contains {
      $0.rule == .malformedInterpolation || !$0.isSafelyFixable && $0.rule == .unknownParameter
        || $0.rule == .suspiciousText && $0.severity == .error || $0.mayNameParameter
    }
    if namesNothing { drop { $0.rule == .unusedParameter } }
    if !misspelt.isEmpty { drop { $0.rule == .overridesNothing && $0.absent.map(misspelt.contains) == true } }
    let isWithoutEffect = !misspelt.isEmpty || findings.contains { Self.withoutEffect.contains($0.rule) }
    guard isWithoutEffect || findings.contains(where: { $0.rule == .overrideDrops }),
      findings.contains(where: { Self.absentUses.contains($0.rule) })
    else { return }
    var named: Set<String> = []
    var collected: Set<String> = []
    for document in composed.files {
      guard let root = document.root else { continue }
      for use in ParameterUse.collect(from: .node(root), []) { named.insert(use.name) }
      collected.formUnion(root.collections)
    }
    drop { finding in
      switch finding.rule {
      case .unusedParameter: finding.absent.map(named.contains) == true
      case .emptyCollection: finding.absent.map(collected.contains) == true
      case .unusedService: isWithoutEffect
      default: false
      }
    }
  }

  /// The rules whose `meant` corrects a reference, and is not a service that an overlay could change.
  private static let namesAtUse: Set<Rule> = [.unknownCollection, .suspiciousText]

  /// The rules for entries without effect.
  private static let withoutEffect: Set<Rule> = [.overridesNothing, .conflictingDefinition, .duplicateKey]
  private static let absentUses: Set<Rule> = [.unusedParameter, .unusedService, .emptyCollection]

  /// Drops the findings that a misspelled collection causes, and findings about keys with invisible characters.
  private mutating func dropConsequencesOfMisspeltCollectionsAndKeys() {
    let collections = Set(findings.lazy.filter { $0.rule == .unknownCollection }.compactMap(\.meant))
    if !collections.isEmpty { drop { $0.rule == .emptyCollection && $0.absent.map(collections.contains) == true } }
    let keys = Set(findings.lazy.filter { $0.rule == .suspiciousText }.compactMap(\.meant))
    guard !keys.isEmpty else { return }
    var grave: [String: Severity] = [:]
    drop { finding in
      guard [.missingService, .missingArgument, .unknownParameter].contains(finding.rule), let name = finding.absent,
        keys.contains(name)
      else { return false }
      grave[name] = max(grave[name] ?? .warning, finding.severity)
      return true
    }
    update { finding in
      guard finding.rule == .suspiciousText, let severity = finding.meant.flatMap({ grave[$0] }) else { return }
      finding.severity = max(finding.severity, severity)
    }
  }

  /// Drops findings about references to entries that an overlay would define with `new: true`, in the stages that have
  /// that overlay.
  package mutating func dropConsequences(ofUnmetEntriesIn stages: [ComposedStage]) {
    let parameters = stages.reduce(into: Set<String>()) { $0.formUnion($1.unmet.parameters) }
    let services = stages.reduce(into: Set<ServiceKey>()) { $0.formUnion($1.unmet.services) }
    guard !parameters.isEmpty || !services.isEmpty else { return }
    var explained: Set<String> = []
    var remaining: [Diagnostic] = []
    for var finding in findings {
      guard let absent = finding.absent,
        [.missingService, .missingArgument, .unknownParameter].contains(finding.rule),
        finding.rule == .unknownParameter ? parameters.contains(absent) : services.contains(ServiceKey(absent))
      else {
        remaining.append(finding)
        continue
      }
      let names = finding.stages.map { Set($0) }
      let holding = stages.filter { stage in
        names.map { names in stage.name.map(names.contains) ?? true } ?? true
      }
      let open = holding.filter {
        finding.rule == .unknownParameter
          ? !$0.unmet.parameters.contains(absent) : !$0.unmet.services.contains(ServiceKey(absent))
      }
      if open.count < holding.count { explained.insert(absent) }
      if open.isEmpty {
        suppressedConsequences += 1
        continue
      }
      if open.count < holding.count { finding.stages = open.compactMap(\.name) }
      remaining.append(finding)
    }
    guard !explained.isEmpty else { return }
    self = Diagnostics(remaining, suppressedConsequences: suppressedConsequences)
    update { finding in
      if finding.rule == .overridesNothing, finding.absent.map(explained.contains) == true {
        finding.leavesServicesMissing = true
      }
    }
  }

  /// Keeps only one of several findings about the same mistake, such as a wrong reference or an unreadable value.
  package mutating func uniteWrongReferencesAndValues() {
    dropFormsOfWhatMayBeAbsent()
    let wrong = Set(findings.lazy.filter { $0.rule == .wrongDependencyType }.compactMap(\.location))
    let unread = findings.filter {
      ($0.rule == .wrongShape || $0.rule == .malformedInterpolation) && $0.mayNameParameter
    }.compactMap(\.location)
    dropMissingSettingsWrittenElsewhere()
    dropParametersOfMissingSettings()
    dropReadingsOfWrongValues()
    guard !wrong.isEmpty || !unread.isEmpty else { return }
    drop { finding in
      guard let location = finding.location else { return false }
      switch finding.rule {
      case .selfDependency: return wrong.contains(location)
      case .wrongSetting:
        return unread.contains { $0.file === location.file && location.range.overlaps($0.range) }
      default: return false
      }
    }
  }

  /// Drops findings about a reference's form if the service itself may be missing, since every form would need the
  /// service.
  private mutating func dropFormsOfWhatMayBeAbsent() {
    // For each location, the stages in which its service may be absent; `nil` for all stages.
    var absent: [SourceLocation: [String]?] = [:]
    for finding in findings where finding.rule == .optionalProvided {
      if let location = finding.location { absent[location] = .some(finding.stages) }
    }
    guard !absent.isEmpty else { return }
    drop { finding in
      guard finding.rule == .wrongDependencyType, let stages = finding.location.flatMap({ absent[$0] }) else {
        return false
      }
      return stages.map { Set($0).isSuperset(of: finding.stages ?? []) && finding.stages != nil } ?? true
    }
  }

  /// Drops the finding for a missing setting that the author wrote beside 'settings', since that line is reported
  /// already.
  private mutating func dropMissingSettingsWrittenElsewhere() {
    guard findings.contains(where: { $0.rule == .unknownField && $0.absent != nil }) else { return }
    // In file order, a stray setting comes after the entry that lacks it.
    var lacking: [String: SourceLocation] = [:]
    var written: [String: Set<SourceLocation>] = [:]
    for finding in sorted() {
      guard let place = finding.location else { continue }
      if finding.rule == .missingSetting {
        for name in finding.missingSettings { lacking[name] = place }
      } else if finding.rule == .unknownField, let name = finding.absent, let entry = lacking[name],
        entry.file === place.file
      {
        written[name, default: []].insert(entry)
      }
    }
    guard !written.isEmpty else { return }
    drop { finding in
      guard finding.rule == .missingSetting, let place = finding.location else { return false }
      let names = finding.missingSettings
      return !names.isEmpty && names.allSatisfy { written[$0]?.contains(place) == true }
    }
  }

  /// Drops the finding for an unused parameter if a missing setting with the same name would have used the parameter.
  private mutating func dropParametersOfMissingSettings() {
    // A setting without a value, or with a mapping as its value, may have been meant to name a parameter.
    if findings.contains(where: { $0.rule == .wrongSetting && $0.mayNameParameter }) {
      return drop { $0.rule == .unusedParameter }
    }
    let settings = Set(findings.lazy.filter { $0.rule == .missingSetting }.flatMap(\.missingSettings))
    guard !settings.isEmpty else { return }
    drop { finding in
      guard finding.rule == .unusedParameter, let name = finding.absent else { return false }
      return name.split(separator: ".").last.map { settings.contains(String($0)) } ?? false
    }
  }

  /// Drops warnings about an ambiguous word if the word is an error anyway.
  private mutating func dropReadingsOfWrongValues() {
    guard findings.contains(where: { $0.rule == .ambiguousScalar }) else { return }
    let refusing: Set<Rule> = [.wrongShape, .badParameterValue, .wrongSetting, .selectNotExhaustive, .deadCase]
    let refused = Set(findings.lazy.filter { refusing.contains($0.rule) }.compactMap(\.location))
    drop { $0.rule == .ambiguousScalar && $0.location.map(refused.contains) == true }
  }

  /// Merges findings about a service that is missing in several stages, since they have one cause.
  package mutating func uniteMissing(in stages: [String]) {
    var known: [String: Int] = [:]
    var united: [Diagnostic] = []
    for finding in findings {
      guard [.missingService, .missingArgument].contains(finding.rule), finding.severity == .error,
        let absent = finding.absent, let names = finding.stages
      else {
        united.append(finding)
        continue
      }
      guard let first = known[absent], let others = united[first].stages, Set(others).isDisjoint(with: names) else {
        known[absent] = known[absent] ?? united.count
        united.append(finding)
        continue
      }
      let all = Set(others + names)
      united[first].stages = all.count == stages.count ? nil : stages.filter(all.contains)
      if let location = finding.location, location != united[first].location {
        united[first].related.append(.init("in \(listed(names)): \(finding.message)", at: location))
      }
      suppressedConsequences += 1
    }
    if united.count < findings.count { self = Diagnostics(united, suppressedConsequences: suppressedConsequences) }
  }

  /// Merges findings about a bad value and about the suspicious text in it, with the higher severity.
  package mutating func uniteSuspicions() {
    var grave: [SourceLocation: Severity] = [:]
    for finding in findings where finding.rule == .suspiciousText {
      if let location = finding.location { grave[location] = finding.severity }
    }
    guard !grave.isEmpty else { return }
    // Sorted by position in each file. These are scalars, so no two overlap.
    let places = Dictionary(grouping: grave.keys) { ObjectIdentifier($0.file) }
      .mapValues { $0.sorted { $0.range.lowerBound < $1.range.lowerBound } }
    drop { finding in
      guard Self.suspicionsInDisguise.contains(finding.rule),
        let location = finding.location, let places = places[ObjectIdentifier(location.file)],
        case let next = places.firstPosition(where: { $0.range.upperBound > location.range.lowerBound }),
        next < places.count, case let suspicious = places[next], location.range.overlaps(suspicious.range),
        // A sequence or mapping of the wrong kind may only contain suspicious text.
        finding.rule != .wrongShape || location == suspicious
      else { return false }
      grave[suspicious] = max(grave[suspicious] ?? .warning, finding.severity)
      return true
    }
    update { finding in
      guard finding.rule == .suspiciousText, let location = finding.location else { return }
      finding.severity = grave[location] ?? finding.severity
    }
  }

  /// The rules whose findings may be caused by suspicious text in a value.
  private static let suspicionsInDisguise: Set<Rule> = [
    .wrongSetting, .badParameterValue, .unknownFactory, .missingService, .wrongShape,
  ]

  private static let consequences: [String: Set<Rule>] = {
    let unused: Set<Rule> = [.unusedService, .unusedParameter]
    let absent: Set<Rule> = [
      .missingService, .missingArgument, .unknownCollection, .emptyCollection, .unknownParameter, .overridesNothing,
      .unknownStage, .unknownScope, .parameterWithoutSource, .unknownSetTarget,
    ]
    return [
      ManifestKey.services.rawValue: unused.union([
        .missingService, .missingArgument, .emptyCollection, .overridesNothing,
      ]),
      ManifestKey.parameters.rawValue: unused.union([
        .unknownParameter, .overridesNothing, .parameterWithoutSource, .unknownSetTarget,
      ]),
      ManifestKey.collections.rawValue: [.unknownCollection, .missingArgument, .unusedService],
      ManifestKey.scopes.rawValue: [.unknownScope, .unusedService],
      ManifestKey.stages.rawValue: unused.union(absent),
      StageKey.extends.rawValue: unused.union(absent),
      ManifestKey.defaultStage.rawValue: [.unknownStage],
      ManifestKey.roots.rawValue: unused,
      ManifestKey.lifecycle.rawValue: unused,
      ManifestKey.imports.rawValue: unused.union(absent),
      ManifestKey.overlays.rawValue: unused.union(absent),
    ]
  }()

  private mutating func drop(_ follows: (Diagnostic) -> Bool) {
    let before = findings.count
    filter { !follows($0) }
    suppressedConsequences += before - findings.count
  }
}

extension Node {
  /// The collection names under every `collect` inside this node.
  fileprivate var collections: Set<String> {
    var names: Set<String> = []
    var open = [self]
    while let node = open.popLast() {
      for element in node.elements { open.append(element) }
      for (key, value) in node.pairs {
        guard ServiceField.table.key(key)?.key == .collect else {
          open.append(value)
          continue
        }
        for name in value.kind == .scalar ? [value] : Array(value.elements) { names.insert(name.text) }
      }
    }
    return names
  }
}

extension Array {
  /// The index of the first matching element. All elements that do not match must come first.
  fileprivate func firstPosition(where fits: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Diagnostic {
  /// The names of the settings that this finding reports as missing.
  var missingSettings: [String] { absent.map { [$0] } ?? absentSettings }
}
