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
    for finding in findings {
      if let value = finding.misleadingValue { grave[value] = max(grave[value] ?? .note, finding.severity) }
    }
    guard !grave.isEmpty else { return }
    drop { finding in
      guard finding.hides.contains(Absence(.plainText)), let value = finding.location, let severity = grave[value]
      else { return false }
      grave[value] = max(severity, finding.severity)
      return true
    }
    update { finding in
      guard let severity = finding.misleadingValue.flatMap({ grave[$0] }) else { return }
      finding.severity = severity
      if severity == .error { finding.hides.append(Absence(.useOfParameter)) }
    }
  }

  private mutating func drop(_ follows: (Diagnostic) -> Bool) {
    let before = findings.count
    filter { !follows($0) }
    suppressedConsequences += before - findings.count
  }
}
