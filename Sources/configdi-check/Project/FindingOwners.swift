import ConfigDI

/// The configurations that apply to each finding of a run: those of the manifests that have the finding or, for a
/// finding of no manifest, those of the manifests that read its file.
struct FindingOwners: Sendable {
  /// The configurations of the run's manifests, each once.
  private(set) var configurations: [ConfigurationFile] = []
  private var byFinding: [MergedFindings.Identity: Set<Int>] = [:]
  private var byFile: [String: Set<Int>] = [:]

  /// - Parameter files: The paths of the files that the manifest or its program consists of.
  mutating func add(_ findings: [Diagnostic] = [], in files: [String], _ configuration: ConfigurationFile) {
    let index = configurations.firstIndex { $0.path == configuration.path } ?? configurations.count
    if index == configurations.count { configurations.append(configuration) }
    for finding in findings { byFinding[MergedFindings.Identity(finding), default: []].insert(index) }
    for path in files { byFile[path, default: []].insert(index) }
  }

  /// The configurations that apply to a finding. The first manifest's applies if the finding has no owner.
  func configurations(of finding: Diagnostic) -> [ConfigurationFile] {
    let owners = byFinding[MergedFindings.Identity(finding)] ?? finding.location.flatMap { byFile[$0.file.path] }
    return owners.map { $0.sorted().map { configurations[$0] } } ?? [configurations.first ?? ConfigurationFile()]
  }

  /// The strictest threshold in the configurations that apply to a finding.
  func failOn(_ finding: Diagnostic) -> FailOn {
    let given = configurations(of: finding).map { $0.failOn ?? .error }
    return FailOn.allCases.last(where: given.contains) ?? .never
  }
}
