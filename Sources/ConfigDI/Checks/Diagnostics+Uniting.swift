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

  /// Moves some findings before all others. Of findings that are united, the first is kept.
  package mutating func putFirst(_ isFirst: (Diagnostic) -> Bool) {
    let ordered = findings.filter(isFirst) + findings.filter { !isFirst($0) }
    self = Diagnostics(ordered, suppressedConsequences: suppressedConsequences)
  }

  /// Merges findings of different stages about one reference or setting, since they have one cause. For example, an
  /// overlay that patches a service makes the references in it separate findings.
  package mutating func uniteStages(_ stages: [String]) {
    var known: [Cause: Int] = [:]
    var united: [Diagnostic] = []
    for finding in findings {
      guard let cause = finding.cause, let names = finding.stages else {
        united.append(finding)
        continue
      }
      guard let first = known[cause], let others = united[first].stages,
        Set(others).isDisjoint(with: names)
      else {
        known[cause] = known[cause] ?? united.count
        united.append(finding)
        continue
      }
      let all = Set(others + names)
      united[first].stages = all.count == stages.count ? nil : stages.filter(all.contains)
      united[first].completeRemedies(from: finding)
      let shown = united[first].related.map(\.location)
      let further = finding.related.map(\.location).first { $0 != finding.location && !shown.contains($0) }
      let isSame = finding.message == united[first].message && finding.location == united[first].location
      if let place = further ?? (isSame ? nil : finding.location) {
        united[first].related.append(.init("in \(listed(names)): \(finding.message)", at: place))
        suppressedConsequences += 1
      }
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

/// What findings of several stages have in common if they have one cause.
private struct Cause: Hashable {
  let rule: Rule
  let location: SourceLocation?
  /// The missing service, or the path of the wrong reference.
  let subject: String?
}

extension Diagnostic {
  /// The fields that are in the file, but in a wrong place or in a part that is not read.
  fileprivate var fieldsWrittenElsewhere: [String] {
    ([absent].compactMap { $0 } + hides).filter { $0.kind == .field }.compactMap(\.name)
  }

  fileprivate var cause: Cause? {
    switch absent?.kind {
    case .service? where absent?.name != nil, .value?:
      return Cause(rule: rule, location: location, subject: absent?.name)
    default:
      guard rule.followsReferences else { return nil }
      // DI304 is at the entry whose reference is wrong.
      let reference = rule == .scopedFromRoot ? related.first?.location : location
      return Cause(rule: rule, location: reference, subject: path)
    }
  }
}
