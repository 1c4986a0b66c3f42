/// Findings of several stages: a finding of many stages is reported once, for all of them.
package struct StagedFindings {
  private struct Identity: Hashable {
    let code: String
    let message: String
    let location: SourceLocation?
  }

  private var findings: [(finding: Diagnostic, stages: StageSet)] = []
  private var positions: [Identity: Int] = [:]

  package init() {}

  package mutating func report(_ finding: Diagnostic, in stages: StageSet) {
    let identity = Identity(code: finding.rule.code, message: finding.message, location: finding.location)
    if let position = positions[identity] {
      findings[position].stages = findings[position].stages.union(stages)
    } else {
      positions[identity] = findings.count
      findings.append((finding, stages))
    }
  }

  package mutating func report(contentsOf diagnostics: Diagnostics, in stages: StageSet) {
    for finding in diagnostics.findings { report(finding, in: stages) }
  }

  /// Reports the findings, each with the names of its stages, or without names if it holds in all declared stages.
  package func finish(names: [String?], reporting diagnostics: inout Diagnostics) {
    let all = StageSet(all: names.count)
    for entry in findings {
      var finding = entry.finding
      let stages = entry.stages
      if stages != all { finding.stages = stages.members.compactMap { $0 < names.count ? names[$0] : nil } }
      diagnostics.report(finding)
    }
  }
}

extension Diagnostics {
  /// Merges findings that say the same of one place in different stages; findings about a deferred cycle at any place.
  ///
  /// - Parameter names: The manifest's stages, in order.
  mutating func mergeStages(of names: [String?]) {
    struct Identity: Hashable {
      let code: String
      let message: String
      let location: SourceLocation?
    }
    var positions: [Identity: Int] = [:]
    var merged: [Diagnostic] = []
    for finding in findings {
      let isAnywhere = finding.rule == .deferredCycle
      let identity = Identity(
        code: finding.rule.code, message: finding.message, location: isAnywhere ? nil : finding.location)
      guard let position = positions[identity] else {
        positions[identity] = merged.count
        merged.append(finding)
        continue
      }
      guard let known = merged[position].stages else { continue }
      let both = finding.stages.map { Set(known).union($0) }
      let union = both.map { both in names.compactMap { $0 }.filter(both.contains) }
      merged[position].stages = union.flatMap { $0.count == names.count ? nil : $0 }
    }
    self = Diagnostics(merged, suppressedConsequences: suppressedConsequences)
  }
}
