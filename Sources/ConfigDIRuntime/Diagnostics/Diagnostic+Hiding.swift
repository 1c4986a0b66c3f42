extension Diagnostics {
  /// Removes from all findings the quoted text that must not be shown.
  package mutating func hideSecrets() {
    update { $0.hideSecrets() }
  }
}

extension Diagnostic {
  /// Rules whose messages do not contain the text at their place if the parameter or setting is secret.
  private static let discreetCodes: Set<String> = ["DI406", "DI502", "DI503", "DI505", "DI506", "DI509", "DI510"]

  fileprivate mutating func hideSecrets() {
    guard let location, !location.file.hidden(in: location.range).isEmpty, !quotesNothing,
      !Self.discreetCodes.contains(rule.code)
    else { return }
    message = "\(rule.summary); the text is secret and not shown"
    label = nil
    related = related.map { Related("see here", at: $0.location) }
    notes = []
    help = []
    fixes = []
  }
}
