import ConfigDI

/// The baselines of a run: the command line's for all findings, or else each configuration's for its own manifests.
struct RunBaselines {
  private let baselines: [(path: String, baseline: Baseline)]
  private let isGiven: Bool

  init(_ arguments: Arguments, _ found: RunFindings, _ console: Console) throws(Failure) {
    isGiven = arguments.has(.baseline)
    // A new baseline replaces the configured ones.
    let configured = arguments.has(.writeBaseline) ? [] : found.configurations.compactMap(\.baseline)
    var baselines: [(path: String, baseline: Baseline)] = []
    for path in arguments[.baseline].map({ [$0] }) ?? configured where !baselines.contains(where: { $0.path == path }) {
      baselines.append((path, try Baseline(reading: path, console)))
    }
    self.baselines = baselines
  }

  /// Removes the findings that all of their manifests' baselines list, and returns the entries that match no finding.
  func apply(to report: inout Report, _ paths: RepositoryPaths) -> [(path: String, entry: Baseline.Entry)] {
    guard !baselines.isEmpty else { return [] }
    let findings = report.diagnostics
    let needed = findings.map { finding -> [String?] in
      isGiven ? baselines.map { $0.path } : report.found.configurations(of: finding).map(\.baseline)
    }
    var new = Set(findings.indices.filter { needed[$0].contains(nil) })
    var unmatched: [(path: String, entry: Baseline.Entry)] = []
    for (path, baseline) in baselines {
      let own = findings.indices.filter { needed[$0].contains(path) }
      let compared = baseline.compare(own.map { findings[$0] }, paths)
      new.formUnion(compared.new.map { own[$0] })
      unmatched += compared.unmatched.map { (path, $0) }
    }
    report.diagnostics = findings.indices.filter(new.contains).map { findings[$0] }
    if new.count < findings.count { report.hidden = (findings.count - new.count, baselines.map(\.path)) }
    return unmatched
  }
}
