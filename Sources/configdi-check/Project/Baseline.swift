import ConfigDI

/// Accepted findings, identified by rule, file and position in the manifest's structure, but never by line.
struct Baseline: Sendable {
  /// How many findings each entry allows. Its path is relative to the repository.
  private(set) var counts: [FindingKey: Int] = [:]

  init() {}

  init(of diagnostics: [Diagnostic], _ paths: RepositoryPaths) {
    for diagnostic in diagnostics { counts[.position(diagnostic, paths), default: 0] += 1 }
  }

  /// The positions of the findings that are not in the baseline, and the entries that match no finding.
  func compare(_ diagnostics: [Diagnostic], _ paths: RepositoryPaths) -> (new: [Int], unmatched: [FindingKey]) {
    var left = counts
    let new = diagnostics.indices.filter { !left.take(.position(diagnostics[$0], paths)) }
    return (new, left.filter { $0.value > 0 }.map(\.key).sorted(by: Self.order))
  }

  var text: String {
    let findings = counts.sorted { Self.order($0.key, $1.key) }.flatMap { entry, count in
      let finding: JSON = ["rule": .string(entry.rule), "path": .string(entry.path), "symbol": .string(entry.text)]
      return [JSON](repeating: finding, count: count)
    }
    return JSON.object([("configdiBaseline", 1), ("findings", .array(findings))]).text
  }

  private static func order(_ left: FindingKey, _ right: FindingKey) -> Bool {
    (left.path, left.rule, left.text) < (right.path, right.rule, right.text)
  }
}

extension Baseline {
  /// Reads a file that `--write-baseline` wrote, even if lines have been removed since.
  init(reading path: String, _ console: Console) throws(Failure) {
    self.init()
    let bytes = try console.bytes(of: path, as: "the baseline \(path)", limit: Limits().fileBytes)
    let isBaseline = bytes[...].end(of: "configdiBaseline") != nil
    guard isBaseline else { throw Failure("\(path) is not a baseline: \"configdiBaseline\": 1 is missing") }
    var findings = Diagnostics()
    var budget = Limits().nodes
    let file = SourceFile(path: path, bytes: bytes)
    let root = YAMLReader.read(file, limits: Limits(), nodeBudget: &budget, reporting: &findings)?.root
    if let first = findings.sorted().first(where: { $0.severity == .error }) {
      throw Failure(first.firstLine())
    }
    guard let root, case .int(1)? = root["configdiBaseline"]?.scalar, let list = root["findings"],
      list.kind == .sequence
    else { throw Failure("\(path) is not a baseline: it needs \"configdiBaseline\": 1 and a list of \"findings\"") }
    for entry in list.elements {
      guard let rule = entry["rule"]?.text, let path = entry["path"]?.text, let symbol = entry["symbol"]?.text else {
        throw Failure("\(entry.location): each finding in a baseline needs \"rule\", \"path\" and \"symbol\"")
      }
      counts[FindingKey(rule: rule, path: path, text: symbol), default: 0] += 1
    }
  }
}

extension Report {
  /// Removes the findings that all of their manifests' baselines list, and returns the entries that match no finding.
  /// The command line's baseline is for all findings. Without one, each configuration's is for its own manifests.
  mutating func applyBaselines(
    _ arguments: Arguments, _ paths: RepositoryPaths, _ console: Console
  ) throws(Failure) -> [(path: String, entry: FindingKey)] {
    // A new baseline replaces the configured ones.
    let configured = arguments.has(.writeBaseline) ? [] : found.configurations.compactMap(\.baseline)
    let given = arguments[.baseline].map { [$0] }
    let baselines = (given ?? configured).distinct()
    guard !baselines.isEmpty else { return [] }
    let findings = diagnostics
    let needed = findings.map { finding -> [String?] in given ?? found.configurations(of: finding).map(\.baseline) }
    var new = Set(findings.indices.filter { needed[$0].contains(nil) })
    var unmatched: [(path: String, entry: FindingKey)] = []
    for path in baselines {
      let own = findings.indices.filter { needed[$0].contains(path) }
      let compared = try Baseline(reading: path, console).compare(own.map { findings[$0] }, paths)
      new.formUnion(compared.new.map { own[$0] })
      unmatched += compared.unmatched.map { (path, $0) }
    }
    diagnostics = findings.indices.filter(new.contains).map { findings[$0] }
    if new.count < findings.count { hidden = (findings.count - new.count, baselines) }
    return unmatched
  }
}
