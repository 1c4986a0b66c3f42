import ConfigDI

/// The findings about a run's manifests and programs, each once, and the configurations that apply to them.
///
/// A finding in a shared file lists its manifests, and also its stages if no manifest has the finding in all stages. Its
/// severity is the highest that a manifest's configuration gives it, and its notes are true for all of its manifests.
struct RunFindings: Sendable {
  /// What findings of several manifests have in common if they are the same.
  struct Identity: Hashable {
    let rule: Rule
    let path: String?
    let range: Range<Int>?
    let message: String
    /// The number of earlier findings about the same manifest that differ only in their stages.
    var ordinal = 0

    init(_ finding: Diagnostic) {
      rule = finding.rule
      path = finding.location?.file.path
      range = finding.location?.range
      message = finding.message
    }
  }

  private var order: [Identity] = []
  private var findings: [Identity: (finding: Diagnostic, manifests: [String])] = [:]
  /// The number of manifests that read each file, and of all manifests.
  private var readers: [String: Int] = [:]
  private var manifests = 0
  /// The configurations of the run's manifests, each once.
  private(set) var configurations: [ConfigurationFile] = []
  private var owners: [Identity: [Int]] = [:]
  private var ownersOfFile: [String: [Int]] = [:]

  /// - Parameters:
  ///   - manifest: The path of the manifest; empty for a program.
  ///   - files: The paths of the files that the manifest consists of.
  ///   - others: The paths of its catalog, or of the program's files.
  mutating func add(
    _ diagnostics: [Diagnostic], from manifest: String, reading files: [String] = [], besides others: [String],
    _ configuration: ConfigurationFile
  ) {
    for path in files { readers[path, default: 0] += 1 }
    if !manifest.isEmpty { manifests += 1 }
    let owner = configurations.firstIndex { $0.path == configuration.path } ?? configurations.count
    if owner == configurations.count { configurations.append(configuration) }
    for path in files + others where ownersOfFile[path]?.contains(owner) != true {
      ownersOfFile[path, default: []].append(owner)
    }
    var stages: [Identity: [[String]?]] = [:]
    for diagnostic in diagnostics {
      var identity = Identity(diagnostic)
      if owners[identity]?.contains(owner) != true { owners[identity, default: []].append(owner) }
      guard stages[identity]?.contains(diagnostic.stages) != true else { continue }
      stages[identity, default: []].append(diagnostic.stages)
      identity.ordinal = (stages[identity]?.count ?? 1) - 1
      guard let known = findings[identity].map(\.finding.stages) else {
        order.append(identity)
        findings[identity] = (diagnostic, [manifest])
        continue
      }
      if let severity = findings[identity]?.finding.severity, severity < diagnostic.severity {
        findings[identity]?.finding.severity = diagnostic.severity
      }
      // Changed in place, so that a long list of manifests is not copied.
      findings[identity]?.manifests.append(manifest)
      findings[identity]?.finding.stages = Self.united(known, diagnostic.stages)
      findings[identity]?.finding.notes.removeAll { !diagnostic.notes.contains($0) }
    }
  }

  /// The stages in either list. A `nil` list, like a `nil` result, means all stages.
  private static func united(_ some: [String]?, _ others: [String]?) -> [String]? {
    guard let some, let others else { return nil }
    return some + others.filter { !some.contains($0) }
  }

  /// The manifests that read the finding's file but do not have the finding, for a note; `nil` if there are none. Every
  /// manifest reads the command line.
  private func otherReaders(_ finding: Diagnostic) -> String? {
    let own = findings[Identity(finding)]?.manifests.count ?? 0
    guard let file = finding.location?.file, !file.isArgument else {
      return own < manifests ? "the other manifests" : nil
    }
    return own < readers[file.path] ?? 0 ? "the other manifests that read this file" : nil
  }

  var diagnostics: Diagnostics {
    var result = Diagnostics()
    for identity in order {
      guard case (var finding, let manifests)? = findings[identity] else { continue }
      if manifests.count > 1 { finding.manifests = manifests }
      if manifests.count == 1, !manifests[0].isEmpty, let others = otherReaders(finding) {
        finding.notes.append("reported only for \(manifests[0]), not for \(others)")
      }
      result.report(finding)
    }
    return result
  }

  /// The configurations that apply to a finding: those of the manifests that have the finding or, for a finding of no
  /// manifest, those of the manifests that read its file. The first manifest's applies if the finding has no owner.
  func configurations(of finding: Diagnostic) -> [ConfigurationFile] {
    let owners = owners[Identity(finding)] ?? finding.location.flatMap { ownersOfFile[$0.file.path] }
    return owners.map { $0.sorted().map { configurations[$0] } } ?? [configurations.first ?? ConfigurationFile()]
  }

  /// The strictest threshold in the configurations that apply to a finding.
  func failOn(_ finding: Diagnostic) -> FailOn {
    let given = configurations(of: finding).map { $0.failOn ?? .error }
    return FailOn.allCases.last(where: given.contains) ?? .never
  }
}
