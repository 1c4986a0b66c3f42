/// Unites findings that have one cause.
extension Diagnostics {
  /// Drops the finding for a missing setting that the author wrote next to 'settings' instead of under it, or in a part
  /// that is not read. The mistake there has its own finding.
  package mutating func dropMissingSettingsWrittenElsewhere() {
    guard findings.contains(where: { !$0.fieldsWrittenElsewhere.isEmpty }) else { return }
    // In file order, a stray setting comes after the entry that lacks it.
    var lacking: [String: SourceLocation] = [:]
    var written: [String: Set<SourceLocation>] = [:]
    for finding in sorted() {
      guard let place = finding.location else { continue }
      for name in finding.missingSettings { lacking[name] = place }
      for name in finding.fieldsWrittenElsewhere {
        guard let entry = lacking[name], entry.file === place.file else { continue }
        written[name, default: []].insert(entry)
      }
    }
    guard !written.isEmpty else { return }
    drop { finding in
      let names = finding.missingSettings
      guard !names.isEmpty, let place = finding.location else { return false }
      return names.allSatisfy { written[$0]?.contains(place) == true }
    }
  }

  /// Merges findings about one reference to a service that is missing in several stages, or about a setting that has a
  /// different wrong value in each stage, since they have one cause.
  package mutating func uniteStages(_ stages: [String]) {
    var known: [Absence: [SourceLocation?: Int]] = [:]
    var united: [Diagnostic] = []
    for finding in findings {
      guard finding.severity == .error, let absent = finding.absent, let names = finding.stages,
        absent.kind == .value || absent.kind == .service && absent.name != nil
      else {
        united.append(finding)
        continue
      }
      guard let first = known[absent]?[finding.location], let others = united[first].stages,
        Set(others).isDisjoint(with: names)
      else {
        known[absent, default: [:]][finding.location] = known[absent]?[finding.location] ?? united.count
        united.append(finding)
        continue
      }
      let all = Set(others + names)
      united[first].stages = all.count == stages.count ? nil : stages.filter(all.contains)
      let place = finding.location == united[first].location ? finding.related.first?.location : finding.location
      if let place { united[first].related.append(.init("in \(listed(names)): \(finding.message)", at: place)) }
      suppressedConsequences += 1
    }
    if united.count < findings.count { self = Diagnostics(united, suppressedConsequences: suppressedConsequences) }
  }

  /// Merges a finding about a bad value or name with the finding about suspicious text in it, and keeps the higher
  /// severity and the parts that either of them hides.
  package mutating func uniteSuspicions() {
    var grave: [SourceLocation: Severity] = [:]
    for finding in findings {
      if let value = finding.misleadingValue { grave[value] = max(grave[value] ?? .note, finding.severity) }
    }
    guard !grave.isEmpty else { return }
    var hidden: [SourceLocation: [Absence]] = [:]
    drop { finding in
      guard finding.hides.contains(Absence(.plainText)), let value = finding.location, let severity = grave[value]
      else { return false }
      grave[value] = max(severity, finding.severity)
      hidden[value, default: []] += finding.hides
      return true
    }
    update { finding in
      guard let value = finding.misleadingValue, let severity = grave[value] else { return }
      finding.severity = severity
      finding.hides += hidden[value] ?? []
      if severity == .error { finding.hides.append(Absence(.useOfParameter)) }
    }
  }

  private mutating func drop(_ follows: (Diagnostic) -> Bool) {
    let before = findings.count
    filter { !follows($0) }
    suppressedConsequences += before - findings.count
  }
}

extension Diagnostic {
  /// The fields that are in the file, but in a wrong place or in a part that is not read.
  fileprivate var fieldsWrittenElsewhere: [String] {
    ([absent].compactMap { $0 } + hides).filter { $0.kind == .field }.compactMap(\.name)
  }
}
