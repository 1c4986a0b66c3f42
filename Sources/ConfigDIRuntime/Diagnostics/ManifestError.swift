/// A manifest or a registry that cannot be used, with all its mistakes.
///
/// Its description is the text that `configdi-check` prints for the same mistakes: each at its line, with the remedy.
public struct ManifestError: Error, Sendable, CustomStringConvertible {
  /// The findings, sorted by path, line and column: errors, and the warnings and notes beside them.
  public let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  public var description: String {
    let errors = diagnostics.count { $0.severity == .error }
    return "the configuration has \(counted(errors, "error"))\n\n"
      + diagnostics.map { $0.text() }.joined(separator: "\n")
  }
}
