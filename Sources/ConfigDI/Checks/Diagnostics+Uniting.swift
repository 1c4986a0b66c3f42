/// Unites findings that have one cause.
extension Diagnostics {
  /// Drops the finding for a missing setting that the author wrote next to 'settings' instead of under it. That line
  /// has its own finding.
  package mutating func dropMissingSettingsWrittenElsewhere() {
    guard findings.contains(where: { $0.absent?.kind == .field }) else { return }
    // In file order, a stray setting comes after the entry that lacks it.
    var lacking: [String: SourceLocation] = [:]
    var written: [String: Set<SourceLocation>] = [:]
    for finding in sorted() {
      guard let place = finding.location else { continue }
      for name in finding.missingSettings { lacking[name] = place }
      guard let absent = finding.absent, absent.kind == .field, let name = absent.name, let entry = lacking[name],
        entry.file === place.file
      else { continue }
      written[name, default: []].insert(entry)
    }
    guard !written.isEmpty else { return }
    drop { finding in
      let names = finding.missingSettings
      guard !names.isEmpty, let place = finding.location else { return false }
      return names.allSatisfy { written[$0]?.contains(place) == true }
    }
  }

  /// Merges findings about a service that is missing in several stages, since they have one cause.
  package mutating func uniteMissing(in stages: [String]) {
    var known: [Absence: Int] = [:]
    var united: [Diagnostic] = []
    for finding in findings {
      guard finding.severity == .error, let absent = finding.absent, absent.kind == .service, absent.name != nil,
        let names = finding.stages
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

  /// Merges a finding about a bad value with the finding about suspicious text in that value, and keeps the higher
  /// severity.
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
        case let next = places.indices.firstPosition(where: { places[$0].range.upperBound > location.range.lowerBound }),
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
      if finding.severity == .error { finding.hides.append(Absence(.useOfParameter)) }
    }
  }

  /// The rules whose findings may be caused by suspicious text in a value.
  private static let suspicionsInDisguise: Set<Rule> = [
    .wrongSetting, .badParameterValue, .unknownFactory, .missingService, .wrongShape,
  ]

  private mutating func drop(_ follows: (Diagnostic) -> Bool) {
    let before = findings.count
    filter { !follows($0) }
    suppressedConsequences += before - findings.count
  }
}
