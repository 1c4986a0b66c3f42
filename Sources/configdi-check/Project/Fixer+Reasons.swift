import ConfigDI

/// The reasons why fixes were not applied, as text.
extension Fixer {
  static let untried = "there are too many fixes to try"

  /// An alias that repeats text that one of the fixes replaces.
  func alias(repeating findings: [Diagnostic]) -> SourceLocation? {
    let places = Dictionary(
      grouping: findings.lazy.flatMap(\.fixes).map(\.location), by: { ObjectIdentifier($0.file) })
    return places.values.lazy.compactMap { places in
      guard let parts = places.first.flatMap({ repeatedParts(of: $0.file) }) else { return nil }
      return places.lazy.compactMap { parts.alias(repeating: $0.range) }.first
    }.first
  }

  private func repeatedParts(of file: SourceFile) -> RepeatedParts? {
    guard file.bytes.contains(UInt8(ascii: "*")) else { return nil }
    let limits = Limits(arguments)
    var budget = limits.nodes
    var ignored = Diagnostics()
    return YAMLReader.read(file, limits: limits, nodeBudget: &budget, reporting: &ignored).map(RepeatedParts.init)
  }

  func words(_ changes: [FixEffect.Change]) -> String {
    let places = changes.prefix(3).map { change in
      let stage = change.stage.map { "stage '\($0)' of " } ?? ""
      return (change.key.map { "'\($0)' in " } ?? "") + stage + console.shown(change.manifest)
    }
    let more = changes.count > 3 ? " and \(counted(changes.count - 3, "other manifest"))" : ""
    return "it would change \(places.joined(separator: ", "))\(more)"
  }

  func words(bringing finding: Diagnostic) -> String { "it would introduce \(text(finding))" }

  func words(_ error: any Error) -> String {
    let reason =
      switch error {
      case let error as Failure: error.message
      case let error as BadInput: error.findings.first.map(text) ?? "\(error)"
      default: "\(error)"
      }
    return "the repository's other manifests could not be searched: \(reason)"
  }

  private func text(_ finding: Diagnostic) -> String {
    "\(finding.location.map { "\(shown($0)): " } ?? "")\(finding.message) [\(finding.rule.code)]"
  }

  func shown(_ place: SourceLocation) -> String {
    "\(console.shown(place.file.path)):\(place.start.line):\(place.start.column)"
  }
}
