import ConfigDI

/// The reasons why fixes were not applied, as text.
extension Fixer {
  static let untried = "there are too many fixes to try"

  /// Why fixes cannot be applied alone: an alias repeats the text that one of them replaces. `nil` if no alias does.
  static func reason(ifRepeated fixes: [Diagnostic.Fix], _ text: RepeatedText, _ console: Console) -> String? {
    text.alias(repeating: fixes).map { "the alias at \(shown($0, console)) repeats this text" }
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
    "\(finding.location.map { "\(Self.shown($0, console)): " } ?? "")\(finding.message) [\(finding.rule.code)]"
  }

  private static func shown(_ place: SourceLocation, _ console: Console) -> String {
    "\(console.shown(place.file.path)):\(place.start.line):\(place.start.column)"
  }
}
